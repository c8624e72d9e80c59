package io.tidegate.sqlserver.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BindingTest {
    private static final SqlText TEXT = SqlFile.parse("t", """
            -- name: t
            -- reads: none
            -- params: a bigint, ids bigint*
            -- columns: none
            -- since: 13
            -- permission: none
            SELECT /* :a */ ':a', [:a], :a, x FROM {db}.t WHERE y = :a AND id IN (:ids) -- :a
            """);

    @Test
    void givenPlacesInStringsCommentsAndNames_whenBound_thenOnlyRealPlacesBecomeQuestionMarks() {
        BoundSql bound = TEXT.in("Sales").set("a", 7).set("ids", List.of(3L)).build();
        assertThat(bound.sql())
                .isEqualTo("SELECT /* :a */ ':a', [:a], ?, x FROM [Sales].t WHERE y = ? AND id IN (?) -- :a");
        assertThat(bound.values()).containsExactly(7L, 7L, 3L);
    }

    @Test
    @Incident(122)
    void givenAHostileDatabaseName_whenBound_thenItStaysOneIdentifier() {
        BoundSql bound = TEXT.in("a]; DROP TABLE x --")
                .set("a", 1)
                .set("ids", List.of(1L))
                .build();
        assertThat(bound.sql()).contains("FROM [a]]; DROP TABLE x --].t");
        assertThatThrownBy(() -> TEXT.in("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TEXT.in("x".repeat(129))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givenAList_whenBound_thenItIsPaddedWithItsLastIdToAFixedLength() {
        List<Long> ids = LongStream.rangeClosed(1, 11).boxed().toList();
        BoundSql bound = TEXT.in("d").set("a", 0).set("ids", ids).build();
        assertThat(bound.values()).hasSize(2 + 50).endsWith(11L, 11L).startsWith(0L, 0L, 1L);
        assertThatThrownBy(() -> TEXT.in("d").set("ids", List.of())).hasMessageContaining("1 to 1000 ids");
    }

    @Test
    void givenWrongOrMissingParameters_whenBound_thenTheyAreNamed() {
        assertThatThrownBy(() -> TEXT.in("d").set("b", 1)).hasMessageContaining("no value :b");
        assertThatThrownBy(() -> TEXT.in("d").set("a", 1).build()).hasMessageContaining(":ids was not set");
        assertThatThrownBy(TEXT::bind).hasMessageContaining("needs a database");
    }

    @Test
    @Incident(122)
    void givenStrings_whenInlined_thenQuotesAreDoubled() {
        BoundSql inline = Statements.PROBE_GUARDED
                .text()
                .bind()
                .set("probe", "SELECT N'x'")
                .set("intervals", "SELECT 1")
                .set("database_name", "O'Hara")
                .set("known_id", 7)
                .buildInline();
        assertThat(inline.sql()).contains("EXEC (N'SELECT N''x''');").contains("N'O''Hara' AS failed_database");
        assertThat(inline.values()).isEmpty();
    }

    @Test
    void givenParametersThatStayBound_whenInlined_thenTheyAreQuestionMarksAndTheRestIsWritten() {
        Binding binding = TEXT.in("d").set("a", 7).set("ids", List.of(9L));
        assertThat(binding.buildInline("a").sql()).contains("y = ? AND id IN (9)");
        assertThat(binding.buildInline("a").values()).containsExactly(7L, 7L);
        assertThat(TEXT.in("d").set("ids", List.of(9L)).buildNested()).contains("y = @a AND id IN (9)");
    }

    @Test
    void givenAGuard_whenPutInFront_thenItsValuesComeFirst() {
        BoundSql heavy = TEXT.in("d").set("a", 5).set("ids", List.of(9L)).build();
        BoundSql guard = new BoundSql(heavy.header(), "IF ? THROW;", List.of("first"));
        BoundSql batch = heavy.behind(guard);
        assertThat(batch.sql()).startsWith("IF ? THROW;\nSELECT");
        assertThat(batch.values()).containsExactly("first", 5L, 5L, 9L);
    }
}
