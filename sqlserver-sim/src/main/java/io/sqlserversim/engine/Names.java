package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.TextCollation;
import io.sqlserversim.types.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the tables that names stand for, as one session sees them. */
final class Names {
    private static final int NO_SUCH_DATABASE = 911;

    private final Session session;
    private final Catalog catalog;
    private final SessionState state;
    private boolean deferred;

    Names(Session session, Catalog catalog, SessionState state) {
        this.session = session;
        this.catalog = catalog;
        this.state = state;
    }

    /** Whether a table was not found, may not be read, or is a temporary one, which may be another when it is read. */
    boolean isDeferred() {
        return deferred;
    }

    VirtualTable table(List<String> name) {
        deferred |= name.getLast().startsWith("#");
        try {
            return find(name);
        } catch (SqlError e) {
            deferred = true;
            throw e;
        }
    }

    private VirtualTable find(List<String> name) {
        String object = name.getLast();
        if (object.startsWith("#")) {
            TempTable temp = state.tempTables().find(object);
            if (temp == null) {
                throw Errors.invalidObject(object);
            }
            return temp;
        }
        if (name.size() == 4 && isThisServer(name.getFirst())) {
            return find(name.subList(1, 4));
        }
        if (name.size() > 3) {
            throw new SqlError(
                    7202,
                    11,
                    2,
                    "Could not find server '" + name.getFirst() + "' in sys.servers. Verify that"
                            + " the correct server name was specified. If necessary, execute the stored procedure"
                            + " sp_addlinkedserver to add the server to sys.servers.");
        }
        String schema = name.size() >= 2 ? name.get(name.size() - 2) : "";
        String database = name.size() == 3 ? name.getFirst() : session.database();
        if (name.size() == 3 && !Collation.same(database, session.database())) {
            database = referred(database, name);
        }
        VirtualTable found = catalog.find(session, database, schema, object);
        if (found == null || !isSpelled(found, schema, object, catalog.collation(database))) {
            throw Errors.invalidObject(String.join(".", name));
        }
        return found;
    }

    /** A database that is not there makes the whole name an unknown one; only USE and EXEC speak of the database (911). */
    private String referred(String database, List<String> name) {
        try {
            return catalog.refer(session, database, String.join(".", name));
        } catch (SqlError refused) {
            throw refused.number() == NO_SUCH_DATABASE ? Errors.invalidObject(String.join(".", name)) : refused;
        }
    }

    /** Whether the database's collation takes the name as written for the table's own. */
    private static boolean isSpelled(VirtualTable found, String schema, String object, TextCollation collation) {
        if (collation.equals(TextCollation.SERVER)) {
            return true;
        }
        int point = found.name().indexOf('.');
        return (schema.isEmpty() || collation.same(schema, found.name().substring(0, Math.max(0, point))))
                && collation.same(object, found.name().substring(point + 1));
    }

    private boolean isThisServer(String server) {
        return catalog.serverProperty("ServerName") instanceof Variant name
                && Collation.same(server, String.valueOf(name.value()));
    }

    /** The table of a name for those who ask about it and do not read it; null when it is none, or cannot be seen. */
    @Nullable
    VirtualTable described(List<String> name) {
        if (name.getLast().startsWith("#") || name.size() < 2 || name.size() > 3) {
            return tableOrNull(name);
        }
        String database = name.size() == 3 ? name.getFirst() : session.database();
        try {
            return catalog.describe(session, database, name.get(name.size() - 2), name.getLast());
        } catch (SqlError e) {
            return null;
        }
    }

    @Nullable
    VirtualTable tableOrNull(List<String> name) {
        try {
            return table(name);
        } catch (SqlError e) {
            return null; // metadata functions hide what cannot be seen
        }
    }
}
