package io.tidegate.collector.lane;

import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.store.Stretch.Word;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says in the coverage why a server or a database could not be read: denied, unreachable, failing, end not provable. By our
 * clock, since a source that cannot be read tells no time. Thread-safe; blocks for the store.
 */
final class FaultStretches {
    private static final String SERVER = "";

    private final StretchKeeper stretches;
    private final InstantSource clock;
    private final Map<String, Standing> standing = new ConcurrentHashMap<>();

    FaultStretches(StretchKeeper stretches, InstantSource clock) {
        this.stretches = stretches;
        this.clock = clock;
    }

    private record Standing(Word word, String detail) {}

    /** The server could not be asked. */
    void failed(Fault fault) {
        stands(SERVER, new Standing(word(fault), fault.message()));
    }

    /** It is not asked for a while: what stood before stands. */
    void stayedAway() {
        Standing last = standing.get(SERVER);
        if (last != null) {
            stands(SERVER, last);
        }
    }

    /** The server was asked; some of its databases may not have answered. */
    void probed(ProbeReport report) {
        Standing server = standing.get(SERVER);
        if (server != null && server.word() != Word.END_NOT_PROVABLE) {
            ends(SERVER);
        }
        report.faults().forEach((database, fault) -> stands(database, new Standing(word(fault), fault.message())));
        report.databases().forEach(this::ends);
    }

    /** The heavy part of a pass ended. */
    void worked(Ended ended) {
        if (ended.isBy(Obstacle.END_NOT_PROVABLE)) {
            stands(SERVER, new Standing(Word.END_NOT_PROVABLE, ended.detail()));
        } else if (ended.goesOn()) {
            ends(SERVER);
        }
    }

    private void stands(String database, Standing now) {
        Standing before = standing.put(database, now);
        if (before != null && before.word() != now.word()) {
            stretches.end(database, before.word());
        }
        Instant to = clock.instant();
        stretches.until(database, now.word(), to, now.detail());
    }

    private void ends(String database) {
        Standing before = standing.remove(database);
        if (before != null) {
            stretches.end(database, before.word());
        }
    }

    private static Word word(Fault fault) {
        return switch (fault) {
            case Fault.NotPermitted denied -> Word.DENIED;
            case Fault.LoginRefused refused -> Word.DENIED;
            case Fault.Unreachable gone -> Word.UNREACHABLE;
            case Fault.DatabaseUnavailable gone -> Word.UNREACHABLE;
            case Fault.TimedOut late -> Word.UNREACHABLE;
            case Fault.QueryStoreError broken -> Word.ERROR;
            case Fault.Transient passing -> Word.FAILING;
            case Fault.Cancelled stopped -> Word.FAILING;
            case Fault.NotSupported old -> Word.FAILING;
            case Fault.Guarded guarded -> Word.FAILING;
            case Fault.Unknown unknown -> Word.FAILING;
        };
    }
}
