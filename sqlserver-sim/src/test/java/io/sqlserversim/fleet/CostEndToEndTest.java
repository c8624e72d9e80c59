package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.session.SessionCost;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What statements cost their session: a careless one is charged many times what a careful one is. */
class CostEndToEndTest {
    private static final String VIEWS = "sys.query_store_runtime_stats AS r JOIN sys.query_store_plan AS p"
            + " ON p.plan_id = r.plan_id JOIN sys.query_store_query AS q ON q.query_id = p.query_id"
            + " JOIN sys.query_store_query_text AS t ON t.query_text_id = q.query_text_id";

    private static Fleet fleet(VersionProfile profile) throws Exception {
        FleetSpec spec = FleetSpec.TEST
                .withWorkloads("oltp")
                .paced(1, 60, Duration.ofHours(400))
                .as(profile);
        return Fleet.start(spec, new ManualClock(Instant.parse("2026-03-04T10:20:30Z")));
    }

    private static SessionCost cost(Client client, String sql) throws SQLException {
        SessionCost before = settled(client);
        client.rows(sql);
        SessionCost after = settled(client);
        return after.since(before);
    }

    private static SessionCost settled(Client client) throws SQLException {
        String[] columns = client.rows("SELECT cpu_time, logical_reads, writes FROM sys.dm_exec_sessions"
                        + " WHERE session_id = @@SPID")
                .getFirst()
                .split("\\|", -1);
        return new SessionCost(
                Long.parseLong(columns[0]) * 1000, Long.parseLong(columns[1]), Long.parseLong(columns[2]));
    }

    @Test
    void givenOneInterval_whenReadFrom2022On_thenASeekAndBeforeAScanOfAll() throws Exception {
        String all = "SELECT SUM(count_executions) FROM sys.query_store_runtime_stats";
        String one = all + " WHERE runtime_stats_interval_id = 100";
        try (Fleet newer = fleet(VersionProfile.V16);
                Client client = Client.open(newer.first());
                Fleet older = fleet(VersionProfile.V15);
                Client old = Client.open(older.first())) {
            long scan = cost(client, all).logicalReads();
            assertThat(scan).isGreaterThan(500);
            assertThat(cost(client, one).logicalReads()).isLessThan(scan / 20);
            long oldScan = cost(old, all).logicalReads();
            assertThat(cost(old, one).logicalReads()).isGreaterThan(oldScan / 2);
            String plan = "SELECT SUM(count_executions) FROM sys.query_store_runtime_stats WHERE plan_id = 5";
            assertThat(cost(old, plan).logicalReads()).isLessThan(oldScan / 10);
        }
    }

    @Test
    void givenPlans_whenTheirShowplansAreRead_thenDecompressionIsPaidAndLessTheSecondTime() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            SessionCost narrow = cost(client, "SELECT plan_id, query_id FROM sys.query_store_plan");
            String wide = "SELECT MAX(DATALENGTH(query_plan)) FROM sys.query_store_plan";
            SessionCost cold = cost(client, wide);
            SessionCost warm = cost(client, wide);
            assertThat(cold.cpuMicros()).isGreaterThan(20 * narrow.cpuMicros());
            assertThat(warm.cpuMicros()).isLessThan(cold.cpuMicros() / 5).isGreaterThan(narrow.cpuMicros());
            assertThat(cold.logicalReads()).isGreaterThan(narrow.logicalReads());
        }
    }

    @Test
    void givenAllViews_whenJoinedInOneStatement_thenManyTimesWhatOneAfterTheOtherCosts() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            SessionCost joined = cost(client, "SELECT COUNT(*) FROM " + VIEWS);
            long apart = 0;
            for (String view : new String[] {"runtime_stats", "plan", "query", "query_text"}) {
                apart += cost(client, "SELECT COUNT(*) FROM sys.query_store_" + view)
                        .cpuMicros();
            }
            assertThat(joined.cpuMicros()).isGreaterThan(8 * apart);
        }
    }

    @Test
    void givenJoinsThatCostNoMore_whenAllViewsAreJoined_thenAboutWhatOneAfterTheOtherCosts() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            SessionCost dear = cost(client, "SELECT COUNT(*) FROM " + VIEWS);
            fleet.first().queryStores().values().forEach(store -> store.joinsCostMore(false));
            SessionCost cheap = cost(client, "SELECT COUNT(*) FROM " + VIEWS);
            assertThat(dear.cpuMicros()).isGreaterThan(8 * cheap.cpuMicros());
            assertThat(dear.logicalReads()).isGreaterThan(8 * cheap.logicalReads());
        }
    }

    @Test
    void givenAWitness_whenStatementsRunInOneBatch_thenEachIsToldWithItsOwnCostRowsAndBytes() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            List<ExecutedStatement> told = new CopyOnWriteArrayList<>();
            fleet.first().witness(told::add);
            String one = "SELECT TOP (1) plan_id, query_plan FROM sys.query_store_plan";
            String many = "SELECT plan_id FROM sys.query_store_plan";
            client.run("USE tempdb");
            client.run("EXEC (N'" + one.replace("sys.", "Sales.sys.") + "'); " + many.replace("sys.", "Sales.sys."));

            assertThat(told).extracting(ExecutedStatement::text).allMatch(text -> text.contains("Sales.sys."));
            assertThat(told).hasSize(2);
            assertThat(told.getFirst().rows()).isEqualTo(1);
            assertThat(told.getFirst().bytes()).isGreaterThan(8_000);
            assertThat(told.getLast().rows()).isGreaterThan(30);
            assertThat(told.getLast().bytes())
                    .isBetween(told.getLast().rows() * 8, told.getLast().rows() * 30);
            assertThat(told.getLast().cost().logicalReads()).isPositive();
        }
    }

    /** Fails when the delay is taken from anything but the charge, or not at all. */
    @Test
    void givenRealCost_whenRead_thenTheStatementSpendsAboutWhatItIsCharged() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            AtomicLong spent = new AtomicLong();
            fleet.first()
                    .queryStores()
                    .values()
                    .forEach(store -> store.costs((session, nanos) -> spent.addAndGet(nanos)));
            SessionCost cost = cost(client, "SELECT MAX(DATALENGTH(query_plan)) FROM sys.query_store_plan");
            assertThat(spent.get() / 1000).isBetween(cost.cpuMicros() * 8 / 10, cost.cpuMicros());
        }
    }
}
