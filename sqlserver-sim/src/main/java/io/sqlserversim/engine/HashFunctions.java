package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** HASHBYTES and NEWID. CHECKSUM is not here: its algorithm is not published. */
final class HashFunctions {
    private HashFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("HASHBYTES", args -> hashBytes(args.exactly(2)));
        into.put("NEWID", args -> {
            args.exactly(0);
            return Ex.of(SqlType.UNIQUEIDENTIFIER, env -> UUID.randomUUID());
        });
    }

    private static Ex hashBytes(CallArgs args) {
        Ex value = args.get(1);
        if (!SqlTypes.isText(value.type()) && !SqlTypes.isBinary(value.type())) {
            throw Errors.badArgument(value.type(), 2, args.name());
        }
        return CallArgs.strict(
                SqlType.varbinary(8000),
                v -> digest(String.valueOf(v[0]), bytes(v[1], value.type())),
                args.text(0),
                value);
    }

    private static byte[] bytes(@Nullable Object value, SqlType type) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        String text = String.valueOf(value);
        return SqlTypes.isUnicode(type)
                ? text.getBytes(StandardCharsets.UTF_16LE)
                : (byte[]) Conversions.convert(text, type, SqlType.varbinary(SqlType.MAX));
    }

    private static byte @Nullable [] digest(String algorithm, byte[] bytes) {
        String name = switch (algorithm.toUpperCase(Locale.ROOT)) {
            case "MD5" -> "MD5";
            case "SHA", "SHA1" -> "SHA-1";
            case "SHA2_256" -> "SHA-256";
            case "SHA2_512" -> "SHA-512";
            default -> "";
        };
        if (name.isEmpty()) {
            return null;
        }
        try {
            return MessageDigest.getInstance(name).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
