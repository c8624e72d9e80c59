package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.session.Session;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What one running statement evaluates against: the current row of each of its tables, whichever query they stand in,
 * and its clock. Confined to one thread.
 *
 * <p>Costs: a row scanned is charged 2 microseconds of CPU, a page of 8 KB for each 40 rows; a row that leaves a sort, a
 * hash table or an aggregate costs 1 microsecond more. Charges reach the session every 512 rows and at the end.
 */
final class Env {
    private static final int ROWS_PER_PAGE = 40;
    private static final int CHARGE_EVERY = 512;

    final Session session;
    final RowView[] rows;
    final Instant now;
    final int heavyTables;
    private final Map<Integer, Map<Integer, Bounds>> joinBounds = new HashMap<>();
    private boolean nullEliminated;
    private boolean divided;
    private boolean overflowed;
    private long scanned;
    private long worked;
    private long pageRest;

    Env(Session session, int slots, Instant now) {
        this(session, slots, now, 1);
    }

    /** For a statement that names heavy tables so many times. */
    Env(Session session, int slots, Instant now, int heavyTables) {
        this.session = session;
        this.rows = new RowView[slots];
        this.now = now;
        this.heavyTables = heavyTables;
        java.util.Arrays.fill(rows, RowView.NULLS);
    }

    /** Called for each row that an operator takes in hand; ends the statement on attention or kill. */
    void rowScanned() {
        session.signals().check();
        if (++scanned >= CHARGE_EVERY) {
            charge();
        }
    }

    /** Called for each row that is kept, sorted, hashed or aggregated. */
    void rowWorked() {
        session.signals().check();
        worked++;
    }

    void charge() {
        long pages = (pageRest + scanned) / ROWS_PER_PAGE;
        pageRest = (pageRest + scanned) % ROWS_PER_PAGE;
        if (scanned + worked > 0) {
            session.charge(2 * scanned + worked, pages);
        }
        scanned = 0;
        worked = 0;
    }

    /** A scan begins: it reads at least one page. */
    void scanOpened() {
        session.signals().check();
        session.charge(1, 1);
    }

    void nullEliminated() {
        nullEliminated = true;
    }

    boolean isNullEliminated() {
        return nullEliminated;
    }

    /** A division by zero, or else an overflow, has given NULL. */
    void undefined(boolean division) {
        divided |= division;
        overflowed |= !division;
    }

    boolean isDivided() {
        return divided;
    }

    boolean isOverflowed() {
        return overflowed;
    }

    /** What the other side of a join allows for a column of a table that is about to be scanned. */
    void joinBounds(int slot, int column, Bounds bounds) {
        joinBounds.computeIfAbsent(slot, s -> new HashMap<>()).put(column, bounds);
    }

    Map<Integer, Bounds> joinBounds(int slot) {
        return joinBounds.getOrDefault(slot, Map.of());
    }
}
