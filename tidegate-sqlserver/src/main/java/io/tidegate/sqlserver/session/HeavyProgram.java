package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.catalog.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The name by which heavy sessions of all installations know each other. No state. */
final class HeavyProgram {
    /** What {@code program_name} of every heavy session begins with. */
    static final String PREFIX = "Tidegate/heavy";

    private static final int MAX_NAME = 128;

    private HeavyProgram() {}

    static String name(String installation) {
        String name = PREFIX + " " + installation;
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME);
    }

    /** Other heavy sessions, in words; only for a login that sees them. */
    static List<String> others(OpenedSession session) {
        return session.channel()
                .query(
                        Statements.HEAVY_SESSIONS
                                .text()
                                .bind()
                                .set("prefix", PREFIX + "%")
                                .build(),
                        HeavyProgram::words);
    }

    private static String words(ResultSet row) throws SQLException {
        return "session %d of %s on %s, logged in at %s"
                .formatted(
                        row.getInt("session_id"),
                        row.getString("program_name"),
                        row.getString("host_name"),
                        OpenedSession.time(row, "login_time"));
    }
}
