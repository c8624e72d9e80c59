package io.tidegate.collector;

import io.tidegate.collector.lane.ServerLane;
import io.tidegate.collector.lane.VerifyFindings;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.Verifier;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comparisons with the source on demand: one at a time, a few servers at once, each on its lane's own step. Thread-safe.
 */
public final class Verifications implements Verifier {
    private static final Logger LOG = LoggerFactory.getLogger(Verifications.class);
    private static final int AT_ONCE = 4;

    private final CollectorTools tools;
    private final Collector collector;
    private final HistoryReader history;
    private final AtomicReference<@Nullable Run> last = new AtomicReference<>();

    /**
     * Nothing under way.
     *
     * @param tools threads and time
     * @param collector whose lanes
     * @param history which series there are
     */
    public Verifications(CollectorTools tools, Collector collector, HistoryReader history) {
        this.tools = tools;
        this.collector = collector;
        this.history = history;
    }

    @Override
    public Verification verify(Scope scope) {
        Run before = last.get();
        if (before != null && !before.isDone()) {
            return before.snapshot(true);
        }
        Run next =
                new Run(before == null ? 1 : before.id + 1, scope, tools.clock().instant());
        if (!last.compareAndSet(before, next)) {
            return verify(scope);
        }
        next.start();
        return next.snapshot(false);
    }

    @Override
    public Optional<Verification> verification(long id) {
        return Optional.ofNullable(last.get()).filter(run -> run.id == id).map(run -> run.snapshot(false));
    }

    /** One comparison. Thread-safe. */
    private final class Run {
        private final long id;
        private final Scope scope;
        private final Instant startedAt;
        private final VerifyFindings findings = new VerifyFindings();
        private final Queue<ServerLane> waiting = new ConcurrentLinkedQueue<>();
        private final AtomicInteger working = new AtomicInteger();

        Run(long id, Scope scope, Instant startedAt) {
            this.id = id;
            this.scope = scope;
            this.startedAt = startedAt;
            collector.lanes().stream()
                    .filter(lane -> scope.server() == null
                            || scope.server().equals(lane.target().name()))
                    .forEach(waiting::add);
            working.set(Math.min(AT_ONCE, waiting.size()));
        }

        void start() {
            int workers = working.get();
            for (int i = 0; i < workers; i++) {
                tools.threads().newThread(this::work).start();
            }
        }

        private void work() {
            try {
                for (ServerLane lane = waiting.poll(); lane != null; lane = waiting.poll()) {
                    others(lane.target().name(), lane.verify(scope, findings));
                }
            } catch (StoreException failed) {
                LOG.warn("a verification could not go on: {}", failed.getMessage());
            } finally {
                working.decrementAndGet();
            }
        }

        /** What is held of earlier lives, and of databases that are not there: the source has it no more. */
        private void others(String server, Set<SeriesKey> spokenOf) {
            if (spokenOf.isEmpty()) {
                return;
            }
            Set<Integer> ids = new HashSet<>();
            history.servers().stream()
                    .filter(one -> one.name().equals(server))
                    .map(ServerRecord::id)
                    .forEach(ids::add);
            for (SeriesRecord series : history.allSeries()) {
                if (ids.contains(series.serverId())
                        && !spokenOf.contains(series.key())
                        && (scope.database() == null || scope.database().equals(series.database()))) {
                    gone(server, series, spokenOf);
                }
            }
        }

        private void gone(String server, SeriesRecord series, Set<SeriesKey> spokenOf) {
            for (Kind kind : Kind.values()) {
                List<LedgerEntry> entries = history.ledger(series.key(), kind);
                Instant from = scope.from(series.sourceNow());
                Set<RuntimeStatsInterval> inherited = inherited(series.key(), kind, spokenOf);
                long held = entries.stream()
                        .filter(entry -> entry.state() == LedgerEntry.State.HELD
                                && !entry.interval().start().isBefore(from)
                                && (entry.flags().contains(Flag.SUPERSEDED) || !inherited.contains(entry.interval())))
                        .count();
                if (held > 0) {
                    VerifyFindings.Row row = findings.of(server, series.database(), kind);
                    row.held(held);
                    row.gone(held);
                }
            }
        }

        /** What a later life has of this one: that was spoken of there. */
        private Set<RuntimeStatsInterval> inherited(SeriesKey of, Kind kind, Set<SeriesKey> spokenOf) {
            return spokenOf.stream()
                    .filter(later -> later.home() == of.home() && later.lineage() == of.lineage())
                    .flatMap(later -> history.ledger(later, kind).stream())
                    .filter(entry -> entry.state() == LedgerEntry.State.INHERITED)
                    .map(LedgerEntry::interval)
                    .collect(Collectors.toSet());
        }

        boolean isDone() {
            return working.get() == 0;
        }

        Verification snapshot(boolean isRefused) {
            boolean isDone = isDone(); // first: what is found later would be missing from one that is called done
            List<Row> rows = findings.rows();
            long held = rows.stream().mapToLong(Row::held).sum();
            long compared = rows.stream()
                    .mapToLong(row -> row.agree() + row.repaired() + row.thinned() + row.differ() + row.goneAtSource())
                    .sum();
            return new Verification(id, isRefused, isDone, startedAt, held, compared, rows);
        }
    }
}
