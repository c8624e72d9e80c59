package io.sqlserversim.instance;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The permissions that the simulated server knows, with what covers them. */
public enum Permission {
    /** Everything. */
    CONTROL_SERVER(null, null),
    /** To see other sessions, connections and locks. */
    VIEW_SERVER_STATE(CONTROL_SERVER, null),
    /** The part of it that is about performance; from 2022 on. */
    VIEW_SERVER_PERFORMANCE_STATE(VIEW_SERVER_STATE, null),
    /** To see the names of all databases. */
    VIEW_ANY_DATABASE(CONTROL_SERVER, null),
    /** To enter each database. */
    CONNECT_ANY_DATABASE(CONTROL_SERVER, null),
    /** To see the definitions of everything. */
    VIEW_ANY_DEFINITION(CONTROL_SERVER, null),
    /** To change each database. */
    ALTER_ANY_DATABASE(CONTROL_SERVER, null),
    /** To end other sessions. */
    ALTER_ANY_CONNECTION(CONTROL_SERVER, null),
    /** Everything in one database. */
    CONTROL(null, CONTROL_SERVER),
    /** To enter one database; what makes a login a user there. */
    CONNECT(CONTROL, CONNECT_ANY_DATABASE),
    /** To change one database, its Query Store among the rest. */
    ALTER(CONTROL, ALTER_ANY_DATABASE),
    /** To see the objects of one database. */
    VIEW_DEFINITION(CONTROL, VIEW_ANY_DEFINITION),
    /** To end sessions in one database; Azure SQL Database only. */
    KILL_DATABASE_CONNECTION(CONTROL, null),
    /** To read the dynamic views of one database, Query Store's among them. */
    VIEW_DATABASE_STATE(CONTROL, VIEW_SERVER_STATE),
    /** The part of it that is about performance; from 2022 on. */
    VIEW_DATABASE_PERFORMANCE_STATE(VIEW_DATABASE_STATE, VIEW_SERVER_PERFORMANCE_STATE);

    private final @Nullable Permission wider;
    private final @Nullable Permission serverWide;

    Permission(@Nullable Permission wider, @Nullable Permission serverWide) {
        this.wider = wider;
        this.serverWide = serverWide;
    }

    /**
     * As GRANT and error messages write it.
     *
     * @return e.g. {@code VIEW SERVER STATE}
     */
    public String text() {
        return name().replace('_', ' ');
    }

    /**
     * Whether it is granted in a database rather than at the server.
     *
     * @return true for database permissions
     */
    public boolean ofDatabase() {
        return compareTo(CONTROL) >= 0;
    }

    /** The next wider permission of the same scope that covers this one; null when there is none. */
    @Nullable
    Permission wider() {
        return wider;
    }

    /** The permission at the server that covers this one in each database; null when there is none. */
    @Nullable
    Permission serverWide() {
        return serverWide;
    }

    /**
     * Finds a permission by its text.
     *
     * @param text in any case
     * @return null when the server knows none of this name
     */
    public static @Nullable Permission parse(String text) {
        String wanted = text.strip().toUpperCase(Locale.ROOT).replace(' ', '_');
        for (Permission permission : values()) {
            if (permission.name().equals(wanted)) {
                return permission;
            }
        }
        return null;
    }
}
