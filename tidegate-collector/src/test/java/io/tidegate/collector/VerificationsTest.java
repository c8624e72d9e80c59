package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault.RefuseLogin;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.DatabaseOperations;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.core.status.Verifier.Row;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a comparison says of databases and servers that it did not look at: why, and never that they agree or are gone. Mutations
 * seen to break it: what was not compared is gone; what is listed and not read is gone; a twin that was asked; a store that fails
 * and ends the others' turn; switches, a refused login and a rest that are not asked.
 */
class VerificationsTest {
    private static final Scope ALL = new Scope(null, null, null, Duration.ZERO);

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(2, 2));
    private final SimulatedServer one = fixture.fleet.servers().getFirst();
    private final SimulatedServer two = fixture.fleet.servers().getLast();
    private final String database = fixture.database();
    private final List<Collector> collectors = new ArrayList<>();
    private final Collector collector = collector(CollectorFixture.target(one), CollectorFixture.target(two));

    @AfterEach
    void close() {
        collectors.forEach(each -> each.lanes().forEach(ServerLane::close));
        fixture.close();
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                Arguments.of("offline", way((them, name) -> them.state(name, DatabaseState.OFFLINE)), "it is offline"),
                Arguments.of("single-user", way((them, name) -> them.singleUser(name, 0)), "single-user"));
    }

    private static BiConsumer<DatabaseOperations, String> way(BiConsumer<DatabaseOperations, String> change) {
        return change;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void givenADatabaseThatIsListedAndNotEntered_whenVerified_thenItIsUnverifiedWithTheReasonInAnyProcess(
            String how, BiConsumer<DatabaseOperations, String> goes, String reason) {
        passes(collector);
        goes.accept(one.databases(), database);

        for (Collector process : List.of(collector, fresh())) {
            assertUnverified(verify(process, ALL), reason);
        }
    }

    @Test
    void givenADatabaseThatIsShutToTheLogin_whenVerifiedInAnyProcess_thenItIsUnverifiedWithWhatOpensIt() {
        passes(collector);
        grant(one, database);

        for (Collector process : List.of(collector, fresh())) {
            assertUnverified(verify(process, ALL), "CREATE USER");
            assertUnverified(verify(process, new Scope(null, database, null, Duration.ZERO)), "CREATE USER");
        }
    }

    /** It is entered, and its probe fails: a new process does not know it then. */
    @Test
    void givenADatabaseWhoseProbeFails_whenVerifiedInAnyProcess_thenItIsUnverifiedWithTheFault() {
        passes(collector);
        grant(one, database, Permission.CONNECT);

        for (Collector process : List.of(collector, fresh())) {
            assertUnverified(verify(process, ALL), "GRANT VIEW DATABASE");
        }
    }

    @Test
    void givenAnExcludedDatabase_whenVerified_thenItIsUnverified() {
        passes(collector);
        collector
                .lanes()
                .getFirst()
                .reconfigure(CollectorFixture.settings(), new DatabaseFilter(List.of(), List.of(database)));

        assertUnverified(verify(collector, ALL), "excluded by configuration");
    }

    @Test
    void givenADatabaseThatIsDropped_whenVerified_thenItIsGoneAtTheSourceAndNothingIsOpen() {
        passes(collector);
        one.databases().drop(database);

        for (Collector process : List.of(collector, fresh())) {
            assertThat(rows(verify(process, ALL))).isNotEmpty().allSatisfy(row -> {
                assertThat(row.goneAtSource()).isEqualTo(row.held()).isPositive();
                assertThat(row.reason()).isEmpty();
            });
        }
    }

    @Test
    void givenARenameThatNoLeaseHasSettled_whenVerified_thenTheOldNameIsNotCalledGone() {
        passes(collector);
        one.databases().rename(database, "Archive");

        assertUnverified(verify(fresh(), ALL), "under a new name");
    }

    @Test
    void givenAServerThatIsRegisteredTwice_whenVerified_thenWhatTheSecondHoldsIsUnverifiedAndWhatHoldsNothingIsNoRow() {
        passes(collector);
        passes(collector(named("z-second", two)));
        Collector both = collector(named("z-first", two), CollectorFixture.target(two), named("z-second", two));

        both.lanes().get(1).tick(fixture.ticker.readNanos()); // the first of the two that have history
        Verification verification = verify(both, ALL);

        assertThat(verification.rows())
                .filteredOn(row -> row.server().equals("z-second"))
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row.unverified()).isEqualTo(row.held()).isPositive();
                    assertThat(row.reason()).contains("same instance as");
                });
        assertThat(verification.rows())
                .extracting(Row::server)
                .contains(two.name())
                .doesNotContain("z-first");
        assertThat(verification.notice()).isEqualTo("not compared, since not configured: '" + one.name() + "'");
    }

    @Test
    void givenAStoreThatFailsOnce_whenVerified_thenThatServerIsNoAgreementAndTheOthersHaveTheirRows() {
        passes(collector);
        Verifications verifications =
                new Verifications(fixture.tools, collector, failingOnce(fixture.store.reader(), "allSeries"));

        Verification verification = verify(verifications, ALL);

        assertThat(verification.rows())
                .filteredOn(row -> row.database().isEmpty())
                .singleElement()
                .satisfies(row -> assertThat(row.reason()).contains("the store failed", "disk full"));
        assertThat(verification.rows())
                .filteredOn(row -> row.agree() > 0)
                .extracting(Row::server)
                .contains(one.name(), two.name());
    }

    @Test
    void givenNothingHeldInTheSpan_whenVerified_thenItIsSaidThatNothingWasCompared() {
        passes(collector);

        Verification later =
                verify(collector, new Scope(null, null, Instant.parse("2100-01-01T00:00:00Z"), Duration.ZERO));

        assertThat(later.rows()).isEmpty();
        assertThat(later.notice()).contains("nothing was compared");
    }

    @Test
    void givenNothingHeldAtAll_whenVerified_thenNothingIsAmiss() {
        Verification verification = verify(collector, ALL);

        assertThat(verification.rows()).isEmpty();
        assertThat(verification.notice()).isEmpty();
    }

    @Test
    void givenAServerThatIsSwitchedOffOrQuiet_whenVerified_thenItIsUnverifiedAndNothingIsSent() {
        passes(collector);
        ServerLane lane = collector.lanes().getFirst();
        QuietHours always = new QuietHours(
                ZoneOffset.UTC,
                List.of(new QuietHours.Span(EnumSet.allOf(DayOfWeek.class), LocalTime.MIN, LocalTime.MIN)));
        CollectorSettings on = CollectorFixture.settings();
        long before = one.instance().statements().get();

        lane.reconfigure(on.switched(false, true, true, QuietHours.NEVER), DatabaseFilter.ALL);
        assertUnverified(verify(collector, ALL), "switched off", 2);
        lane.reconfigure(on.switched(true, true, true, always), DatabaseFilter.ALL);
        assertUnverified(verify(collector, ALL), "quiet hours until", 2);

        assertThat(one.instance().statements().get()).isEqualTo(before);
    }

    @Test
    void givenALoginThatIsRefused_whenVerifiedAgainAndAgain_thenTheServerSeesOneTry() {
        passes(collector);
        Collector process = fresh();
        refuseLogins();

        assertUnverified(verify(process, ALL), "password", 2);
        for (int i = 0; i < 3; i++) {
            assertUnverified(verify(process, ALL), "next try at", 2);
        }

        assertThat(one.faults().triggered()).containsEntry("refused", 1L);
    }

    /** The kept light session lives on; only the one that would read is refused. */
    @Test
    void givenALoginThatIsRefusedMeanwhile_whenVerified_thenNoOtherDatabaseIsTried() {
        passes(collector);
        refuseLogins();

        assertUnverified(verify(collector, ALL), "password", 2);

        assertThat(one.faults().triggered()).containsEntry("refused", 1L);
    }

    private void refuseLogins() {
        one.faults()
                .add(new FaultRule(
                        "refused",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new RefuseLogin(List.of(new SqlError(18456, 14, 1, "Login failed for user 'monitor'.")))));
    }

    private Collector collector(ServerTarget... targets) {
        Collector made = new Collector(
                fixture.restarted(),
                CollectorFixture.settings(),
                List.of(targets),
                new MemoryLeaseLog(),
                ManualPause::new,
                "");
        collectors.add(made);
        return made;
    }

    /** As the command's own process. */
    private Collector fresh() {
        return collector(CollectorFixture.target(one), CollectorFixture.target(two));
    }

    private static ServerTarget named(String name, SimulatedServer server) {
        ServerTarget at = CollectorFixture.target(server);
        return ServerTarget.trusted(name, at.host(), at.port(), at.login());
    }

    private void passes(Collector of) {
        for (ServerLane lane : of.lanes()) {
            lane.tick(fixture.ticker.readNanos());
            lane.backfill();
        }
    }

    private Verification verify(Collector of, Scope scope) {
        return verify(new Verifications(fixture.tools, of, fixture.store.reader()), scope);
    }

    private static Verification verify(Verifications verifications, Scope scope) {
        long id = verifications.verify(scope).id();
        Await.until("it has ended", () -> now(verifications, id).isDone());
        return now(verifications, id);
    }

    private static Verification now(Verifications verifications, long id) {
        return verifications.verification(id).orElseThrow();
    }

    /** The one database of the first server. */
    private List<Row> rows(Verification verification) {
        return verification.rows().stream()
                .filter(row -> row.server().equals(one.name()) && row.database().equals(database))
                .toList();
    }

    private void assertUnverified(Verification verification, String reason) {
        assertUnverified(rows(verification), reason);
        assertThat(verification.rows())
                .filteredOn(row -> row.server().equals(two.name()))
                .allSatisfy(row -> assertThat(row.agree()).isEqualTo(row.held()));
    }

    /** So many databases of the first server. */
    private void assertUnverified(Verification verification, String reason, int databases) {
        List<Row> rows = verification.rows().stream()
                .filter(row -> row.server().equals(one.name()))
                .toList();
        assertThat(rows).extracting(Row::database).doesNotContain("");
        assertThat(rows.stream().map(Row::database).distinct()).hasSize(databases);
        assertUnverified(rows, reason);
    }

    private static void assertUnverified(List<Row> rows, String reason) {
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.unverified()).isEqualTo(row.held()).isPositive();
            assertThat(row.goneAtSource() + row.agree()).isZero();
            assertThat(row.reason()).contains(reason);
        });
    }

    /** The login reads the others; in one database it has these rights. */
    private static void grant(SimulatedServer server, String database, Permission... there) {
        Grants grants = Grants.NONE.with(Permission.VIEW_ANY_DATABASE);
        for (String name : server.queryStores().keySet()) {
            List<Permission> rights = name.equals(database)
                    ? List.of(there)
                    : List.of(Permission.CONNECT, Permission.VIEW_DATABASE_PERFORMANCE_STATE);
            for (Permission right : rights) {
                grants = grants.withDatabase(name.toUpperCase(Locale.ROOT), right);
            }
        }
        Objects.requireNonNull(server.instance().login("monitor")).grants(grants);
    }

    private static HistoryReader failingOnce(HistoryReader real, String method) {
        AtomicBoolean failed = new AtomicBoolean();
        return (HistoryReader) Proxy.newProxyInstance(
                VerificationsTest.class.getClassLoader(),
                new Class<?>[] {HistoryReader.class},
                (proxy, called, arguments) -> {
                    if (called.getName().equals(method) && failed.compareAndSet(false, true)) {
                        throw new StoreException("disk full", new IOException("disk full"));
                    }
                    try {
                        return called.invoke(real, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
