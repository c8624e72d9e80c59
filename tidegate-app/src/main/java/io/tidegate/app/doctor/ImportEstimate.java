package io.tidegate.app.doctor;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.ledger.ReadBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What importing a server's history would take: an estimate. Immutable.
 *
 * @param databases each database by itself
 * @param intervals intervals to be imported
 * @param mb megabytes to be read
 * @param slices slices that they take
 * @param heavySeconds seconds for which leases would be held
 * @param cpuSeconds CPU of our sessions there
 * @param hours until all of it is held, within the server's budget and at the backfill's cadence
 * @param heldBackBy what makes it take that long, for a user
 * @param from the figures that it is reckoned from, for a user
 * @param isMeasured whether the server's own leases are among them
 */
public record ImportEstimate(
        List<OfDatabase> databases,
        long intervals,
        double mb,
        long slices,
        double heavySeconds,
        double cpuSeconds,
        double hours,
        String heldBackBy,
        List<String> from,
        boolean isMeasured) {
    private static final double NANOS = 1e9;
    private static final double SECONDS_AN_HOUR = 3600;
    private static final double PERCENT = 100;

    /** Copies the lists. */
    public ImportEstimate {
        databases = List.copyOf(databases);
        from = List.copyOf(from);
    }

    /**
     * One database. Immutable.
     *
     * @param database its name
     * @param settled settled intervals that its Query Store lists, within the horizon
     * @param held of these those that the store holds
     * @param missing those that would be imported
     * @param oldest start of the oldest; null when there is none
     * @param mb megabytes to be read
     * @param planMb plans among them
     * @param isCounted whether the source has said how large its parts are
     * @param slices slices that they take
     * @param heavySeconds seconds for which leases would be held
     */
    public record OfDatabase(
            String database,
            long settled,
            long held,
            long missing,
            @Nullable Instant oldest,
            double mb,
            double planMb,
            boolean isCounted,
            long slices,
            double heavySeconds) {
        private static OfDatabase of(SourceHistory history, ImportRate rate, ReadBudget slice) {
            double share = history.settled() == 0 ? 0 : (double) history.missing() / history.settled();
            Volume volume = Volume.of(history).times(share);
            double heavy = volume.mb() / rate.mbPerSecond();
            double most = Math.max(
                    Math.max(volume.bytes() / slice.bytes(), volume.rows() / slice.rows()),
                    heavy / seconds(slice.time()));
            long slices = history.missing() == 0 ? 0 : Math.max(1, (long) Math.ceil(most));
            return new OfDatabase(
                    history.database(),
                    history.settled(),
                    history.held(),
                    history.missing(),
                    history.oldest(),
                    volume.mb(),
                    volume.planMb(),
                    volume.isCounted(),
                    slices,
                    heavy);
        }
    }

    /**
     * Reckons.
     *
     * @param histories what the source has
     * @param rate how fast it comes
     * @param settings slices, cadence and budget of that server
     * @param cores the server's cores
     * @param areCoresKnown whether they were read there
     * @return the estimate
     */
    static ImportEstimate of(
            List<SourceHistory> histories,
            ImportRate rate,
            CollectorSettings settings,
            int cores,
            boolean areCoresKnown) {
        List<OfDatabase> databases = histories.stream()
                .map(history -> OfDatabase.of(history, rate, settings.budget()))
                .toList();
        double mb = databases.stream().mapToDouble(OfDatabase::mb).sum();
        double heavy = databases.stream().mapToDouble(OfDatabase::heavySeconds).sum();
        double cpu = heavy * rate.cpuPerSecond();
        long most = databases.stream().mapToLong(OfDatabase::slices).max().orElse(0);
        Bound bound = Bound.of(heavy, cpu, most, settings, cores);
        return new ImportEstimate(
                databases,
                databases.stream().mapToLong(OfDatabase::missing).sum(),
                mb,
                databases.stream().mapToLong(OfDatabase::slices).sum(),
                heavy,
                cpu,
                bound.hours,
                bound.words,
                from(databases, rate, cores, areCoresKnown),
                rate.isMeasured());
    }

    private static List<String> from(List<OfDatabase> databases, ImportRate rate, int cores, boolean areCoresKnown) {
        List<String> assumed = databases.stream()
                .filter(database -> !database.isCounted())
                .map(OfDatabase::database)
                .toList();
        List<String> from = new ArrayList<>();
        if (assumed.size() < databases.size()) {
            from.add(
                    "size: rows and pages of Query Store's own tables, by the share of intervals that are not held; a row is"
                            + " taken to be " + Volume.ROW_BYTES + " bytes on the wire, and a plan " + Volume.UNPACKED
                            + " times as large there as it lies packed");
        }
        if (!assumed.isEmpty()) {
            from.add("size of " + String.join(", ", assumed)
                    + ": current_storage_size_mb, half of which is taken for plans,"
                    + " " + Volume.UNPACKED
                    + " times as large on the wire: the login is not shown the sizes of Query Store's tables there, for"
                    + " which it needs VIEW DEFINITION in the database");
        }
        from.add("rate: " + rate.from());
        from.add("cores: " + cores + (areCoresKnown ? ", read there" : ", assumed: they are not told to the login"));
        return List.copyOf(from);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }

    /** What an import waits for most. */
    private record Bound(double hours, String words) {
        static Bound of(double heavy, double cpu, long slicesOfOne, CollectorSettings settings, int cores) {
            HeavyBudget budget = settings.heavy();
            double share = budget.isUnlimited() ? 1 : Rank.BACKFILL.percent() / PERCENT;
            double heavyAnHour = seconds(budget.heavyTime()) * share;
            double cpuAnHour = seconds(budget.cpuTime(cores)) * share;
            Bound byHeavy = new Bound(heavy / heavyAnHour, words("%.1f s of heavy time an hour", heavyAnHour));
            Bound byCpu = new Bound(cpu / cpuAnHour, words("%.1f s of CPU an hour", cpuAnHour));
            Bound byCadence = new Bound(
                    slicesOfOne * seconds(settings.backfill()) / SECONDS_AN_HOUR,
                    words("one slice of a database every %.0f s", seconds(settings.backfill())));
            return List.of(byHeavy, byCpu, byCadence).stream()
                    .max(Comparator.comparingDouble(Bound::hours))
                    .orElse(byHeavy);
        }

        private static String words(String format, double amount) {
            return String.format(Locale.ROOT, format, amount);
        }
    }
}
