package io.sqlserversim.engine;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the engine keeps for a session between its requests. Confined to the thread that executes its requests. */
final class SessionState {
    /** A prepared statement. */
    record Prepared(String text, String parameters) {}

    private final TempTables tempTables = new TempTables();
    private final Map<Integer, Prepared> prepared = new HashMap<>();
    private final Deque<CaughtError> caught = new ArrayDeque<>();
    private final SessionOptions options = new SessionOptions();
    private int nextHandle = 1;
    private int lastError;
    private @Nullable BigDecimal lastIdentity;
    private int nesting;

    TempTables tempTables() {
        return tempTables;
    }

    SessionOptions options() {
        return options;
    }

    int prepare(Prepared statement) {
        int handle = nextHandle++;
        prepared.put(handle, statement);
        return handle;
    }

    @Nullable
    Prepared prepared(int handle) {
        return prepared.get(handle);
    }

    boolean unprepare(int handle) {
        return prepared.remove(handle) != null;
    }

    /** The error that the innermost CATCH block handles, or null outside of any. */
    @Nullable
    CaughtError caught() {
        return caught.peek();
    }

    void enterCatch(CaughtError error) {
        caught.push(error);
    }

    void leaveCatch() {
        caught.poll();
    }

    int lastError() {
        return lastError;
    }

    void lastError(int number) {
        lastError = number;
    }

    /** The last number that IDENTITY gave; null before the first. */
    @Nullable
    BigDecimal lastIdentity() {
        return lastIdentity;
    }

    void lastIdentity(BigDecimal number) {
        lastIdentity = number;
    }

    int nesting() {
        return nesting;
    }

    void nesting(int level) {
        nesting = level;
    }

    int optionBits() {
        return options.bits();
    }

    /** A new request begins: whatever an earlier one left half done is forgotten. */
    void beginRequest() {
        nesting = 0;
        caught.clear();
        tempTables.dropDeeperThan(0);
    }

    void reset() {
        tempTables.clear();
        prepared.clear();
        caught.clear();
        options.reset();
        lastError = 0;
        lastIdentity = null;
        nesting = 0;
    }
}
