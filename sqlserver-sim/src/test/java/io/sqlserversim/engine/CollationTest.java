package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.TextCollation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Databases with other collations than the server's: of constants, columns, names of columns, tables and aliases. */
class CollationTest {
    private final TestServer server = new TestServer();

    private String run(String collation, String text) {
        TextCollation found = TextCollation.find(collation);
        assertThat(found).isNotNull();
        server.collations.put("Sales", found);
        Session session = server.session("Sales");
        RecordingSink answer = server.run(session, text);
        StringBuilder all = new StringBuilder();
        answer.results.forEach(result -> all.append(result.rows()));
        answer.errors.forEach(error -> all.append('!').append(error.number()));
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // a constant, a variable and a column have the database's
                "Latin1_General_CS_AS|SELECT 1 WHERE 'a' = 'A'|[]",
                "Latin1_General_CS_AS|SELECT 1 WHERE 'a' = 'a  '|[[1]]",
                "Latin1_General_CS_AS|DECLARE @a varchar(3) = 'a'; SELECT 1 WHERE @a = 'A'|[]",
                "Latin1_General_CS_AS|SELECT database_id FROM sys.databases WHERE name = 'SALES'|[]",
                "Latin1_General_CS_AS|SELECT database_id FROM sys.databases WHERE name = 'Sales'|[[3]]",
                "Latin1_General_CS_AS|SELECT database_id FROM master.sys.databases WHERE name = N'SALES' COLLATE Latin1_General_CI_AS|[[3]]",
                "Latin1_General_CS_AS|SELECT COUNT(*) FROM sys.light WHERE name LIKE 'ROW%'|[[5]]",
                "Latin1_General_CS_AS|SELECT COUNT(DISTINCT LEFT(name, 3)) FROM sys.light|[[2]]",
                "Latin1_General_CS_AS|SELECT v FROM (VALUES ('b'),('A'),('a'),('B')) AS t(v) ORDER BY v|[[a], [A], [b], [B]]",
                "Latin1_General_CS_AS|SELECT CHARINDEX('B', 'abAB'), REPLACE('aA', 'A', 'x'), PATINDEX('%B%', 'abB')|[[4, ax, 3]]",
                "Latin1_General_BIN2|SELECT v FROM (VALUES ('b'),('A'),('a'),('B')) AS t(v) ORDER BY v|[[A], [B], [a], [b]]",
                "Latin1_General_BIN2|SELECT 1 WHERE 'a' IN ('A', 'B')|[]",
                "Latin1_General_CI_AI|SELECT 1 WHERE N'e' = N'\u00c9'|[[1]]",
                // names
                "Latin1_General_CS_AS|SELECT NAME FROM sys.databases|!207",
                "Latin1_General_CI_AS|SELECT COUNT(NAME) FROM sys.databases|[[3]]",
                "Latin1_General_CS_AS|SELECT D.name FROM sys.databases AS d|!4104",
                "Latin1_General_CS_AS|SELECT 1 FROM SYS.databases|!208",
                "Latin1_General_CS_AS|SELECT 1 FROM sys.Databases|!208",
                "Latin1_General_CS_AS|SELECT COUNT(*) FROM master.sys.Databases|[[3]]",
                "Latin1_General_CS_AS|WITH c AS (SELECT 1 AS v) SELECT v FROM C|!208",
                "Latin1_General_CS_AS|SELECT 1 AS v, 2 AS V INTO #t; SELECT v, V FROM #t|!2705!208",
                "Latin1_General_CS_AS|SELECT v, V FROM (SELECT 1 AS v, 2 AS V) AS d|[[1, 2]]",
                // variables, functions and keywords go by the server's
                "Latin1_General_CS_AS|DECLARE @Abc int = 1; select @aBC, Len('ab')|[[1, 2]]",
                "Latin1_General_CS_AS|SELECT COUNT(*) FROM sys.databases WHERE name = DB_NAME()|[[1]]",
                // Turkish has two letters i
                "Turkish_CI_AS|SELECT 1 WHERE 'i' = 'I'|[]",
                "Turkish_CI_AS|SELECT 1 WHERE 'file' = 'FILE'|[]",
                "Turkish_CI_AS|SELECT 1 WHERE 'abc' = 'ABC'|[[1]]",
                "Turkish_CI_AS|SELECT 1 WHERE N'i' = N'\u0130' AND N'\u0131' = N'I'|[[1]]",
                "Turkish_CI_AS|SELECT UPPER(N'i'), LOWER(N'I')|[[\u0130, \u0131]]",
                "Turkish_CI_AS|SELECT DATABASE_ID FROM sys.databases|!207",
                "Turkish_CI_AS|SELECT COUNT(NAME) FROM sys.databases|[[3]]",
                "Turkish_CI_AS|SELECT 1 WHERE 'fIle' LIKE '%i%'|[]",
                // conflicts
                "Latin1_General_CS_AS|SELECT 1 FROM sys.databases AS a JOIN master.sys.databases AS b ON b.name = a.name|!468",
                "Latin1_General_CS_AS|SELECT COUNT(*) FROM sys.databases AS a JOIN master.sys.databases AS b ON b.name = a.name COLLATE DATABASE_DEFAULT|[[3]]",
                "Latin1_General_CS_AS|CREATE TABLE #t (n sysname); INSERT #t VALUES ('Sales'); SELECT 1 FROM #t JOIN sys.databases AS d ON d.name = #t.n|!468",
                "Latin1_General_CS_AS|CREATE TABLE #t (n sysname COLLATE DATABASE_DEFAULT); INSERT #t VALUES ('Sales'); SELECT d.database_id FROM #t JOIN sys.databases AS d ON d.name = #t.n|[[3]]",
                "Latin1_General_CS_AS|SELECT a.name + b.name FROM sys.databases AS a, master.sys.databases AS b|!468",
                "Latin1_General_CS_AS|DECLARE @t TABLE (v varchar(3)); INSERT @t VALUES ('a'), ('A'); SELECT COUNT(DISTINCT v) FROM @t|[[2]]",
                "Latin1_General_CS_AS|SELECT SQL_VARIANT_PROPERTY('a', 'Collation')|[[Variant[type=SqlType[kind=NVARCHAR, length=128, precision=0, scale=0, collation=SQL], value=Latin1_General_CS_AS]]]"
            })
    void givenADatabaseOfACollation_whenItIsAsked_thenTextsAndNamesCompareByIt(
            String collation, String text, String expected) {
        assertThat(run(collation, text).replaceAll("TextCollation\\[name=SQL_[^]]*\\]", "SQL"))
                .isEqualTo(expected);
    }
}
