package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.querystore.options.CaptureMode;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.Sentinel;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.Right;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.read.ServerProbe;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.OpenedSession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Identities, texts, plans, probes and the report, over the wire. */
class ContentWireTest {
    private static final List<Long> IDS = LongStream.rangeClosed(1, 20).boxed().toList();
    private Simulated sim;

    @BeforeEach
    void start() {
        sim = new Simulated();
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void givenPlanIds_whenRead_thenIdentitiesSentinelsTextsAndPlansAgree() {
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            IdentityReader.Identities identities =
                    IdentityReader.identities(session, sim.database, IDS, ReadLimits.STANDARD);
            IdentityReader.Sentinels sentinels =
                    IdentityReader.sentinels(session, sim.database, IDS, ReadLimits.STANDARD);
            assertThat(identities.end().isComplete()).isTrue();
            assertThat(identities.found()).extracting(PlanIdentity::planId).isEqualTo(IDS);
            assertThat(sentinels.found())
                    .isEqualTo(identities.found().stream()
                            .map(i -> new Sentinel(i.planId(), i.planHash(), i.initialCompileTicks()))
                            .toList());
            List<Long> textIds = identities.found().stream()
                    .map(PlanIdentity::queryTextId)
                    .distinct()
                    .toList();
            List<ContentReader.SizedText> texts = new ArrayList<>();
            ContentReader.texts(session, sim.database, textIds, 1 << 20, ReadLimits.STANDARD, texts::add);
            assertThat(texts)
                    .hasSameSizeAs(textIds)
                    .allSatisfy(t -> assertThat(t.text().text()).hasSize((int) t.bytes() / 2));
            List<PlanXml> plans = new ArrayList<>();
            ContentReader.plans(session, sim.database, IDS, 1 << 20, ReadLimits.STANDARD, plans::add);
            assertThat(plans).hasSameSizeAs(IDS).allSatisfy(p -> {
                assertThat(p.xml()).startsWith("<ShowPlanXML").hasSize((int) p.bytes() / 2);
            });
        }
        lease.close();
    }

