package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FaultScriptsTest {
    @Test
    void givenManyFaults_whenListed_thenOneHangIsDeafForLongerThanAnyDeadlineOfThreeSeconds() {
        FaultRule rule = FaultScripts.of(FaultLevel.MANY).getFirst();
        assertThat(rule.match().heavyOnly()).isTrue();
        assertThat(rule.occurrence().first()).isEqualTo(5);
        assertThat(rule.occurrence().limit()).isEqualTo(Long.MAX_VALUE);
        assertThat(rule.fault()).isInstanceOfSatisfying(Fault.Hang.class, hang -> {
            assertThat(hang.deaf()).isTrue();
            assertThat(hang.hold().least()).isGreaterThan(Duration.ofSeconds(5));
            assertThat(hang.hold().most()).isGreaterThan(Duration.ofSeconds(6));
        });
    }

    @Test
    void givenLevels_whenListed_thenEachHoldsTheOneBelowAndNoNameTwice() {
        assertThat(FaultScripts.of(FaultLevel.NONE)).isEmpty();
        assertThat(FaultScripts.of(FaultLevel.MANY))
                .extracting(FaultRule::name)
                .containsAll(FaultScripts.of(FaultLevel.SOME).stream()
                        .map(FaultRule::name)
                        .toList());
        assertThat(FaultScripts.of(FaultLevel.MANY)).extracting(FaultRule::name).doesNotHaveDuplicates();
    }
}
