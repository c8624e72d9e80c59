package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.QuietHours;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Query Store that is cleared: its ids begin anew and mean other plans. */
class ClearedStoreTest {
    private static final String PLANS =
            "SELECT p.plan_id, CONVERT(bigint, p.query_plan_hash) FROM sys.query_store_plan AS p";

    private final CollectorFixture fixture = new CollectorFixture();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** The list of intervals and the witnesses each notice it, seen to fail without both. */
    @Test
    @Incident(23)
    void givenAClearedStore_whenItIsReadOn_thenTheSameIdsMeanOtherPlansAndTheOldOnesStay() throws SQLException {
        lane.backfill();
        lane.tick(phase);
        SeriesKey old = series();
        Map<Long, Long> before = known(old);
        assertThat(before).isNotEmpty().isEqualTo(only(source(), before));

        fixture.queryStore().clear();
        for (int minute = 0; minute < 12; minute++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
        }

        assertThat(series().epoch()).isEqualTo(old.epoch() + 1);
        Map<Long, Long> after = known(series());
        assertThat(after).isNotEmpty().isEqualTo(only(source(), after));
        assertThat(only(before, after)).as("the same ids").isNotEmpty().isNotEqualTo(only(after, before));
        assertThat(known(old)).isEqualTo(before);
        assertThat(fixture.store.missingTexts(series(), 1)).isEmpty();
        assertThat(fixture.store.reader().storedIntervals(series())).isNotEmpty();
    }

    /** A switch that is supported. Mutation seen to break it: a suspect epoch that only the tick settles. */
    @Test
    void givenATickThatIsSwitchedOff_whenTheStoreIsCleared_thenTheBackfillSettlesItsEpochAndReadsOn() {
        lane.backfill();
        SeriesKey old = series();
        lane.reconfigure(CollectorFixture.settings().switched(true, false, true, QuietHours.NEVER), DatabaseFilter.ALL);
        fixture.queryStore().clear();
        for (int pass = 0; pass < 60; pass++) {
            fixture.clock.advance(Duration.ofMinutes(5));
            fixture.pass(Duration.ofMinutes(5));
            lane.backfill();
        }

        assertThat(series().epoch()).isEqualTo(old.epoch() + 1);
        assertThat(fixture.store.reader().storedIntervals(series())).isNotEmpty();
    }

    private SeriesKey series() {
        return lane.databases().getFirst().series().key();
    }

    /** Plan hashes by id, as we know them. */
    private Map<Long, Long> known(SeriesKey series) {
        return fixture.store.sentinels(series, 1_000, 0).stream()
                .collect(Collectors.toMap(Sentinel::planId, Sentinel::planHash));
    }

    private static Map<Long, Long> only(Map<Long, Long> plans, Map<Long, Long> asked) {
        Map<Long, Long> same = new HashMap<>(plans);
        same.keySet().retainAll(asked.keySet());
        return same;
    }

    private Map<Long, Long> source() throws SQLException {
        Map<Long, Long> plans = new HashMap<>();
        ConnectionSettings inside =
                new ConnectionSettings("source", fixture.database(), Duration.ofSeconds(30), Duration.ofMinutes(1));
        try (Connection connection = new DriverConnections().open(fixture.target(), inside);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PLANS)) {
            while (rows.next()) {
                plans.put(rows.getLong(1), rows.getLong(2));
            }
        }
        return plans;
    }
}
