package io.tidegate.app.demo;

import java.io.PrintWriter;

/** The report for people. No state. */
final class DemoSummary {
    private DemoSummary() {}

    static void print(PrintWriter out, DemoReport report) {
        out.println();
        for (DemoReport.Server server : report.servers()) {
            DemoReport.Leases leases = server.leases();
            out.printf(
                    "%-8s at most %d heavy statement(s) at once; leases: %d tick, %d backfill; %d deferred, %d abandoned%n",
                    server.name(),
                    server.heavyMax(),
                    leases.tick(),
                    leases.backfill(),
                    leases.deferred(),
                    leases.abandoned());
        }
        DemoReport.Intervals i = report.intervals();
        out.printf(
                "%d intervals at the source: %d held, %d open, %d unsettled, %d pending, %d expired%n",
                i.atSource(), i.held(), i.open(), i.unsettled(), i.pending(), i.expired());
        out.printf(
                "executions of held intervals: %d at the source, %d stored; lost %d, duplicated %d%n",
                report.executions().atSource(), report.executions().stored(), report.lost(), report.duplicated());
        out.flush();
    }
}
