package io.tidegate.bench;

import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.time.SystemTicker;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Acquire and close of a lease, journal row included, against a bare compare-and-set pair; one thread, uncontended. */
@Command(name = "lease", description = "Acquire and close of a lease, against a bare compare-and-set pair.")
final class LeaseBenchmark extends Benchmark {
    @Option(names = "--rounds", paramLabel = "N", description = "Measured rounds, after as many to warm up. [7]")
    private int rounds = 7;

    @Option(names = "--operations", paramLabel = "N", description = "Pairs in each round. [1000000]")
    private long operations = 1_000_000;

    private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

    @Override
    protected boolean run(Report out) {
        inRange("--rounds", rounds, 1, 1_000);
        inRange("--operations", operations, 1, 1_000_000_000);
        AtomicLong journalled = new AtomicLong();
        Gate gate = new GateRegistry<String>(
                        "bench", row -> journalled.incrementAndGet(), InstantSource.system(), SystemTicker.INSTANCE)
                .gate("server");
        List<Double> bare = new ArrayList<>();
        List<Double> leased = new ArrayList<>();
        long granted = 0;
        for (int round = 0; round < 2 * rounds; round++) {
            boolean warm = round >= rounds;
            granted += measure(this::bare, warm ? bare : new ArrayList<>());
            granted += measure(pairs -> leased(gate, pairs), warm ? leased : new ArrayList<>());
        }
        double baseline = median(bare);
        new Table("operation", "median ns", "least ns", "most ns", "times the baseline")
                .row(cells("compare-and-set pair (baseline)", bare, baseline))
                .row(cells("lease: acquire and close", leased, baseline))
                .print(out);
        return granted == 4L * rounds * operations && journalled.get() == 2L * rounds * operations;
    }

    private long measure(LongUnaryOperator loop, List<Double> into) {
        long begun = System.nanoTime();
        long done = loop.applyAsLong(operations);
        into.add((System.nanoTime() - begun) / (double) operations);
        return done;
    }

    private long bare(long pairs) {
        Object me = new Object();
        long done = 0;
        for (long i = 0; i < pairs; i++) {
            if (state.compareAndSet(null, me) && state.compareAndSet(me, null)) {
                done++;
            }
        }
        return done;
    }

    private static long leased(Gate gate, long pairs) {
        long done = 0;
        for (long i = 0; i < pairs; i++) {
            if (gate.tryAcquire(Purpose.TICK, "Sales") instanceof Admission.Granted granted) {
                granted.lease().close();
                done++;
            }
        }
        return done;
    }

    private static String[] cells(String what, List<Double> nanos, double baseline) {
        return new String[] {
            what,
            Table.number(median(nanos), 1),
            Table.number(Collections.min(nanos), 1),
            Table.number(Collections.max(nanos), 1),
            Table.number(median(nanos) / baseline, 1)
        };
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
