package io.tidegate.bench.cost;

import io.sqlserversim.instance.VersionProfile;
import io.tidegate.bench.run.Bar;
import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a new row costs the simulated server, by its own counters, on each version profile. */
@Command(
        name = "cost",
        description =
                "What a new row costs the server: statement by statement, against one statement that joins everything.")
public final class CostBenchmark extends Benchmark {
    @Option(
            names = "--profiles",
            paramLabel = "P",
            split = ",",
            converter = Played.class,
            description = "Which SQL Servers are played. [13,14,15,16,17,azure]")
    private List<VersionProfile> profiles = List.of(
            VersionProfile.V13,
            VersionProfile.V14,
            VersionProfile.V15,
            VersionProfile.V16,
            VersionProfile.V17,
            VersionProfile.AZURE);

    @Option(names = "--plans", paramLabel = "N", description = "Plans of the workload at first. [300]")
    private int plans = 300;

    @Option(
            names = "--interval-minutes",
            paramLabel = "N",
            description = "Length of an interval: 5, 10, 15 or 30. [15]")
    private int intervalMinutes = 15;

    @Option(names = "--history-hours", paramLabel = "N", description = "History at first contact. [24]")
    private int historyHours = 24;

    @Option(names = "--minutes", paramLabel = "N", description = "Length of the stretch, in pairs of intervals. [120]")
    private int minutes = 120;

    @Option(names = "--seed", paramLabel = "S", description = "Decides the workload. [7]")
    private long seed = 7;

    /** Nothing set. */
    public CostBenchmark() {}

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--plans", plans, 8, 100_000);
        inRange("--interval-minutes", intervalMinutes, 5, 30);
        inRange("--history-hours", historyHours, 1, 24 * 30);
        inRange("--minutes", minutes, 6L * intervalMinutes, 24 * 60);
        CostPlan plan = new CostPlan(plans, intervalMinutes, historyHours, minutes, seed);
        List<Comparison> all = new ArrayList<>();
        try (Bar bar = new Bar("profiles", profiles.size())) {
            for (VersionProfile profile : profiles) {
                Comparison compared = Comparison.of(profile, plan);
                CostTables.statements(out, compared);
                all.add(compared);
                bar.at(all.size());
            }
        }
        CostTables.perRow(out, all);
        CostTables.bytes(out, all);
        out.note(
                "Counters of the simulated server; a statement that waits for nothing takes as long as it computes, so CPU"
                        + " seconds are its seconds.");
        out.note("surcharge: the cost model lets each large view cost 30 times as much when one statement names four.");
        out.note("lost: executions that were never seen. once: each new interval, text and plan by one plain read.");
        return all.stream().allMatch(Comparison::isCollectorWhole);
    }

    /** A profile by its label. */
    static final class Played implements ITypeConverter<VersionProfile> {
        @Override
        public VersionProfile convert(String label) {
            VersionProfile profile = VersionProfile.parse(label);
            if (profile == null) {
                String labels =
                        VersionProfile.ALL.stream().map(VersionProfile::label).collect(Collectors.joining(", "));
                throw new TypeConversionException("no profile '" + label + "'; there are " + labels);
            }
            return profile;
        }
    }
}
