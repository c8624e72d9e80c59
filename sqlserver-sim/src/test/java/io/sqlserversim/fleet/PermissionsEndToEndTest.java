package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What logins with exact grants get from mssql-jdbc: rows, or the errors of the version. */
class PermissionsEndToEndTest {
    private static ProfileFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = ProfileFleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    /** A user of Sales with grants and denials as the control channel writes them, separated by semicolons. */
    private static Grants grants(String text) {
        Grants grants = Grants.NONE.withDatabase("Sales", Permission.CONNECT);
        for (String each : text.split(";", -1)) {
            grants = each.isBlank() ? grants : LoginRequests.plus(grants, each.strip());
        }
        return grants;
    }

    private static Client as(String label, String text) throws SQLException {
        fleet.server(label).instance().add(new Login(300, "exact", "Abc123", "Sales", grants(text)));
        return Client.open(fleet.server(label), "user=exact", "databaseName=Sales");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            13    | ""                                       | sys.query_store_plan          | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            15    | ""                                       | sys.query_store_runtime_stats | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            rds   | ""                                       | sys.query_store_runtime_stats | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            16    | ""                                       | sys.query_store_query         | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            17    | ""                                       | sys.query_context_settings    | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            azure | ""                                       | sys.query_store_query_text    | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            mi    | ""                                       | sys.query_store_wait_stats    | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            16    | VIEW DATABASE PERFORMANCE STATE in Sales | sys.query_store_replicas      | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            16    | VIEW DATABASE PERFORMANCE STATE in Sales | sys.database_query_store_internal_state | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            azure | VIEW DATABASE PERFORMANCE STATE in Sales | sys.dm_db_resource_stats      | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            azure | VIEW DATABASE PERFORMANCE STATE in Sales | sys.dm_geo_replication_link_status | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            16    | VIEW SERVER STATE                        | sys.dm_db_partition_stats     | 262+297 | VIEW DEFINITION permission denied in database 'Sales'.
            15    | VIEW DEFINITION in Sales                 | sys.dm_db_partition_stats     | 262+297 | VIEW DATABASE STATE permission denied in database 'Sales'.
            15    | VIEW DATABASE STATE in Sales             | sys.dm_exec_connections       | 300+297 | VIEW SERVER STATE permission was denied on object 'server', database 'master'.
            16    | VIEW DATABASE STATE in Sales             | sys.dm_tran_locks             | 300+297 | VIEW SERVER PERFORMANCE STATE permission was denied on object 'server', database 'master'.
            14    | ""                                       | sys.dm_db_tuning_recommendations | 300+297 | VIEW SERVER STATE permission was denied on object 'server', database 'master'.
            azure | ""                                       | sys.dm_db_tuning_recommendations | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            azure | ""                                       | sys.dm_exec_connections       | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            azure | VIEW DATABASE STATE in Sales             | tempdb.sys.dm_exec_requests   | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'tempdb'.
            azure | VIEW DATABASE STATE in Sales             | Orders.sys.query_store_plan   | 40515   | Reference to database and/or server name in 'Orders.sys.query_store_plan' is not supported in this version of SQL Server.
            16    | VIEW SERVER STATE                        | Orders.sys.query_store_plan   | 916     | The server principal "exact" is not able to access the database "Orders" under the current security context.
            16    | VIEW SERVER STATE; deny VIEW DATABASE STATE in Sales | sys.query_store_plan | 262+297 | VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.
            16    | VIEW SERVER PERFORMANCE STATE; deny VIEW SERVER STATE | sys.dm_tran_locks | 300+297 | VIEW SERVER PERFORMANCE STATE permission was denied on object 'server', database 'master'.
            16    | CONNECT ANY DATABASE; deny CONNECT in Orders | Orders.sys.all_objects    | 916     | The server principal "exact" is not able to access the database "Orders" under the current security context.
            16    | VIEW SERVER STATE; deny SELECT on query_store_query_text in Sales | sys.query_store_query_text | 229 | The SELECT permission was denied on the object 'query_store_query_text', database 'mssqlsystemresource', schema 'sys'.
            16    | VIEW SERVER STATE; deny SELECT on query_store_plan.query_plan in Sales | sys.query_store_plan | 230 | The SELECT permission was denied on the column 'query_plan' of the object 'query_store_plan', database 'mssqlsystemresource', schema 'sys'.
            rds   | CONNECT ANY DATABASE                     | rdsadmin.sys.all_objects      | 916     | The server principal "exact" is not able to access the database "rdsadmin" under the current security context.
            16    | ""                                       | model.sys.all_objects         | 916     | The server principal "exact" is not able to access the database "model" under the current security context.
            """)
    void givenTooFewGrants_whenAViewIsRead_thenTheErrorsOfTheVersion(
            String label, String grants, String view, String numbers, String text) throws Exception {
        try (Client client = as(label, grants)) {
            SQLException refused = catchThrowableOfType(SQLException.class, () -> client.rows("SELECT * FROM " + view));
            List<String> chain = new ArrayList<>();
            for (SQLException each = refused; each != null; each = each.getNextException()) {
                chain.add("" + each.getErrorCode());
            }
            assertThat(String.join("+", chain)).isEqualTo(numbers);
            assertThat(refused.getMessage()).endsWith(text);
            assertThat(client.one("SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            13    | VIEW DATABASE STATE in Sales             | sys.query_store_plan
            16    | VIEW DATABASE STATE in Sales             | sys.query_store_plan
            16    | VIEW DATABASE STATE in Sales             | sys.query_store_query_text
            16    | VIEW DATABASE PERFORMANCE STATE in Sales | sys.query_store_query_text
            17    | VIEW SERVER PERFORMANCE STATE            | sys.query_store_runtime_stats
            17    | VIEW SERVER STATE                        | sys.dm_exec_connections
            mi    | VIEW SERVER STATE; CONNECT ANY DATABASE  | Orders.sys.query_store_plan
            azure | VIEW DATABASE STATE in Sales             | sys.dm_exec_connections
            azure | VIEW DATABASE STATE in Sales             | sys.query_store_plan
            azure | ""                                       | tempdb.sys.all_objects
            15    | ""                                       | sys.database_query_store_options
            16    | ""                                       | master.sys.databases
            16    | ""                                       | msdb.sys.all_objects
            16    | VIEW SERVER STATE; deny SELECT on query_store_plan.plan_type in Sales | (SELECT plan_id FROM sys.query_store_plan) AS p
            16    | CONTROL SERVER; deny VIEW SERVER STATE   | sys.dm_tran_locks
            """)
    void givenJustEnoughGrants_whenAViewIsRead_thenThereAreRows(String label, String grants, String view)
            throws Exception {
        try (Client client = as(label, grants)) {
            client.rows("SELECT TOP (3) * FROM " + view);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            16    | ""                | KILL 51                                          | 6102
            16    | VIEW SERVER STATE | KILL 51                                          | 6102
            azure | ""                | KILL 51                                          | 6102
            16    | ALTER ANY CONNECTION | KILL 0                                        | 6101
            16    | ALTER ANY CONNECTION | KILL 32768                                    | 6101
            16    | ALTER ANY CONNECTION | KILL 30000                                    | 6106
            azure | KILL DATABASE CONNECTION in Sales | KILL 30000                       | 6106
            16    | ALTER ANY CONNECTION | KILL 9                                        | 6107
            16    | deny EXECUTE on sp_getapplock | EXEC sp_getapplock @Resource = 'r', @LockMode = 'Shared' | 229
            azure | ""                | USE Orders                                       | 40508
            azure | ""                | EXEC Orders.sys.sp_executesql N'SELECT 1'        | 40515
            16    | ""                | EXEC Orders.sys.sp_executesql N'SELECT 1'        | 916
            16    | ""                | USE Orders                                       | 916
            16    | ""                | USE Nowhere                                      | 911
            """)
    void givenTooFewGrants_whenSomethingIsDone_thenItsNumber(String label, String grants, String sql, int number)
            throws Exception {
        try (Client client = as(label, grants)) {
            assertThat(catchThrowableOfType(SQLException.class, () -> client.run(sql))
                            .getErrorCode())
                    .isEqualTo(number);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            16    | ""                                | sys.databases         | name          | master,tempdb,Sales
            16    | VIEW ANY DATABASE                 | sys.databases         | name          | master,tempdb,model,msdb,Sales,Orders
            rds   | VIEW ANY DATABASE                 | sys.databases         | name          | master,tempdb,model,msdb,rdsadmin,Sales,Orders
            azure | VIEW ANY DATABASE                 | sys.databases         | name          | master,Sales
            16    | ""                                | sys.objects           | name          | ""
            16    | VIEW SERVER STATE                 | sys.server_principals | name          | exact
            16    | VIEW ANY DEFINITION               | sys.server_principals | name          | exact,monitor,sa
            16    | ""                                | (SELECT OBJECT_ID('Orders.sys.query_store_plan') AS id) AS o WHERE id IS NOT NULL | id | ""
            """)
    void givenTooFewGrants_whenMetadataIsRead_thenItIsFilteredWithoutAnError(
            String label, String grants, String view, String column, String values) throws Exception {
        try (Client client = as(label, grants)) {
            assertThat(String.join(",", client.rows("SELECT " + column + " FROM " + view)))
                    .isEqualTo(values);
        }
    }

    @ParameterizedTest
    @CsvSource({"13, 0", "15, 0", "16, 1", "17, 1", "azure, 1"})
    void givenNoPermission_whenAViewIsAskedFor_thenItsColumnsCanBeSeenAllTheSame(String label, int planTypes)
            throws Exception {
        try (Client client = as(label, "")) {
            assertThat(client.one("SELECT CASE WHEN COLUMNPROPERTY(OBJECT_ID('sys.query_store_plan'), 'plan_type',"
                            + " 'ColumnId') IS NULL THEN 0 ELSE 1 END"))
                    .isEqualTo("" + planTypes);
            assertThat(client.one("DECLARE @id int = OBJECT_ID('sys.query_store_plan');"
                            + " SELECT OBJECT_SCHEMA_NAME(@id) + '.' + OBJECT_NAME(@id)"))
                    .isEqualTo("sys.query_store_plan");
            assertThat(client.one("CREATE TABLE #t (a int, b bigint); DECLARE @id int = OBJECT_ID('tempdb..#t');"
                            + " SELECT COLUMNPROPERTY(@id, 'b', 'ColumnId')"))
                    .isEqualTo("2");
            assertThat(client.one("SELECT COL_LENGTH('sys.query_store_plan', 'query_plan_hash')"))
                    .isEqualTo("8");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            15    | VIEW SERVER STATE                        | NULL, NULL, 'VIEW SERVER STATE'                           | 1
            15    | VIEW SERVER STATE                        | NULL, NULL, 'VIEW SERVER PERFORMANCE STATE'               | null
            16    | VIEW SERVER STATE                        | NULL, NULL, 'VIEW SERVER PERFORMANCE STATE'               | 1
            16    | VIEW SERVER PERFORMANCE STATE            | NULL, NULL, 'VIEW SERVER STATE'                           | 0
            16    | VIEW SERVER STATE                        | NULL, 'DATABASE', 'VIEW DATABASE PERFORMANCE STATE'       | 1
            16    | VIEW SERVER STATE; deny VIEW DATABASE STATE in Sales | NULL, 'DATABASE', 'VIEW DATABASE STATE'       | 0
            16    | ""                                       | 'Orders', 'DATABASE', 'CONNECT'                           | 0
            azure | ""                                       | NULL, 'DATABASE', 'KILL DATABASE CONNECTION'              | 0
            16    | ""                                       | NULL, 'DATABASE', 'KILL DATABASE CONNECTION'              | null
            16    | ALTER in Sales                           | NULL, 'DATABASE', 'ALTER'                                 | 1
            """)
    void givenGrants_whenHasPermsByNameIsAsked_thenItKnows(String label, String grants, String arguments, String answer)
            throws Exception {
        try (Client client = as(label, grants)) {
            assertThat(client.one("SELECT HAS_PERMS_BY_NAME(" + arguments + ")"))
                    .isEqualTo(answer);
        }
    }

    private static String asked(Client client, String sql) {
        try {
            client.run(sql);
            return "done";
        } catch (SQLException e) {
            return "" + e.getErrorCode();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            15 | master | GRANT VIEW SERVER STATE TO exact                                     | done
            15 | master | GRANT VIEW SERVER PERFORMANCE STATE TO exact                         | 102
            16 | master | GRANT VIEW SERVER PERFORMANCE STATE, CONNECT ANY DATABASE TO [exact] | done
            16 | Sales  | GRANT VIEW SERVER STATE TO exact                                     | 4621
            16 | master | GRANT VIEW SERVER STATE TO nobody                                    | 15151
            16 | Sales  | GRANT VIEW DATABASE STATE ON DATABASE::Sales TO exact                | done
            16 | Orders | GRANT VIEW DATABASE STATE TO exact                                   | 15151
            16 | master | GRANT FLY TO exact                                                   | 102
            16 | Sales  | DENY SELECT ON sys.query_store_plan (query_plan) TO exact            | done
            16 | Sales  | DENY SELECT ON OBJECT::sys.query_store_plan TO exact                 | done
            16 | master | GRANT VIEW SERVER STATE exact                                        | 102
            """)
    void givenSysadmin_whenItGrants_thenItIsDoneOrRefusedByNumber(String label, String database, String sql, String is)
            throws Exception {
        as(label, "").close();
        try (Client sysadmin = Client.open(fleet.server(label), "user=sa", "databaseName=" + database)) {
            assertThat(asked(sysadmin, sql)).isEqualTo(is);
        }
        try (Client exact = as(label, "CONNECT in Orders")) {
            exact.run("USE " + database);
            assertThat(asked(exact, "GRANT VIEW DATABASE STATE TO exact")).isEqualTo("15151");
        }
    }

    @Test
    void givenAUser_whenGrantedDeniedAndRevoked_thenItFollowsAtOnce() throws Exception {
        String read = "SELECT TOP (1) plan_id FROM sys.query_store_plan";
        try (Client user = as("16", "");
                Client sysadmin = Client.open(fleet.server("16"), "user=sa", "databaseName=Sales")) {
            assertThat(asked(user, read)).isEqualTo("262");
            sysadmin.run("GRANT VIEW DATABASE PERFORMANCE STATE TO exact");
            assertThat(asked(user, read)).isEqualTo("done");
            sysadmin.run("DENY VIEW DATABASE STATE TO exact");
            assertThat(asked(user, read)).isEqualTo("262");
            sysadmin.run("REVOKE VIEW DATABASE STATE FROM exact");
            assertThat(asked(user, read)).isEqualTo("done");
            sysadmin.run("DENY SELECT ON sys.query_store_plan TO exact");
            assertThat(asked(user, read)).isEqualTo("229");
            sysadmin.run("REVOKE SELECT ON sys.query_store_plan FROM exact");
            assertThat(asked(user, read)).isEqualTo("done");
            sysadmin.run("USE master; GRANT CONNECT ANY DATABASE TO exact; USE Orders");
            assertThat(asked(user, "USE Orders")).isEqualTo("done");
            sysadmin.run("DENY CONNECT TO exact");
            assertThat(asked(user, "USE Orders")).isEqualTo("916");
        }
    }
}
