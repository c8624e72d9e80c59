package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;

/** {@code sys.dm_exec_connections}; a login without the permission gets Msg 300 and 297 instead. */
final class ConnectionsView {
    private ConnectionsView() {}

    static ListView<Session> view(Security security) {
        ListView.Builder<Session> view = ListView.named("sys.dm_exec_connections");
        view.nullable("session_id", INT, Session::sessionId)
                .nullable("most_recent_session_id", INT, Session::sessionId)
                .column("connect_time", DATETIME, session -> SqlTimes.datetime(session.loginTime()))
                .constants(nvarchar(40), "TCP", "net_transport")
                .nullable("protocol_type", nvarchar(40), session -> "TSQL")
                .nullable("protocol_version", INT, session -> 0x74000004)
                .nullable("endpoint_id", INT, session -> 4)
                .column(
                        "encrypt_option",
                        nvarchar(40),
                        session -> session.login().encrypted() ? "TRUE" : "FALSE")
                .constants(nvarchar(40), "SQL", "auth_scheme")
                .constants(SMALLINT, 0, "node_affinity")
                .nulls(INT, "num_reads", "num_writes")
                .nullable("last_read", DATETIME, session -> SqlTimes.datetimeOrNull(session.lastRequestStart()))
                .nullable("last_write", DATETIME, session -> SqlTimes.datetimeOrNull(session.lastRequestEnd()))
                .nulls(INT, "net_packet_size")
                .nullable(
                        "client_net_address",
                        nvarchar(48),
                        session -> session.login().clientAddress())
                .nullable("client_tcp_port", INT, session -> session.login().clientPort())
                .nullable("local_net_address", nvarchar(48), session -> "127.0.0.1")
                .nulls(INT, "local_tcp_port")
                .column(
                        "connection_id",
                        UNIQUEIDENTIFIER,
                        session -> session.login().connectionId())
                .nulls(UNIQUEIDENTIFIER, "parent_connection_id")
                .nulls(varbinary(64), "most_recent_sql_handle");
        return view.rows(security::visibleSessions);
    }
}
