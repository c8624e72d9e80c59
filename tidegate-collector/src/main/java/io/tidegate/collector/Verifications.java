package io.tidegate.collector;

import io.tidegate.collector.lane.ServerLane;
import io.tidegate.collector.lane.VerifyFindings;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.Verifier;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreException;
import java.time.Instant;
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
        private final VerifyRemainder remainder;
        private final AtomicInteger working = new AtomicInteger();
        private volatile String notice = "";
        private volatile boolean isDone;

        Run(long id, Scope scope, Instant startedAt) {
            this.id = id;
            this.scope = scope;
            this.startedAt = startedAt;
            this.remainder = new VerifyRemainder(history, scope, findings);
            collector.lanes().stream()
                    .filter(lane -> scope.server() == null
                            || scope.server().equals(lane.target().name()))
                    .forEach(waiting::add);
            working.set(Math.clamp(waiting.size(), 1, AT_ONCE));
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
                    lane(lane);
                }
            } finally {
                if (working.decrementAndGet() == 0) {
                    end();
                }
            }
        }

        /** What fails for one server is said of it, and the others have their turn. */
        private void lane(ServerLane lane) {
            String server = lane.target().name();
            try {
                remainder.of(server, lane.verify(scope, findings));
            } catch (StoreException failed) {
                LOG.warn("server={} its verification could not go on: {}", server, failed.getMessage());
                findings.of(server, "", Kind.RUNTIME).unverified("the store failed: " + failed.getMessage(), false);
            } catch (RuntimeException unforeseen) {
                LOG.error("server={} its verification failed in an unforeseen way", server, unforeseen);
                findings.of(server, "", Kind.RUNTIME).unverified("failed in an unforeseen way, see the log", false);
            }
        }

        private void end() {
            try {
                notice = remainder.notice(configured());
            } catch (StoreException failed) {
                notice = "what else is held is not known, the store failed: " + failed.getMessage();
            } finally {
                isDone = true;
            }
        }

        private Set<String> configured() {
            return collector.lanes().stream().map(lane -> lane.target().name()).collect(Collectors.toSet());
        }

        boolean isDone() {
            return isDone;
        }

        Verification snapshot(boolean isRefused) {
            boolean done = isDone; // first: what is found later would be missing from one that is called done
            List<Row> rows = findings.rows();
            long held = rows.stream().mapToLong(Row::held).sum();
            long compared = rows.stream()
                    .mapToLong(row -> row.agree() + row.repaired() + row.thinned() + row.differ() + row.goneAtSource())
                    .sum();
            return new Verification(id, isRefused, done, startedAt, held, compared, rows, done ? notice : "");
        }
    }
}
