package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.budget.Usage;
import io.tidegate.core.status.BudgetStatus;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.StoreStatus;
import io.tidegate.web.api.Answers.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusCommandTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    /** Mutation seen to break it: the store's line is not printed. */
    @Test
    void givenAStoreOfKnownSize_whenShown_thenItsWordsAreALine() {
        StoreStatus store = new StoreStatus(1, 2, null, null, null, "store: 1.0 GB, 2.0 GB free");
        StringWriter out = new StringWriter();

        StatusCommand.table(new Servers(true, NOW, "", List.of(), List.of(), store), new PrintWriter(out, true));

        assertThat(out.toString().lines()).contains(store.words());
    }

    /** Mutation meant to break it: details in a cell of the table, which shows 100 characters. */
    @Test
    void givenLongDetailsAndRights_whenShown_thenEachIsWholeOnALineOfItsOwn() {
        String detail = "sql-1, database Sales: " + "a right is missing ".repeat(10) + ".";
        String grant = "USE [master]; GRANT VIEW SERVER PERFORMANCE STATE TO [monitor];";
        LoopStatus loop = new LoopStatus(
                PassOutcome.SKIPPED,
                "switched off",
                NOW,
                null,
                Map.of(),
                null,
                Duration.ZERO,
                Duration.ofMinutes(1),
                0);
        Usage usage = new Usage(
                Duration.ZERO,
                Duration.ofSeconds(30),
                Duration.ZERO,
                Duration.ofSeconds(7),
                Duration.ZERO,
                4,
                false,
                false);
        ServerStatus status = new ServerStatus(
                "sql-1",
                ServerStatus.State.FRESH,
                detail,
                "16.0",
                NOW,
                NOW,
                null,
                false,
                loop,
                loop,
                new BudgetStatus(usage, List.of(), "", List.of(grant)));
        StringWriter out = new StringWriter();

        StatusCommand.table(
                new Servers(true, NOW, "", List.of(status), List.of("sql-1"), null), new PrintWriter(out, true));

        assertThat(out.toString().lines().skip(2))
                .containsExactly(
                        "sql-1: " + detail, "sql-1: switched off", "sql-1: pressure is not seen; run: " + grant);
    }
}
