package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ListComparison.Verdict;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.StoreFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a probe finds. */
class ProbeRulesTest {
    /** We know intervals 10 to 20, eleven of them. */
    private static final ListSummary KNOWN = new ListSummary(20, Ticks.of(hour(20)), 10, 11, 20);

    private static ListProbe probe(long lowest, long highest, long count) {
        List<RuntimeStatsInterval> tail = new java.util.ArrayList<>();
        for (long id = 20; id <= highest; id++) {
            tail.add(StoreFixture.interval(id));
        }
        return new ListProbe(tail, lowest, highest, count);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 20, 11, AGREE",
        "10, 22, 13, AGREE",
        "10, 22, 12, READ_WHOLE_LIST",
        "10, 20, 12, READ_WHOLE_LIST",
        "9, 20, 11, READ_WHOLE_LIST",
        "12, 20, 9, LOWEST_ROSE",
        "12, 22, 7, LOWEST_ROSE",
        "10, 19, 10, EPOCH_SUSPECT",
        "1, 3, 3, EPOCH_SUSPECT"
    })
    @Incident(22)
    void givenAProbe_whenCompared_thenTheVerdictIs(long lowest, long highest, long count, Verdict verdict) {
        assertThat(ListComparison.compare(KNOWN, probe(lowest, highest, count))).isEqualTo(verdict);
    }

    @Test
    void givenAnIdThatEndsElsewhere_whenCompared_thenTheEpochIsSuspect() {
        RuntimeStatsInterval elsewhere = new RuntimeStatsInterval(20, hour(30), hour(31));

        assertThat(ListComparison.compare(KNOWN, new ListProbe(List.of(elsewhere), 10, 20, 11)))
                .isEqualTo(Verdict.EPOCH_SUSPECT);
    }

    /** Mutation seen to break it: only ids above the highest that the source still had are looked at. */
    @Test
    void givenAnIdThatWasGone_whenItIsGivenAgain_thenTheEpochIsSuspect() {
        ListSummary afterACrash = new ListSummary(20, Ticks.of(hour(20)), 10, 11, 22);

        assertThat(ListComparison.compare(afterACrash, probe(10, 20, 11))).isEqualTo(Verdict.AGREE);
        assertThat(ListComparison.compare(afterACrash, probe(10, 21, 12))).isEqualTo(Verdict.EPOCH_SUSPECT);
        assertThat(ListComparison.compare(afterACrash, new ListProbe(StoreFixture.intervals(20, 23), 10, 23, 12)))
                .isEqualTo(Verdict.AGREE);
    }

    @Test
    void givenAnEmptiedList_whenCompared_thenTheEpochIsSuspect() {
        assertThat(ListComparison.compare(KNOWN, new ListProbe(List.of(), Long.MAX_VALUE, 0, 0)))
                .isEqualTo(Verdict.EPOCH_SUSPECT);
    }

    @Test
    void givenNothingKnown_whenTheTailIsTheWholeList_thenItAgrees() {
        ListSummary none = new ListSummary(0, 0, Long.MAX_VALUE, 0, 0);

        assertThat(ListComparison.compare(none, new ListProbe(List.of(), Long.MAX_VALUE, 0, 0)))
                .isEqualTo(Verdict.AGREE);
        assertThat(ListComparison.compare(none, new ListProbe(StoreFixture.intervals(3, 4), 3, 4, 2)))
                .isEqualTo(Verdict.AGREE);
        assertThat(ListComparison.compare(none, new ListProbe(StoreFixture.intervals(4), 3, 4, 2)))
                .isEqualTo(Verdict.READ_WHOLE_LIST);
    }

    @Test
    void givenAllKnownOnesWentButTheTail_whenCompared_thenCountsDecide() {
        ListSummary allGone = new ListSummary(0, 0, Long.MAX_VALUE, 0, 20);

        assertThat(ListComparison.compare(allGone, new ListProbe(StoreFixture.intervals(21, 22), 21, 22, 2)))
                .isEqualTo(Verdict.AGREE);
        assertThat(ListComparison.compare(allGone, new ListProbe(StoreFixture.intervals(22), 21, 22, 2)))
                .isEqualTo(Verdict.READ_WHOLE_LIST);
    }

    @Test
    @Incident(24)
    void givenWitnesses_whenChecked_thenAMissingOneIsOnlyCleanUpAndAChangedOneIsANewEpoch() {
        Sentinel a = new Sentinel(1, 10, 100);
        Sentinel b = new Sentinel(2, 20, 200);

        assertThat(SentinelCheck.check(List.of(), List.of())).isEqualTo(SentinelCheck.Verdict.AGREE);
        assertThat(SentinelCheck.check(List.of(a, b), List.of(a, b))).isEqualTo(SentinelCheck.Verdict.AGREE);
        assertThat(SentinelCheck.check(List.of(a, b), List.of(b))).isEqualTo(SentinelCheck.Verdict.AGREE);
        assertThat(SentinelCheck.check(List.of(a, b), List.of())).isEqualTo(SentinelCheck.Verdict.NONE_SURVIVES);
        assertThat(SentinelCheck.check(List.of(a, b), List.of(a, new Sentinel(2, 21, 200))))
                .isEqualTo(SentinelCheck.Verdict.MISMATCH);
        assertThat(SentinelCheck.check(List.of(a, b), List.of(new Sentinel(1, 10, 101))))
                .isEqualTo(SentinelCheck.Verdict.MISMATCH);
    }
}