    /** Fails with a statement that sends what the reader then drops. */
    @Test
    @Incident({3, 6, 79, 80})
    void givenACap_whenPlansAreLarger_thenOnlyTheirSizeComes_andABudgetCutsBetweenPlans() {
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            List<PlanXml> capped = new ArrayList<>();
            long before = sim.server.bytesOut();
            ContentReader.plans(session, sim.database, IDS, 100, ReadLimits.STANDARD, capped::add);
            assertThat(sim.server.bytesOut() - before)
                    .as("sent by the server")
                    .isLessThan(capped.stream().mapToLong(PlanXml::bytes).sum() / 10);
            assertThat(capped).hasSameSizeAs(IDS).allSatisfy(p -> {
                assertThat(p.xml()).isNull();
                assertThat(p.bytes()).isGreaterThan(100);
            });
            List<PlanXml> few = new ArrayList<>();
            ReadLimits tight = new ReadLimits(1_000, capped.getFirst().bytes() + 1, Duration.ofSeconds(30));
            ReadEnd end = ContentReader.plans(session, sim.database, IDS, 1 << 20, tight, few::add);
            assertThat(end.how()).isEqualTo(ReadEnd.How.BYTES);
            assertThat(few).hasSizeBetween(1, 2);
        }
        lease.close();
        assertThat(sim.gate.lastRow().ending().name()).isEqualTo("RELEASED");
    }

    /** Mutation seen to break it: a statement that sends what the reader then drops. */
    @Test
    @Incident(6)
    void givenATextOverTheCap_whenTextsAreRead_thenOnlyItsSizeComesAndTheOthersWhole() {
        QueryStore source = sim.server.queryStores().get(sim.database);
        source.alter(source.options().withCaptureMode(CaptureMode.ALL));
        String large = "SELECT N'" + "x".repeat(100_000) + "' AS capped_";
        String small = "SELECT N'x' AS whole_";
        source.record(new Execution(large, 0, 1_000, 1_000, 1, 0, 1));
        source.record(new Execution(small, 0, 1_000, 1_000, 1, 0, 1));
        source.flush();
        List<Long> captured = LongStream.range(1_000_000, 1_000_010).boxed().toList();
        List<ContentReader.SizedText> texts = new ArrayList<>();
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            long before = sim.server.bytesOut();
            ContentReader.texts(session, sim.database, captured, 1_000, ReadLimits.STANDARD, texts::add);
            assertThat(sim.server.bytesOut() - before).as("sent by the server").isLessThan(large.length());
        }
        lease.close();

        assertThat(texts).filteredOn(t -> t.bytes() > 1_000).singleElement().satisfies(t -> {
            assertThat(t.bytes()).isEqualTo(2L * large.length());
            assertThat(t.text().text()).isNull();
            assertThat(t.text().absence()).isEqualTo(Absence.OVER_CAP);
        });
        assertThat(texts).extracting(t -> t.text().text()).contains(small);
    }

    /** Fails with a character stream: its decoder replaces what is unpaired, and swallows the unit behind it. */
    @Test
    @Incident(106)
    void givenUnpairedSurrogates_whenTheirTextIsRead_thenItIsTheSameUnitForUnit() {
        String odd = "SELECT N'a\uD83D', N'\uDE00', N'\uDE00\uD83D', N'\uD83D\uDE00\u0000' AS odd_\uD83D";
        QueryStore source = sim.server.queryStores().get(sim.database);
        source.alter(source.options().withCaptureMode(CaptureMode.ALL));
        source.record(new Execution(odd, 0, 1_000, 1_000, 1, 0, 1));
        source.flush();
        List<Long> captured = LongStream.range(1_000_000, 1_000_010).boxed().toList();
        List<ContentReader.SizedText> texts = new ArrayList<>();
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            ContentReader.texts(session, sim.database, captured, 1 << 20, ReadLimits.STANDARD, texts::add);
        }
        lease.close();

        assertThat(texts)
                .filteredOn(t -> String.valueOf(t.text().text()).contains("odd_"))
                .singleElement()
                .satisfies(t -> {
                    assertThat(t.text().text()).isEqualTo(odd);
                    assertThat(t.bytes()).isEqualTo(2L * odd.length());
                });
    }

    @Test
    @Incident(92)
    void givenOneBadDatabase_whenAllAreProbedInOneBatch_thenItCostsOneLine() {
        List<String> names = List.copyOf(sim.server.queryStores().keySet());
        sim.server.instance().database(names.get(0)).change(s -> s.with(DatabaseState.OFFLINE));
        OpenedSession session = sim.light();
        try (var channel = session.channel()) {
            List<RuntimeStatsInterval> all = new ArrayList<>();
            IntervalReader.readAll(channel, names.get(1), all::add);
            long before = sim.server.instance().statements().get();
            List<DatabaseProbe> probes = ServerProbe.run(
                    channel,
                    List.of(
                            new ServerProbe.Ask(names.get(0), Long.MIN_VALUE, 10),
                            new ServerProbe.Ask(names.get(1), all.get(9).id(), 5)));
            assertThat(sim.server.instance().statements().get() - before).isEqualTo(1);
            assertThat(probes.get(0))
                    .isInstanceOfSatisfying(
                            DatabaseProbe.Failed.class,
                            f -> assertThat(f.fault()).isInstanceOf(Fault.DatabaseUnavailable.class));
            DatabaseProbe.Seen seen = (DatabaseProbe.Seen) probes.get(1);
            assertThat(seen.above()).isEqualTo(all.subList(10, 15));
            assertThat(seen.lowestId()).isEqualTo(all.getFirst().id());
            assertThat(seen.count()).isGreaterThanOrEqualTo(all.size());
            assertThat(seen.options().actualState()).isEqualTo(2);
            assertThat(seen.options().intervalLengthMinutes()).isEqualTo(1);
            assertThat(Duration.between(seen.sourceNow(), sim.fleet.clock().now())
                            .abs())
                    .isLessThan(Duration.ofMinutes(1));
        }
        assertThat(sim.server.judge().total()).isZero();
    }

    @Test
    void givenAServer_whenExamined_thenTheReportNamesVersionColumnsRightsAndStores() {
        OpenedSession session = sim.light();
        try (var channel = session.channel()) {
            ServerReport report = ServerReport.examine(session);
            assertThat(report.version().major()).isEqualTo(16);
            assertThat(report.columns()).isEqualTo(StoreColumns.OF_2022);
            assertThat(report.rights())
                    .allSatisfy(right -> assertThat(right.held()).isTrue());
            assertThat(report.databases())
                    .extracting(d -> d.state().name())
                    .containsExactlyElementsOf(sim.server.queryStores().keySet());
            assertThat(report.databases()).allSatisfy(d -> {
                assertThat(d.ineligible()).isEmpty();
                assertThat(d.options()).isNotNull();
            });
            assertThat(channel).isNotNull();
        }
    }

    @Test
    @Incident(89)
    void givenALoginWithoutRights_whenExamined_thenTheGrantsAreNamed() {
        sim.server
                .instance()
                .login("monitor")
                .grants(io.sqlserversim.instance.Grants.NONE
                        .with(io.sqlserversim.instance.Permission.CONNECT_ANY_DATABASE)
                        .with(io.sqlserversim.instance.Permission.VIEW_ANY_DATABASE));
        OpenedSession session = sim.light();
        try (var channel = session.channel()) {
            ServerReport report = ServerReport.examine(session);
            assertThat(report.rights())
                    .filteredOn(right -> !right.held())
                    .extracting(Right::grant)
                    .contains("USE [master]; GRANT VIEW SERVER PERFORMANCE STATE TO [monitor];");
            assertThat(report.databases()).extracting(DatabaseReport::state).isNotEmpty();
            assertThat(channel).isNotNull();
        }
    }
}
