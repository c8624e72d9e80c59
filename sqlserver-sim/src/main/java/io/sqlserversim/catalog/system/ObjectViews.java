package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.CHAR_2;
import static io.sqlserversim.catalog.system.SystemTypes.DESCRIPTION;
import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The catalogue of the views that a database has. {@code sys.objects} and {@code sys.columns} hold no view of sys. */
final class ObjectViews {
    private static final int SYS_SCHEMA = 4;
    private static final LocalDateTime SHIPPED = LocalDateTime.of(2022, 10, 8, 6, 30, 57);

    private ObjectViews() {}

    /** A schema. */
    record Schema(String name, int id) {}

    private static final List<Schema> SCHEMAS = List.of(
            new Schema("dbo", 1),
            new Schema("guest", 2),
            new Schema("INFORMATION_SCHEMA", 3),
            new Schema("sys", SYS_SCHEMA));

    /** A column of a view with its 1-based place. */
    record Place(VirtualTable table, int id, Column column) {}

    static ListView<VirtualTable> objects(String name, Supplier<? extends Collection<VirtualTable>> tables) {
        ListView.Builder<VirtualTable> view = ListView.named(name);
        view.column("name", SYSNAME, ObjectViews::objectName)
                .column("object_id", INT, ObjectViews::objectId)
                .nulls(INT, "principal_id")
                .constants(INT, SYS_SCHEMA, "schema_id")
                .constants(INT, 0, "parent_object_id")
                .nullable("type", CHAR_2, table -> "V ")
                .nullable("type_desc", DESCRIPTION, table -> "VIEW")
                .constants(DATETIME, SHIPPED, "create_date", "modify_date")
                .constants(BIT, true, "is_ms_shipped")
                .constants(BIT, false, "is_published", "is_schema_published");
        return view.rows(session -> List.copyOf(tables.get()));
    }

    static ListView<Place> columns(String name, Supplier<? extends Collection<VirtualTable>> tables) {
        ListView.Builder<Place> view = ListView.named(name);
        view.column("object_id", INT, place -> objectId(place.table))
                .nullable("name", SYSNAME, place -> place.column.name())
                .column("column_id", INT, Place::id)
                .column("system_type_id", TINYINT, place -> TypeNumbers.systemType(place.column.type()))
                .column("user_type_id", INT, place -> TypeNumbers.systemType(place.column.type()))
                .column("max_length", SMALLINT, place -> TypeNumbers.maxLength(place.column.type()))
                .column("precision", TINYINT, place -> TypeNumbers.precision(place.column.type()))
                .column("scale", TINYINT, place -> place.column.type().scale())
                .nullable(
                        "collation_name",
                        SYSNAME,
                        place -> TypeNumbers.isText(place.column.type()) ? DatabasesView.COLLATION : null)
                .nullable("is_nullable", BIT, place -> place.column.nullable())
                .constants(BIT, false, "is_ansi_padded", "is_rowguidcol", "is_identity", "is_computed");
        return view.rows(session -> places(tables.get()));
    }

    /** The schemas that each database begins with; ids and owners have the same numbers. */
    static ListView<Schema> schemas() {
        ListView.Builder<Schema> view = ListView.named("sys.schemas");
        view.column("name", SYSNAME, Schema::name)
                .column("schema_id", INT, Schema::id)
                .nullable("principal_id", INT, Schema::id);
        return view.rows(session -> SCHEMAS);
    }

    private static List<Place> places(Collection<VirtualTable> tables) {
        List<Place> places = new ArrayList<>();
        for (VirtualTable table : tables) {
            for (int i = 0; i < table.columns().size(); i++) {
                places.add(new Place(table, i + 1, table.columns().get(i)));
            }
        }
        return places;
    }

    private static String objectName(VirtualTable table) {
        return table.name().substring(table.name().indexOf('.') + 1);
    }

    /** What OBJECT_ID gives: negative, as for the server's own views; the same for a name on every server. */
    static int objectId(VirtualTable table) {
        return -1 - (Collation.key(table.name()).hashCode() & 0x3FFFFFFF);
    }
}
