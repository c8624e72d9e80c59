package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TypeNames;
import io.sqlserversim.types.Variant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** SQL_VARIANT_PROPERTY: what type a value has. */
final class VariantProperties {
    private VariantProperties() {}

    static Ex bind(CallArgs args) {
        Ex value = args.get(0);
        return CallArgs.strict(
                SqlType.SQL_VARIANT,
                v -> {
                    SqlType type = v[0] instanceof Variant inside ? inside.type() : value.type();
                    return property(type, String.valueOf(v[1]).toLowerCase(Locale.ROOT));
                },
                value,
                args.name(1));
    }

    private static @Nullable Variant property(SqlType type, String name) {
        return switch (name) {
            case "basetype" -> new Variant(SqlType.SYSNAME, TypeNames.name(type));
            case "precision" -> number(precision(type));
            case "scale" -> number(SqlTypes.isNumber(type) || SqlTypes.isTemporal(type) ? scale(type) : 0);
            case "maxlength" -> number(StorageLength.of(type));
            case "collation" ->
                SqlTypes.isText(type)
                        ? new Variant(SqlType.SYSNAME, type.collation().name())
                        : null;
            default -> null;
        };
    }

    private static Variant number(int value) {
        return new Variant(SqlType.INT, value);
    }

    private static int precision(SqlType type) {
        return switch (type.kind()) {
            case FLOAT -> 53;
            case REAL -> 24;
            case DATE -> 10;
            case DATETIME -> 23;
            case SMALLDATETIME -> 16;
            case TIME -> type.scale() == 0 ? 8 : 9 + type.scale();
            case DATETIME2 -> type.scale() == 0 ? 19 : 20 + type.scale();
            case DATETIMEOFFSET -> type.scale() == 0 ? 26 : 27 + type.scale();
            default -> SqlTypes.isExact(type) ? SqlTypes.asDecimal(type).precision() : 0;
        };
    }

    private static int scale(SqlType type) {
        return type.kind() == Kind.DATETIME
                ? 3
                : SqlTypes.isExact(type) ? SqlTypes.asDecimal(type).scale() : type.scale();
    }
}
