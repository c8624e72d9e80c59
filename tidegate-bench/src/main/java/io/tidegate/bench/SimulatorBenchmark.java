package io.tidegate.bench;

import io.tidegate.app.demo.FleetProcess;
import io.tidegate.app.demo.ProcStatus;
import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Loopback;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.sqlserver.ServerTarget;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a simulated server can do: how many clients, statements, rows and bytes. */
@Command(
        name = "simulator",
        description =
                "Logins, connections, statements, rows and bytes of simulated servers, against bare loopback TCP.")
final class SimulatorBenchmark extends Benchmark {
    private static final String ROWS = "SELECT * FROM Sales.sys.query_store_runtime_stats";

    @Option(names = "--servers", paramLabel = "N", description = "Servers in the process. [300]")
    private int servers = 300;

    @Option(names = "--connections", paramLabel = "N", description = "Connections that are open at once. [1000]")
    private int connections = 1_000;

    @Option(names = "--statements", paramLabel = "N", description = "Statements, one after the other. [20000]")
    private int statements = 20_000;

    @Option(names = "--plans", paramLabel = "N", description = "Plans of 60 KB. [5000]")
    private int plans = 5_000;

    @Option(names = "--minutes", paramLabel = "N", description = "Intervals of 1250 rows that are read. [200]")
    private int minutes = 200;

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--servers", servers, 1, 1_000);
        inRange("--connections", connections, 1, 10_000);
        inRange("--statements", statements, 1, 10_000_000);
        inRange("--plans", plans, 1, 12_500);
        inRange("--minutes", minutes, 10, 10_000);
        double baseline = Loopback.megabytesPerSecond(1L << 30);
        Table table = table();
        table.row("bytes over bare loopback TCP (baseline)", "", "", "", Table.number(baseline, 0), "1.00");
        try (FleetProcess fleet = FleetProcess.start(
                servers,
                "--databases",
                "1",
                "--workload",
                "big",
                "--interval-minutes",
                "1",
                "--history",
                minutes + "m")) {
            List<Connection> open = new ArrayList<>();
            try {
                measure(fleet, table, baseline, "logins, one after the other", () -> open(fleet.targets(), open));
                long resident = ProcStatus.bytes(Long.toString(fleet.pid()), "VmRSS") >> 20;
                Connection first = open.getFirst();
                for (boolean isWarm : new boolean[] {false, true}) {
                    Table into = isWarm ? table : table();
                    measure(fleet, into, baseline, "statements: SELECT 1", () -> selects(first));
                    measure(fleet, into, baseline, "runtime rows of all columns", () -> read(first, ROWS));
                    measure(
                            fleet,
                            into,
                            baseline,
                            "plans",
                            () -> read(first, "SELECT TOP (" + plans + ") query_plan FROM Sales.sys.query_store_plan"));
                }
                table.print(out);
                out.note(servers + " servers with " + open.size() + " connections open: " + resident + " MB resident.");
            } finally {
                for (Connection one : open) {
                    one.close();
                }
            }
        }
        out.note("The server is a process of its own; the client is mssql-jdbc, one thread, every value read as text.");
        return true;
    }

    private static Table table() {
        return new Table("what", "count", "seconds", "per second", "MB/s", "of the baseline");
    }

    private interface Load {
        long run() throws SQLException;
    }

    private void measure(FleetProcess fleet, Table table, double baseline, String what, Load load)
            throws IOException, SQLException {
        long bytesBefore = bytesOut(fleet);
        long begun = System.nanoTime();
        long count = load.run();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double megabytes = (bytesOut(fleet) - bytesBefore) / 1e6 / seconds;
        table.row(
                what,
                Long.toString(count),
                Table.number(seconds, 2),
                Table.number(count / seconds, 0),
                Table.number(megabytes, 1),
                Table.number(megabytes / baseline, 2));
    }

    private static long bytesOut(FleetProcess fleet) throws IOException {
        long bytes = 0;
        for (var server : fleet.status().path("servers")) {
            bytes += server.path("bytesOut").asLong();
        }
        return bytes;
    }

    private long open(List<ServerTarget> targets, List<Connection> open) throws SQLException {
        for (int i = 0; i < connections; i++) {
            ServerTarget target = targets.get(i % targets.size());
            open.add(DriverManager.getConnection("jdbc:sqlserver://" + target.host() + ":" + target.port()
                    + ";user=monitor;password=Abc123;encrypt=false;connectRetryCount=0;loginTimeout=60"));
        }
        return connections;
    }

    private long selects(Connection connection) throws SQLException {
        long sum = 0;
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < statements; i++) {
                try (ResultSet one = statement.executeQuery("SELECT 1")) {
                    one.next();
                    sum += one.getInt(1);
                }
            }
        }
        return sum;
    }

    private static long read(Connection connection, String sql) throws SQLException {
        long rows = 0;
        try (Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery(sql)) {
            int columns = all.getMetaData().getColumnCount();
            while (all.next()) {
                for (int c = 1; c <= columns; c++) {
                    all.getString(c);
                }
                rows++;
            }
        }
        return rows;
    }
}
