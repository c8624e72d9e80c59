package io.tidegate.core.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StateFixture;
import io.tidegate.core.store.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken out of T-SQL and of plans, and what stays. */
class RedactorTest {
    private static final String PLAN =
            "<ShowPlanXML Version=\"1.539\"><!-- s3cret --><StmtSimple StatementText=\"SELECT"
                    + " [a] FROM t WHERE x = N&apos;s3cret&apos;&#xD;&#xA;AND y = 4711 -- s3cret&#xA;OR z = &quot;q&quot;\""
                    + " StatementId=\"1\"><Const ConstValue=\"(4711)\"/><ScalarOperator ScalarString=\"[t].[x]=N'it''s"
                    + " s3cret'\"><Convert Expression=\"CONVERT(int,'s3cret',0)\"/></ScalarOperator><ColumnReference"
                    + " Column=\"@p\" ParameterDataType=\"varchar(40)\" ParameterCompiledValue=\"'s3cret'\""
                    + " ParameterRuntimeValue='4711'/><X>s3cret</X><![CDATA[s3cret]]></StmtSimple></ShowPlanXML>";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "select 1|select ?",
                "where a=N'x''y' and b='z'|where a=N'?' and b='?'",
                "where [it's 5]=5 and \"col 7\"=7|where [it's 5]=? and \"col 7\"=?",
                "select [a]]1] , t1.c2|select [a]]1] , t1.c2",
                "x=-1.5e-3+.5+0xAbF+$12.50|x=-?+?+0x+$?",
                "@p1=1 and #t2.x3=@@rowcount|@p1=? and #t2.x3=@@rowcount",
                "a/* 'x' /* y */ z */b|a/**/b",
                "a --it's s3cret|a --",
                "'never ends|'?'",
                "/* never ends|/**/",
                "[never ends|[?]",
                "TOP (10) varchar(50)|TOP (?) varchar(?)",
                "N'|N'?'",
            })
    void givenTsql_whenRedacted_thenLiteralsAndCommentsGoAndNamesStay(String sql, String expected) {
        assertThat(SqlRedactor.redact(sql)).isEqualTo(expected);
        assertThat(SqlRedactor.redact(expected)).isEqualTo(expected);
    }

    @Test
    void givenALineCommentAndALineBehindIt_whenRedacted_thenThatLineStays() {
        assertThat(SqlRedactor.redact("a -- 's\r\nb = 'c'")).isEqualTo("a --\r\nb = '?'");
        assertThat(SqlRedactor.redact("\"" + "x".repeat(129) + "\"")).isEqualTo("\"?\"");
        assertThat(SqlRedactor.redact("")).isEmpty();
    }

    @Test
    void givenAPlan_whenRedacted_thenNoLiteralIsLeftAndItsShapeIsTheSame() {
        String redacted = PlanRedactor.redact(PLAN).orElseThrow();

        assertThat(redacted)
                .doesNotContain("s3cret")
                .doesNotContain("4711")
                .contains("StatementText=\"SELECT [a] FROM t WHERE x = N&apos;?&apos;&#xd;&#xa;AND y = ? --&#xa;OR z =")
                .contains(
                        "StatementId=\"1\"",
                        "ConstValue=\"?\"",
                        "ParameterDataType=\"varchar(40)\"",
                        "Version=\"1.539\"")
                .contains("ScalarString=\"[t].[x]=N&apos;?&apos;\"", "&quot;q&quot;");
    }

    @Test
    void givenAPlanThatBreaksOff_whenRedacted_thenNothingOfItIsKept() {
        for (String broken : List.of("<a b=\"c", "<a", "<!-- x", "<![CDATA[ x")) {
            assertThat(PlanRedactor.redact(broken)).isEmpty();
        }
    }

    @Test
    void givenAnyText_whenRedacted_thenItEndsAndRedactedAgainItIsTheSame() {
        Random random = new Random(20261130);
        String alphabet = "'\"[]-/*0x9e.$@#aN \n\\<>&;\uD800\u0000";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(24); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String once = SqlRedactor.redact(text.toString());
            assertThat(SqlRedactor.redact(once)).as(text.toString()).isEqualTo(once);
        }
    }

    /** What has gone through the door. */
    private static final class Behind extends ForwardingStore {
        final List<String> kept = new ArrayList<>();

        Behind(CollectorStore store) {
            super(store);
        }

        @Override
        public void storeTexts(SeriesKey series, List<QueryText> texts) {
            texts.forEach(text -> kept.add(String.valueOf(text.text())));
            super.storeTexts(series, texts);
        }

        @Override
        public void storePlans(SeriesKey series, List<PlanXml> plans) {
            plans.forEach(plan -> kept.add(String.valueOf(plan.xml())));
            super.storePlans(series, plans);
        }

        @Override
        public List<StateEvent> recordState(StateReading reading) {
            reading.rows().forEach(row -> kept.add(String.valueOf(row.text("query_hint_text"))));
            return super.recordState(reading);
        }
    }

    /** Fails with a door that lets a text, a plan or a hint through as it came. */
    @Test
    @Incident(120)
    void givenADoorBeforeAStore_whenContentComes_thenOnlyWhatMayBeKeptGoesThrough() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series = StoreFixture.listed(store, 1);
        StoreFixture.held(store, series, 1, StoreFixture.row(1, 5, 2));
        Behind behind = new Behind(store);
        var none = RedactingStore.over(behind, TextPrivacy.NONE);
        var literals = RedactingStore.over(behind, TextPrivacy.LITERALS);

        assertThat(RedactingStore.over(behind, TextPrivacy.KEEP)).isSameAs(behind);
        assertThat(none.missingTexts(series, 9)).isEmpty();
        assertThat(none.missingPlans(series, 9, false)).isEmpty();
        assertThat(literals.missingPlans(series, 9, false)).isEqualTo(store.missingPlans(series, 9, false));

        send(literals, series);
        assertThat(behind.kept).hasSize(3).noneMatch(text -> text.contains("s3cret"));
        assertThat(behind.kept.getFirst()).isEqualTo("select '?'");
        assertThat(behind.kept.get(1)).startsWith("<ShowPlanXML");
        assertThat(behind.kept.getLast()).isEqualTo("OPTION (USE HINT('?'))");
        assertThat(store.missingPlans(series, 9, false)).isEmpty();

        behind.kept.clear();
        send(none, series);
        assertThat(behind.kept).containsExactly("null", "null", "");
    }

    private static void send(CollectorStore door, SeriesKey series) {
        door.storeTexts(series, List.of(new QueryText(7, "select 's3cret'")));
        door.storePlans(series, List.of(new PlanXml(5, 1, PLAN, 2L * PLAN.length())));
        door.recordState(StateFixture.whole(
                series, 1, StateTable.QUERY_HINT, StateFixture.hint(3, "OPTION (USE HINT('s3cret'))")));
    }
}
