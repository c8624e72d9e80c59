package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreException;
import io.tidegate.store.postgres.Wire.Fault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The session is killed before a message of a transaction, one place per round, until a round has no such place any more:
 * nothing half is ever there, and made again the change comes to what it comes to without a kill. In the short form each
 * kind of transaction has every fifth place or so, in the long form (-Pproof) all. Mutations seen to break it: a commit between
 * the band's row and its rows; a peek's batch that does not replace itself.
 */
class KillTest {
    private static final List<String> TABLES = List.of(
            "series",
            "ledger_interval",
            "band",
            "stage",
            "runtime_stats",
            "wait_stage",
            "wait_stats",
            "peek",
            "plan_identity",
            "text_ref",
            "plan_ref");

    /** More places than any transaction has. */
    private static final int ENOUGH = 200;

    private static int stepOf(Change change) {
        if (Boolean.getBoolean("tidegate.proof")) {
            return 1;
        }
        return change == Change.HOLD_WHOLE ? 15 : 5;
    }

    @ParameterizedTest
    @EnumSource
    @Incident(19)
    void givenAChange_whenItsSessionIsKilledOrItsCommitUnanswered_thenAllOrNothingAndAgainTheSame(Change change)
            throws Exception {
        String schema = TestPostgres.freshSchema();
        try (Wire wire = new Wire(TestPostgres.port());
                Connection beside = TestPostgres.beside(schema);
                PostgresStore calm = TestStores.open(schema);
                PostgresStore cut = TestStores.open(through(wire, schema))) {
            SeriesKey model = change.prepare(calm, "model");
            String begin = state(beside, model);
            change.make(calm, model);
            String end = state(beside, model);
            assertThat(end).isNotEqualTo(begin);
            int step = stepOf(change);
            int place = 1 + change.name().length() % step; // spreads the places over the kinds
            boolean wasKilled = true;
            while (wasKilled) {
                assertThat(place).isLessThan(ENOUGH);
                SeriesKey k = change.prepare(calm, "killed-" + place);
                assertThat(state(beside, k)).isEqualTo(begin);
                wire.arm(place, Fault.ACT, port -> kill(beside, port));
                StoreException failure = failureOf(cut, change, k);
                wasKilled = wire.hasFired();
                wire.heal();
                assertThat(failure != null && !wasKilled)
                        .as("failed without a kill: %s", failure)
                        .isFalse();
                check(failure, place, state(beside, k), begin, end);
                change.make(calm, k);
                assertThat(state(beside, k)).as("made again after %d", place).isEqualTo(end);
                place += step;
            }
            assertThat(place).as("places").isGreaterThan(3);
            loseTheAnswer(change, wire, beside, calm, cut, end);
        }
    }

    private static void check(@Nullable StoreException failure, int place, String state, String begin, String end) {
        if (failure == null) {
            assertThat(state).as("place %d", place).isEqualTo(end);
        } else if (failure.isAmbiguous()) {
            assertThat(state).as("killed in the commit").isIn(begin, end);
        } else {
            assertThat(state).as("killed at %d", place).isEqualTo(begin);
        }
    }

    /** The commit is done and its answer lost: the caller is told that he cannot know, and made again nothing doubles. */
    private static void loseTheAnswer(
            Change change, Wire wire, Connection beside, PostgresStore calm, PostgresStore cut, String end)
            throws SQLException {
        SeriesKey k = change.prepare(calm, "lost");
        wire.loseNextCommit(Fault.ACT);

        StoreException lost = failureOf(cut, change, k);

        assertThat(lost).isNotNull();
        assertThat(lost.isAmbiguous()).isTrue();
        assertThat(lost).hasMessageContaining("whether it was kept is not known yet");
        assertThat(state(beside, k)).isEqualTo(end);
        change.make(calm, k);
        assertThat(state(beside, k)).isEqualTo(end);
    }

    /** A store behind the wire; its pools are of one connection, so that the messages of a call follow one another. */
    static PostgresOptions through(Wire wire, String schema) {
        PostgresOptions o = TestStores.options(schema).withPort(wire.port());
        return new PostgresOptions(
                o.host(),
                o.port(),
                o.database(),
                o.schema(),
                o.login(),
                null,
                1,
                1,
                o.callLimit(),
                Map.of("sslmode", "disable", "gssEncMode", "disable"));
    }

    private static @Nullable StoreException failureOf(PostgresStore store, Change change, SeriesKey k) {
        try {
            change.make(store, k);
            return null;
        } catch (StoreException e) {
            return e;
        }
    }

    /** Ends the session that comes from a port. It waits for its next message, and sees to the signal before that. */
    private static void kill(Connection beside, int port) {
        try (PreparedStatement s = beside.prepareStatement(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ?")) {
            s.setInt(1, port);
            try (ResultSet r = s.executeQuery()) {
                assertThat(r.next()).as("a session from port " + port).isTrue();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every row of a lineage, whatever its number and name. */
    private static String state(Connection beside, SeriesKey k) throws SQLException {
        StringBuilder all = new StringBuilder();
        for (String table : TABLES) {
            try (PreparedStatement s = beside.prepareStatement("SELECT string_agg(line, chr(10) ORDER BY line) FROM"
                    + " (SELECT (to_jsonb(t) - 'lineage' - 'database_name')::text AS line FROM " + table
                    + " t WHERE lineage = ?) lines")) {
                s.setInt(1, k.lineage());
                try (ResultSet r = s.executeQuery()) {
                    r.next();
                    all.append(table).append('\n').append(r.getString(1)).append('\n');
                }
            }
        }
        return all.toString();
    }
}
