package io.sqlserversim.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** SET options that are on or off. Confined to one thread. */
final class SessionOptions {
    private static final List<String> INITIALLY_ON = List.of(
            "ANSI_NULLS",
            "ANSI_PADDING",
            "ANSI_WARNINGS",
            "ANSI_NULL_DFLT_ON",
            "QUOTED_IDENTIFIER",
            "CONCAT_NULL_YIELDS_NULL");
    private static final List<String> BITS = List.of(
            "DISABLE_DEF_CNST_CHK",
            "IMPLICIT_TRANSACTIONS",
            "CURSOR_CLOSE_ON_COMMIT",
            "ANSI_WARNINGS",
            "ANSI_PADDING",
            "ANSI_NULLS",
            "ARITHABORT",
            "ARITHIGNORE",
            "QUOTED_IDENTIFIER",
            "NOCOUNT",
            "ANSI_NULL_DFLT_ON",
            "ANSI_NULL_DFLT_OFF",
            "CONCAT_NULL_YIELDS_NULL",
            "NUMERIC_ROUNDABORT",
            "XACT_ABORT");

    private final Set<String> on = new HashSet<>(INITIALLY_ON);
    private int firstDay = 7;
    private long rowLimit; // SET ROWCOUNT; 0 for none

    boolean isOn(String option) {
        return on.contains(option);
    }

    void set(String option, boolean value) {
        if (value) {
            on.add(option);
        } else {
            on.remove(option);
        }
    }

    /** DATEFIRST: 1 for Monday to 7 for Sunday. */
    int firstDay() {
        return firstDay;
    }

    void firstDay(int day) {
        firstDay = day;
    }

    long rowLimit() {
        return rowLimit;
    }

    void rowLimit(long rows) {
        rowLimit = rows;
    }

    /** As @@OPTIONS shows them. */
    int bits() {
        int bits = 0;
        for (int i = 0; i < BITS.size(); i++) {
            if (on.contains(BITS.get(i))) {
                bits |= 1 << i;
            }
        }
        return bits;
    }

    /** A copy that changes no more. */
    SessionOptions copy() {
        SessionOptions copy = new SessionOptions();
        copy.become(this);
        return copy;
    }

    /** Takes all from another. */
    void become(SessionOptions other) {
        Set<String> theirs = Set.copyOf(other.on);
        on.clear();
        on.addAll(theirs);
        firstDay = other.firstDay;
        rowLimit = other.rowLimit;
    }

    void reset() {
        on.clear();
        on.addAll(INITIALLY_ON);
        rowLimit = 0;
        firstDay = 7;
    }
}
