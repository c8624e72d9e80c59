package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The procedures of Query Store, through a driver. */
class StoreProceduresTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-04T10:20:30Z"));
    private Fleet fleet;
    private QueryStore store;
    private Client owner;
    private Client monitor;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2).withWorkloads("oltp").as(VersionProfile.V17), clock);
        fleet.first()
                .instance()
                .add(new Login(
                        300, "owner", "Abc123", "Sales", Grants.MONITOR.withDatabase("Sales", Permission.ALTER)));
        store = fleet.first().queryStores().get("Sales");
        owner = Client.open(fleet.first(), "user=owner", "databaseName=Sales");
        monitor = Client.open(fleet.first(), "databaseName=tempdb");
    }

    @AfterEach
    void stop() throws Exception {
        owner.close();
        monitor.close();
        fleet.close();
    }

    @Test
    void givenAPlan_whenForcedAndFailing_thenTheViewsSaySoUntilItIsUnforced() throws Exception {
        String[] pair = owner.one("SELECT TOP (1) query_id, plan_id FROM sys.query_store_plan ORDER BY plan_id DESC")
                .split("\\|", -1);
        owner.run("EXEC sp_query_store_force_plan @query_id = " + pair[0] + ", @plan_id = " + pair[1]);
        store.procedures().failForcing(Long.parseLong(pair[0]), 8712);
        String flags = "SELECT CAST(is_forced_plan AS int), plan_forcing_type_desc, force_failure_count,"
                + " last_force_failure_reason_desc FROM Sales.sys.query_store_plan WHERE plan_id = " + pair[1];
        assertThat(monitor.one(flags)).isEqualTo("1|MANUAL|1|NO_INDEX");
        assertThat(monitor.rows("SELECT query_id, plan_id, plan_forcing_type_desc"
                        + " FROM Sales.sys.query_store_plan_forcing_locations"))
                .containsExactly(pair[0] + "|" + pair[1] + "|MANUAL");
        owner.run("EXEC sys.sp_query_store_unforce_plan " + pair[0] + ", " + pair[1]);
        assertThat(monitor.one(flags)).isEqualTo("0|NONE|0|NONE");
    }

    @Test
    void givenAHint_whenSetAndCleared_thenTheViewHasIt() throws Exception {
        owner.run("EXEC sys.sp_query_store_set_hints 3, N'OPTION (MAXDOP 1)'");
        assertThat(monitor.rows("SELECT query_id, query_hint_text FROM Sales.sys.query_store_query_hints"))
                .containsExactly("3|OPTION (MAXDOP 1)");
        owner.run("EXEC sys.sp_query_store_clear_hints @query_id = 3");
        assertThat(monitor.rows("SELECT query_id FROM Sales.sys.query_store_query_hints"))
                .isEmpty();
    }

    @Test
    void givenFlush_whenCalled_thenNoRowIsSplitAnyMore() throws Exception {
        String split = "SELECT COUNT(*) FROM (SELECT plan_id FROM Sales.sys.query_store_runtime_stats GROUP BY plan_id,"
                + " runtime_stats_interval_id, execution_type HAVING COUNT(*) > 1) AS s";
        clock.advance(Duration.ofMinutes(3));
        owner.run("EXEC sys.sp_query_store_flush_db");
        clock.advance(Duration.ofSeconds(20));
        assertThat(monitor.number(split)).isPositive();
        clock.advance(Duration.ofMillis(1));
        owner.run("EXEC sys.sp_query_store_flush_db");
        assertThat(monitor.number(split)).isZero();
    }

    @Test
    void givenRemovals_whenRead_thenTheyAreGoneAndTheOthersStay() throws Exception {
        String rows = "SELECT COUNT(*) FROM Sales.sys.query_store_runtime_stats WHERE plan_id = ";
        int other = monitor.number(rows + 4);
        assertThat(monitor.number(rows + 2)).isPositive();
        owner.run("EXEC sys.sp_query_store_remove_query 2");
        owner.run("EXEC sys.sp_query_store_remove_plan 3");
        assertThat(monitor.number("SELECT COUNT(*) FROM Sales.sys.query_store_query WHERE query_id = 2"))
                .isZero();
        assertThat(monitor.number("SELECT COUNT(*) FROM Sales.sys.query_store_plan WHERE plan_id IN (2, 3)"))
                .isZero();
        assertThat(monitor.number(rows + 2)).isZero();
        assertThat(monitor.number(rows + 3)).isZero();
        assertThat(monitor.number(rows + 4)).isEqualTo(other);
        owner.run("EXEC sys.sp_query_store_reset_exec_stats @plan_id = 4");
        assertThat(monitor.number(rows + 4)).isZero();
        clock.advance(Duration.ofMinutes(30));
        assertThat(monitor.number(rows + 4)).isPositive();
    }

    @Test
    void givenNonsense_whenCalled_thenTheMessagesOfTheDocumentation() {
        assertThat(owner.refused("EXEC sys.sp_query_store_force_plan 99999, 1").getErrorCode())
                .isEqualTo(12402);
        assertThat(owner.refused("EXEC sys.sp_query_store_force_plan 1, 99999").getErrorCode())
                .isEqualTo(12403);
        assertThat(owner.refused("EXEC sys.sp_query_store_force_plan 1, 2").getErrorCode())
                .isEqualTo(12406);
        assertThat(owner.refused("EXEC sys.sp_query_store_force_plan 1").getErrorCode())
                .isEqualTo(313);
        assertThat(owner.refused("EXEC sys.sp_query_store_force_plan 1, NULL").getErrorCode())
                .isEqualTo(214);
        assertThat(owner.refused("EXEC sys.sp_query_store_forget").getErrorCode())
                .isEqualTo(2812);
        assertThat(monitor.refused("EXEC Sales.sys.sp_query_store_flush_db").getErrorCode())
                .isEqualTo(12421);
        store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_ONLY, 65_536));
        assertThat(owner.refused("EXEC sys.sp_query_store_flush_db").getErrorCode())
                .isEqualTo(12404);
        store.alter(store.options().withState(QueryStoreState.OFF, QueryStoreState.OFF, 0));
        assertThat(owner.refused("EXEC sys.sp_query_store_flush_db").getErrorCode())
                .isEqualTo(12405);
    }
}
