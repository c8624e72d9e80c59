package io.tidegate.bench.cost;

import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The tables of a comparison. No state. */
final class CostTables {
    private static final double MILLION = 1e6;

    private CostTables() {}

    /** Statement by statement, the dearest first. */
    static void statements(Report out, Comparison compared) {
        out.note(compared.profile().productName() + ", profile "
                + compared.profile().label() + ":");
        Table table = new Table("statement", "runs", "CPU s", "reads", "MB sent", "rows sent");
        List<Map.Entry<String, Cost>> dearest = compared.collector().statements().entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Cost> entry) ->
                                -entry.getValue().cpuMicros())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        dearest.forEach(entry -> table.row(cells(entry.getKey(), entry.getValue())));
        table.row(cells("Tidegate, all of it", compared.collector().sum()))
                .row(cells("obvious way", compared.obvious().sum()))
                .row(cells(
                        "obvious way, no surcharge", compared.withoutSurcharge().sum()))
                .row(cells("before: Tidegate, history", compared.history()))
                .print(out);
    }

    private static String[] cells(String name, Cost cost) {
        return new String[] {
            name,
            Long.toString(cost.statements()),
            Table.number(cost.cpuMicros() / MILLION, 3),
            Long.toString(cost.reads()),
            Table.number(cost.bytes() / MILLION, 3),
            Long.toString(cost.rows())
        };
    }

    /** What a new row costs, over all profiles, and how many times the collector's cost that is. */
    static void perRow(Report out, List<Comparison> all) {
        Table table = new Table(
                "profile, way",
                "new rows",
                "CPU ms/row",
                "times",
                "reads/row",
                "times",
                "bytes/row",
                "times",
                "lost %");
        for (Comparison compared : all) {
            Stretch base = compared.collector();
            String label = compared.profile().label();
            perRow(table, label + ", Tidegate", base, base.sum(), base);
            perRow(
                    table,
                    label + ", obvious",
                    compared.obvious(),
                    compared.obvious().sum(),
                    base);
            Stretch spared = compared.withoutSurcharge();
            perRow(table, label + ", obvious, no surcharge", spared, spared.sum(), base);
            perRow(table, label + ", peeks of Tidegate alone", base, base.peeks(), base);
        }
        table.print(out);
    }

    private static void perRow(Table table, String name, Stretch way, Cost cost, Stretch base) {
        double rows = way.newRows();
        double baseRows = base.newRows();
        Cost least = base.sum();
        table.row(
                name,
                Long.toString(way.newRows()),
                Table.number(cost.cpuMicros() / 1e3 / rows, 3),
                times(cost.cpuMicros() / rows, least.cpuMicros() / baseRows),
                Table.number(cost.reads() / rows, 2),
                times(cost.reads() / rows, least.reads() / baseRows),
                Table.number(cost.bytes() / rows, 0),
                times(cost.bytes() / rows, least.bytes() / baseRows),
                Table.number(100 * way.lost(), 2));
    }

    private static String times(double value, double base) {
        return Table.number(value / base, 1);
    }

    /** What was read of settled intervals, texts and plans, against the same read once; and what came on top. */
    static void bytes(Report out, List<Comparison> all) {
        Table table = new Table(
                "profile",
                "settled MB",
                "texts, plans MB",
                "once MB",
                "ratio",
                "peeks MB",
                "all else MB",
                "plans sent",
                "new plans");
        for (Comparison compared : all) {
            Stretch way = compared.collector();
            long wanted = way.settled().bytes() + way.content().bytes();
            table.row(
                    compared.profile().label(),
                    megabytes(way.settled().bytes()),
                    megabytes(way.content().bytes()),
                    megabytes(compared.once().bytes()),
                    Table.number(compared.timesOnce(), 3),
                    megabytes(way.peeks().bytes()),
                    megabytes(way.wireBytes() - wanted - way.peeks().bytes()),
                    Long.toString(way.plans().rows()),
                    Long.toString(compared.newPlans()));
        }
        table.print(out);
    }

    private static String megabytes(long bytes) {
        return Table.number(bytes / MILLION, 3);
    }
}
