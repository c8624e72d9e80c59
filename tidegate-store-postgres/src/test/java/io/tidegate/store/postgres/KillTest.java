package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

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
 * The session is killed before each message of each transaction, one place per round, until a round has no such place any
 * more: nothing half is ever there, and made again the change comes to what it comes to without a kill. Mutations seen to
 * break it: auto-commit on; a commit between the band's row and its rows; a lost commit that is not called ambiguous.
 */
class KillTest {
    private static final List<String> TABLES = List.of(
            "series",
            "ledger_interval",
            "band",
            "stage",
            "runtime_stats",
            "peek",
            "plan_identity",
            "text_ref",
            "plan_ref");

    /** More places than any transaction has. */
    private static final int ENOUGH = 100;

    @ParameterizedTest
    @EnumSource
    void givenAChange_whenItsSessionIsKilledAnywhere_thenAllOrNothingAndAgainTheSame(Change change) throws Exception {
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
            int place = 1;
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
                if (failure == null) {
                    assertThat(state(beside, k)).as("place %d", place).isEqualTo(end);
                } else if (failure.isAmbiguous()) {
                    assertThat(state(beside, k)).as("killed in the commit").isIn(begin, end);
                } else {
                    assertThat(state(beside, k)).as("killed at %d", place).isEqualTo(begin);
                }
                change.make(calm, k);
                assertThat(state(beside, k)).as("made again after %d", place).isEqualTo(end);
                place++;
            }
            assertThat(place).as("places").isGreaterThan(3);
        }
    }

    /** The commit is done and its answer lost: the caller is told that he cannot know, and made again nothing doubles. */
    @ParameterizedTest
    @EnumSource
    void givenAChange_whenTheAnswerToItsCommitIsLost_thenAmbiguousAndAgainTheSame(Change change) throws Exception {
        String schema = TestPostgres.freshSchema();
        try (Wire wire = new Wire(TestPostgres.port());
                Connection beside = TestPostgres.beside(schema);
                PostgresStore calm = TestStores.open(schema);
                PostgresStore cut = TestStores.open(through(wire, schema))) {
            SeriesKey model = change.prepare(calm, "model");
            change.make(calm, model);
            String end = state(beside, model);
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
    }

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

    /** Ends the session that comes from a port, and waits until it has ended. */
    private static void kill(Connection beside, int port) {
        try (PreparedStatement s = beside.prepareStatement(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE client_port = ?")) {
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
