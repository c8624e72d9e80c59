package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that SQL Server gives for single expressions, as text, and the messages of those that it refuses. */
class ScalarExpressionTest {
    private final TestServer server = new TestServer();
    private final Session session = server.session("master");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1|1",
                "7/2|3",
                "-7/2|-3",
                "7%3|1",
                "7/2.0|3.500000",
                "1.0/3|0.333333",
                "10/4e0|2.5",
                "2147483648|2147483648",
                "cast(1 as bigint)*3000000000|3000000000",
                "1.10+2.205|3.305",
                "1.5*1.5|2.25",
                "'a'+N'b'|ab",
                "'5'+3|8",
                "-5|-5",
                "~5|-6",
                "6&3|2",
                "6 ^ 3|5",
                "case when 'A'='a' then 1 else 0 end|1",
                "case when 'a'='a   ' then 1 else 0 end|1",
                "case when null=null then 1 else 0 end|0",
                "iif(1 in (1,null),'y','n')|y",
                "iif(1 not in (2,null),'y','n')|n",
                "iif('abc' like 'A[b-c]%','y','n')|y",
                "iif('a_c' like 'a!_c' escape '!','y','n')|y",
                "iif(5 between 1 and 5,'y','n')|y",
                "len('ab  ')|2",
                "datalength(N'ab')|4",
                "left('abcdef',2)|ab",
                "right('abcdef',2)|ef",
                "substring('abcdef',2,3)|bcd",
                "substring('abc',0,2)|a",
                "upper('aé')|AÉ",
                "ltrim('  x ')+'!'|x !",
                "replace('aBcb','b','-')|a-c-",
                "charindex('C','abc')|3",
                "charindex('x','abc')|0",
                "concat('a',null,1)|a1",
                "quotename('a]b')|[a]]b]",
                "quotename('a','''')|'a'",
                "str(123.456,6,2)|123.46",
                "isnull(null,'x')|x",
                "coalesce(null,null,3)|3",
                "nullif(1,1)|<null>",
                "abs(-3)|3",
                "round(123.456,1)|123.500",
                "round(-2.5,0)|-3.0",
                "floor(-1.5)|-2",
                "ceiling(1.2)|2",
                "sqrt(16)|4.0",
                "cast('12' as int)|12",
                "cast(12.9 as int)|12",
                "cast(1 as varbinary(8))|00000001",
                "cast('abc' as varchar(2))|ab",
                "cast(12345 as varchar(3))|*",
                "convert(varchar(30),cast('2026-01-02 03:04:05.678' as datetime2(3)),121)|2026-01-02 03:04:05.678",
                "convert(varchar(10),getdate(),120)|2026-11-29",
                "convert(nvarchar(40),sysutcdatetime(),126)|2026-11-29T17:30:15.1234567",
                "try_cast('x' as int)|<null>",
                "try_convert(int,'17')|17",
                "convert(varchar(20),0x0aff,1)|0x0AFF",
                "convert(varchar(20),hashbytes('MD5','abc'),2)|900150983CD24FB0D696",
                "dateadd(day,1,cast('2024-02-28' as date))|2024-02-29",
                "datediff(hour,'2026-01-01 00:59','2026-01-01 01:01')|1",
                "datediff(day,'2026-01-01T23:59:59','2026-01-02T00:00:00')|1",
                "datediff_big(millisecond,'1970-01-01','2026-01-01')|1767225600000",
                "datepart(weekday,'2026-11-29')|1",
                "year('2026-11-29')|2026",
                "cast(cast('2026-01-01 00:00:00.004' as datetime) as datetime2(7))|2026-01-01T00:00:00.003",
                "cast('2026-01-01 10:00 +02:00' as datetimeoffset(0)) at time zone 'UTC'|2026-01-01T08:00Z",
                "switchoffset(cast('2026-01-01 10:00 +00:00' as datetimeoffset(0)),'+02:00')|2026-01-01T12:00+02:00",
                "todatetimeoffset(cast('2026-01-01' as datetime2),'-05:00')|2026-01-01T00:00-05:00",
                "sysdatetimeoffset()|2026-11-29T17:30:15.123456700Z",
                "@@spid|51",
                "@@trancount|0",
                "@@lock_timeout|-1",
                "@@max_precision|38",
                "@@servername|sim-1",
                "cast(serverproperty('EngineEdition') as int)|3",
                "db_name()|master",
                "db_id('sales')|5",
                "db_name(2)|tempdb",
                "object_id('sys.nothing')|<null>",
                "schema_name()|dbo",
                "suser_sname()|monitor",
                "host_name()|host",
                "has_perms_by_name(null,null,'VIEW SERVER STATE')|1",
                "has_perms_by_name(null,null,'NO SUCH')|<null>",
                "has_dbaccess('nowhere')|<null>",
                "columnproperty(object_id('sys.light'),'name','ColumnId')|3",
                "databasepropertyex('Sales','Updateability')|READ_ONLY",
                "applock_mode('public','r','Session')|NoLock",
                "applock_test('public','r','Exclusive','Session')|1",
                "(select max(id) from sys.light)|10",
                "iif(exists(select 1 from sys.light where id=3),'y','n')|y",
                "iif(5 in (select id from sys.light),'y','n')|y",
                "iif(5 > all (select id from sys.light where id<5),'y','n')|y"
            })
    void givenAnExpression_whenSelected_thenItHasSqlServersValue(String expression, String expected) {
        RecordingSink answer = server.run(session, "SELECT " + expression);
        assertThat(answer.errors).extracting(SqlError::text).isEmpty();
        assertThat(show(answer.results.getFirst().rows().getFirst().getFirst())).isEqualTo(expected);
    }

    private static String show(Object value) {
        return switch (value) {
            case null -> "<null>";
            case byte[] bytes -> java.util.HexFormat.of().formatHex(bytes);
            case io.sqlserversim.types.Variant variant -> variant.value().toString();
            case java.math.BigDecimal decimal -> decimal.toPlainString();
            default -> value.toString();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT 1/0|8134|Divide by zero error encountered.",
                "SELECT 2147483647+1|8115|Arithmetic overflow error converting expression to data type int.",
                "SELECT cast('abc' as int)|245|Conversion failed when converting the varchar value 'abc' to data type int.",
                "SELECT cast(N'abc' as bigint)|8114|Error converting data type nvarchar to bigint.",
                "SELECT cast('x' as numeric(5,2))|8114|Error converting data type varchar to numeric.",
                "SELECT cast(300 as tinyint)|220|Arithmetic overflow error for data type tinyint, value = 300.",
                "SELECT cast('2026-13-01' as date)|241|Conversion failed when converting date and/or time from character string.",
                "SELECT cast('99999999999' as int)|248|The conversion of the varchar value '99999999999' overflowed an int column.",
                "SELECT x|207|Invalid column name 'x'.",
                "SELECT t.x FROM sys.light AS l|4104|The multi-part identifier \"t.x\" could not be bound.",
                "SELECT id FROM sys.light a, sys.light b|209|Ambiguous column name 'id'.",
                "SELECT id FROM sys.nothing|208|Invalid object name 'sys.nothing'.",
                "SELECT nope FROM sys.light|207|Invalid column name 'nope'.",
                "SELECT foo(1)|195|'foo' is not a recognized built-in function name.",
                "SELECT left('a')|174|The left function requires 2 argument(s).",
                "SELECT @x|137|Must declare the scalar variable \"@x\".",
                "SELECT FROM t|156|Incorrect syntax near the keyword 'FROM'.",
                "SELECT 1 +|102|Incorrect syntax near '+'.",
                "SELEC 1|2812|Could not find stored procedure 'SELEC'.",
                "SELECT 1; SELEC 1|102|Incorrect syntax near 'SELEC'.",
                "SELECT 'abc|105|Unclosed quotation mark after the character string 'abc'.",
                "SELECT 1 /* x|113|Missing end comment mark '*/'.",
                "SELECT id, count(*) FROM sys.light|8120|Column 'light.id' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.",
                "SELECT id FROM sys.light WHERE count(*)>1|147|An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.",
                "SELECT (SELECT id FROM sys.light)|512|Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= or when the subquery is used as an expression.",
                "SELECT (SELECT id, grp FROM sys.light)|116|Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.",
                "SELECT id FROM sys.light ORDER BY 2|108|The ORDER BY position number 2 is out of range of the number of items in the select list.",
                "SELECT 1 UNION SELECT 1,2|205|All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.",
                "SELECT * FROM (SELECT 1) AS d|8155|No column name was specified for column 1 of 'd'.",
                "SELECT id FROM sys.light OPTION (RECOMPLE)|102|Incorrect syntax near 'RECOMPLE'.",
                "SELECT id FROM sys.light LIMIT 5|102|Incorrect syntax near '5'.",
                "SELECT id FROM sys.light WITH (NOLUCK)|321|\"NOLUCK\" is not a recognized table hints option. If it is intended as a parameter to a table-valued function or to the CHANGETABLE function, ensure that your database compatibility mode is set to 90.",
                "SELECT cast(1 as foo)|243|Type foo is not a defined system type.",
                "SELECT cast(getdate() as date)+1|206|Operand type clash: date is incompatible with int",
                "SELECT cast(1 as date)|529|Explicit conversion from data type int to date is not allowed.",
                "SELECT 'a'-'b'|402|The data types varchar and varchar are incompatible in the subtract operator.",
                "SELECT id FROM a.b.sys.light|7202|Could not find server 'a' in sys.servers. Verify that the correct server name was specified. If necessary, execute the stored procedure sp_addlinkedserver to add the server to sys.servers.",
                "USE nowhere|911|Database 'nowhere' does not exist. Make sure that the name is entered correctly.",
                "SELECT * FROM nowhere.sys.light|208|Invalid object name 'nowhere.sys.light'.",
                "EXEC nope|2812|Could not find stored procedure 'nope'.",
                "EXEC dbo.nope|2812|Could not find stored procedure 'dbo.nope'.",
                "THROW 51000, 'mine', 3|51000|mine",
                "THROW 10, 'mine', 3|35100|Error number 10 in the THROW statement is outside the valid range. Specify an error number in the valid range of 50000 to 2147483647.",
                "RAISERROR('a %d %s',16,1,5,'b')|50000|a 5 b",
                "SET foo ON|195|'foo' is not a recognized SET option.",
                "DECLARE @a int, @a int|134|The variable name '@a' has already been declared. Variable names must be unique within a query batch or stored procedure.",
                "COMMIT|3902|The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.",
                "KILL 51|6104|Cannot use KILL to kill your own process.",
                "KILL 99|6106|Process ID 99 is not an active process ID.",
                "DROP TABLE #t|3701|Cannot drop the table '#t', because it does not exist or you do not have permission.",
                "SELECT * FROM #t|208|Invalid object name '#t'."
            })
    void givenAWrongStatement_whenRun_thenItsMessageIsSqlServers(String text, int number, String message) {
        RecordingSink answer = server.run(session, text);
        assertThat(answer.errors).hasSize(1);
        assertThat(answer.errors.getFirst().number()).isEqualTo(number);
        assertThat(answer.errors.getFirst().text()).isEqualTo(message);
    }
}
