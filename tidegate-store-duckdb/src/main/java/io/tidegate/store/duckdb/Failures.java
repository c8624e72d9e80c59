package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one place where DuckDB's errors become sentences for a user. Its messages may quote values, so none is passed on. */
final class Failures {
    /** What Linux, macOS and Windows say, a quota and a limit on the size of a file included. */
    private static final List<String> FULL =
            List.of("no space left", "disk full", "not enough space", "quota exceeded", "file too large");

    private static final String FULL_DISK =
            "The disk of the store is full: free some space; what was committed is safe, and collecting goes on by itself.";

    private static final Pattern HOLDER = Pattern.compile("PID (\\d+)");

    private static final Pattern ARCHIVED = Pattern.compile("[a-z]+_stats-\\d+-\\d+-\\d+\\.parquet");

    private Failures() {}

    /** Why a store cannot be opened that another process has. */
    static final class InUse extends IOException {
        private static final long serialVersionUID = 1;

        InUse(SQLException cause) {
            super(cause);
        }
    }

    /** A failure while a call ran. */
    static StoreException during(SQLException e, boolean ambiguous) {
        return new StoreException(sentence(e), e, ambiguous);
    }

    /** A failure while the file was opened. */
    static StoreException opening(Path file, SQLException e) {
        String m = text(e);
        if (m.contains("Could not set lock") || m.contains("being used by another process")) {
            Matcher holder = HOLDER.matcher(m);
            String who = holder.find() ? "process " + holder.group(1) : "another process";
            return new StoreException(
                    "The store in " + file.getParent() + " is in use by " + who
                            + ": wait until it has ended, or stop it.",
                    new InUse(e));
        }
        if (isFull(m)) {
            return new StoreException("The disk of the store in " + file.getParent() + " is full: free some space.", e);
        }
        if (m.contains("Permission denied") || m.contains("Cannot open file")) {
            return new StoreException(
                    "The store in " + file.getParent() + " cannot be opened: this user may not read and write it.", e);
        }
        if (m.contains("not a valid DuckDB database") || m.contains("version number") || m.contains("Serialization")) {
            return new StoreException(
                    "The file " + file
                            + " is no store that this version can read: it was written by another version of "
                            + "DuckDB, or it is damaged. Use the version that wrote it, or another store directory.",
                    e);
        }
        return new StoreException("The store in " + file.getParent() + " cannot be opened: " + firstLine(m), e);
    }

    private static String sentence(SQLException e) {
        String m = text(e);
        if (isFull(m)) {
            return FULL_DISK;
        }
        if (m.contains("Out of Memory")) {
            return "The store's memory limit was too small for a call: raise it, or ask for less.";
        }
        if (m.contains("has been invalidated")) {
            return "The store has shut itself after an input/output error, and is opened again: what was committed is safe.";
        }
        Matcher archived = ARCHIVED.matcher(m);
        if (archived.find()) {
            return "The file " + archived.group()
                    + " of the store's archive cannot be read or written: put it back from"
                    + " a copy of the store's directory if it is missing.";
        }
        if (m.contains("INTERRUPT")) {
            return "The store stopped a call that ran past its time limit.";
        }
        return "The store failed (" + kind(m) + ").";
    }

    /** A failure to handle a file ourselves. */
    static String sentence(IOException e) {
        return isFull(String.valueOf(e.getMessage()))
                ? FULL_DISK
                : "A file of the store's archive could not be written.";
    }

    /** DuckDB begins its messages with the kind of error and a colon. */
    private static String kind(String message) {
        int colon = message.indexOf(':');
        return colon > 0 && colon < 40 ? message.substring(0, colon) : "unknown error";
    }

    private static boolean isFull(String message) {
        String m = message.toLowerCase(Locale.ROOT);
        return FULL.stream().anyMatch(m::contains);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static String text(SQLException e) {
        return e.getMessage() == null ? "" : e.getMessage();
    }
}
