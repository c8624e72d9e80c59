package io.sqlserversim.fault;

import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.sqlserversim.types.Collation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which statements or logins a rule looks at. Immutable. A part that is null matches everything.
 *
 * @param heavyOnly only statements that bind a heavy view
 * @param text found somewhere in the batch; statements only
 * @param database the session's current database, or the one asked for at login
 * @param program the beginning of the program's name
 * @param login the login's name
 */
public record Match(
        boolean heavyOnly,
        @Nullable Pattern text,
        @Nullable String database,
        @Nullable String program,
        @Nullable String login) {
    /** Everything. */
    public static final Match ANY = new Match(false, null, null, null, null);

    /** Heavy statements. */
    public static final Match HEAVY = new Match(true, null, null, null, null);

    /**
     * Only batches in which a pattern is found.
     *
     * @param pattern a regular expression
     * @return the narrower match
     */
    public Match withText(String pattern) {
        return new Match(heavyOnly, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), database, program, login);
    }

    /**
     * Only in one database.
     *
     * @param name the database
     * @return the narrower match
     */
    public Match inDatabase(String name) {
        return new Match(heavyOnly, text, name, program, login);
    }

    /**
     * Only programs whose name begins so.
     *
     * @param prefix compared with case
     * @return the narrower match
     */
    public Match byProgram(String prefix) {
        return new Match(heavyOnly, text, database, prefix, login);
    }

    boolean statement(Session session, String batch, boolean heavy) {
        return (heavy || !heavyOnly)
                && (text == null || text.matcher(batch).find())
                && client(session.login(), session.database());
    }

    boolean client(SessionLogin client, String wanted) {
        return (database == null || Collation.same(database, wanted))
                && (program == null || client.programName().startsWith(program))
                && (login == null || Collation.same(login, client.loginName()));
    }
}
