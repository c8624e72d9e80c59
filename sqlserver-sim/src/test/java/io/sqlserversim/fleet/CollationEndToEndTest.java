package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Databases of other collations through mssql-jdbc, which reads varchar by the code page that the metadata names. */
class CollationEndToEndTest {
    private static Fleet fleet;
    private static SimulatedServer server;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 3));
        server = fleet.first();
        server.databases().collation("Orders", "Turkish_CI_AS");
        server.databases().collation("Billing", "Latin1_General_CS_AS");
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    @Test
    void givenATurkishDatabase_whenTextIsSent_thenTheDriverReadsItsCodePage() throws Exception {
        try (Client client = Client.open(server, "databaseName=Orders")) {
            String letters = "\u011f\u0131\u015f\u0130\u00e7";
            assertThat(client.one("SELECT CAST(N'" + letters + "' AS varchar(20))"))
                    .isEqualTo(letters);
            assertThat(client.one("SELECT CAST(N'" + letters + "' AS varchar(max))"))
                    .isEqualTo(letters);
            assertThat(client.one("SELECT CAST(CAST(N'" + letters + "' AS varchar(20)) AS sql_variant)"))
                    .isEqualTo(letters);
        }
    }

    @Test
    void givenATurkishDatabase_whenNamesAreWritten_thenTheLetterIDecides() throws Exception {
        try (Client client = Client.open(server, "databaseName=Orders")) {
            assertThat(client.refused("SELECT PLAN_ID FROM sys.query_store_plan")
                            .getErrorCode())
                    .isEqualTo(207);
            assertThat(client.rows("SELECT plan_id FROM sys.query_store_plan")).isNotEmpty();
        }
        try (Client client = Client.open(server, "databaseName=Sales")) {
            assertThat(client.rows("SELECT PLAN_ID FROM Orders.sys.query_store_plan"))
                    .isNotEmpty();
        }
    }

    @Test
    void givenACaseSensitiveDatabase_whenNamesDifferInCase_thenTheyAreNotFound() throws Exception {
        try (Client client = Client.open(server, "databaseName=Billing");
                Client master = Client.open(server, "databaseName=master")) {
            assertThat(client.refused("SELECT NAME FROM sys.databases").getErrorCode())
                    .isEqualTo(207);
            assertThat(master.rows("SELECT NAME FROM SYS.DATABASES")).contains("Billing");
            assertThat(client.refused("SELECT 1 FROM sys.Query_Store_Plan").getErrorCode())
                    .isEqualTo(208);
            assertThat(client.rows("SELECT 1 FROM BILLING.sys.query_store_plan"))
                    .isNotEmpty();
            assertThat(client.rows("SELECT database_id FROM sys.databases WHERE name = N'BILLING'"))
                    .isEmpty();
        }
    }

    @Test
    void givenTextsOfTwoDatabases_whenJoined_thenTheyConflictUntilCollated() throws Exception {
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            String join = "SELECT COUNT(*) FROM Billing.sys.query_store_query_text AS a JOIN"
                    + " Sales.sys.query_store_query_text AS b ON a.query_sql_text = b.query_sql_text";
            assertThat(client.refused(join).getErrorCode()).isEqualTo(468);
            assertThat(client.number(join + " COLLATE DATABASE_DEFAULT")).isNotNegative();
        }
    }
}
