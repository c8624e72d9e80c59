package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.Channel;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our statement gives way to whoever waits for its session, in a database of Azure too, and is alone on its connection.
 * Mutations seen to break it: a second statement that is let onto the connection; nobody who looks in a database of Azure.
 */
class BlockWatchTest {
    private static final String OURS = "EXEC sp_getapplock @Resource = 'tidegate/heavy/1', @LockMode = 'Exclusive',"
            + " @LockOwner = 'Session', @LockTimeout = 240000, @DbPrincipal = 'public'";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private CollectorFixture fixture;
    private ServerTarget target;
    private ServerLane lane;

    static Stream<VersionProfile> platforms() {
        return Stream.of(VersionProfile.V16, VersionProfile.AZURE);
    }

    private void start(VersionProfile platform) {
        fixture = new CollectorFixture(FleetSpec.TEST.as(platform));
        target = platform.isAzureDatabase() ? fixture.target().ofDatabase(fixture.database()) : fixture.target();
        lane = fixture.lane(fixture.tools, CollectorFixture.settings(), target, 0, 0);
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
        threads.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void givenASessionThatWaitsForOurs_whenLookedAt_thenOursIsCutWithItsNumberAndTheOtherGoesOn(VersionProfile platform)
            throws Exception {
        start(platform);
        try (Connection other = connect()) {
            CompletableFuture<PassOutcome> pass = hanging();
            CompletableFuture<Boolean> waiting = waiting(other);

            fixture.deadlines.advance(Duration.ofSeconds(3));

            assertThat(pass.get()).isEqualTo(PassOutcome.CUT);
            waiting.get();
            assertThat(lane.status().backfill().detail())
                    .matches("cut: session \\d+ waited \\d+ ms for our session \\d+");
            assertThat(fixture.server().judge().running()).isZero();
            assertThat(fixture.server().judge().total())
                    .as("nothing more was read")
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void givenALoginThatDoesNotSeeOthers_whenLookedAt_thenNothingIsCutAndNobodyLooksAgain(VersionProfile platform)
            throws Exception {
        start(platform);
        denyOthers();
        CompletableFuture<PassOutcome> pass = hanging();

        fixture.deadlines.advance(Duration.ofSeconds(3));
        Await.until("nobody looks again", () -> fixture.deadlines.pending() == before);
        fixture.server().faults().release();

        assertThat(pass.get()).as(lane.status().toString()).isEqualTo(PassOutcome.DONE);
    }

    @Test
    void givenAStatementThatIsRead_whenAnotherIsBegunOnItsConnection_thenItIsRefused() {
        start(VersionProfile.V16);
        lane.tick(0);
        String database = fixture.database();
        long interval = fixture.settled().getLast().intervalId();

        fixture.work(ReadBudget.STANDARD, (session, slice) -> {
            Channel channel = session.channel();
            assertThatThrownBy(() -> new RuntimeStatsReader(StoreColumns.OF_2022)
                            .read(
                                    session,
                                    database,
                                    new StatsRange(interval, interval, false, null),
                                    slice.limits(),
                                    row -> channel.one(
                                            Statements.LAST_WORD.text().bind().build(), r -> r.getInt(1))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a statement is live on this connection");
            return WorkResult.of(PassOutcome.DONE, 0);
        });
    }

    private int before;

    /** A backfill whose first statement stands still. */
    private CompletableFuture<PassOutcome> hanging() {
        CollectorFixture.next(fixture.server(), new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, false));
        CompletableFuture<PassOutcome> pass = CompletableFuture.supplyAsync(lane::backfill, threads);
        Await.until(
                "a statement stands still",
                () -> !fixture.server().faults().held().isEmpty());
        before = fixture.deadlines.pending() - 1;
        return pass;
    }

    private CompletableFuture<Boolean> waiting(Connection other) {
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> take(other), threads);
        Await.until(
                "another session waits",
                () -> fixture.server().instance().sessions().all().stream()
                        .anyMatch(session -> fixture.server().locks().waitOf(session) != null));
        return waiting;
    }

    private static boolean take(Connection other) {
        try (Statement statement = other.createStatement()) {
            return statement.execute(OURS);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** It reads its database, and of the sessions there sees its own. */
    private void denyOthers() {
        if (!target.isDatabase()) {
            fixture.denyServerState();
            return;
        }
        String key = fixture.database().toUpperCase(Locale.ROOT);
        Objects.requireNonNull(fixture.server().instance().login("monitor"))
                .grants(Grants.NONE
                        .withDatabase(key, Permission.CONNECT)
                        .withDatabase(key, Permission.VIEW_DATABASE_PERFORMANCE_STATE));
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:sqlserver://127.0.0.1:" + fixture.server().port() + ";databaseName=" + target.sessionDatabase()
                        + ";encrypt=optional;trustServerCertificate=true",
                "monitor",
                FleetSpec.TEST.password());
    }
}
