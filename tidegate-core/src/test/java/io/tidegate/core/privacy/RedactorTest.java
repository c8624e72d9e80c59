package io.tidegate.core.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StoreFixture;
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

    @Test
    @Incident(120)
    void givenADoorBeforeAStore_whenContentComes_thenOnlyWhatMayBeKeptGoesThrough() {
        InMemoryStore behind = new InMemoryStore();
        SeriesKey series = StoreFixture.listed(behind, 1);
        StoreFixture.held(behind, series, 1, StoreFixture.row(1, 5, 2));

        var none = RedactingStore.over(behind, TextPrivacy.NONE);
        var literals = RedactingStore.over(behind, TextPrivacy.LITERALS);

        assertThat(RedactingStore.over(behind, TextPrivacy.KEEP)).isSameAs(behind);
        assertThat(none.missingTexts(series, 9)).isEmpty();
        assertThat(none.missingPlans(series, 9, false)).isEmpty();
        assertThat(literals.missingPlans(series, 9, false)).isEqualTo(behind.missingPlans(series, 9, false));
        literals.storeTexts(series, List.of(new QueryText(7, "select 's3cret'")));
        literals.storePlans(series, List.of(new PlanXml(5, 1, PLAN, 2L * PLAN.length())));
        assertThat(behind.missingPlans(series, 9, false)).isEmpty();
    }
}
