package io.tidegate.app.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.CaptureMode;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.privacy.TextPrivacy;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.time.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A secret in a statement of an application's, from the server's Query Store to the bytes of the store's files. What is
 * stored compressed is looked through by the store's own views.
 */
class PrivacyTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String SECRET = "Xq7SecretOfOurs";
    private static final String STATEMENT = "SELECT COUNT(*) AS privacy_probe FROM sys.objects AS o WHERE o.name <> N'"
            + SECRET + "' AND o.object_id <> 918273645 /* " + SECRET + " */";

    @TempDir
    Path folder;

    @Test
    @Incident(120)
    void givenASecretInATextAndItsPlan_whenLiteralsAreLeftOut_thenNoByteOfItIsInTheStore() throws Exception {
        collect(TextPrivacy.LITERALS, "probe is stored", store -> {
            assertThat(count(store, "query_store_query_text", "query_sql_text", "%privacy_probe%N'?'%<> ?%"))
                    .isPositive();
            assertThat(count(store, "query_store_query_text", "query_sql_text", "%" + SECRET + "%"))
                    .isZero();
            assertThat(count(store, "query_store_plan", "query_plan", "%ConstValue=\"?\"%"))
                    .isPositive();
            assertThat(count(store, "query_store_plan", "query_plan", "%ConstValue=\"(1)\"%"))
                    .isZero();
        });
        assertThat(filesWith(SECRET)).isEmpty();
        assertThat(filesWith("918273645")).isEmpty();
    }

    /** That it is found here shows that the others would find it. */
    @Test
    void givenASecretInATextAndItsPlan_whenAllIsKept_thenItIsInTheStore() throws Exception {
        collect(TextPrivacy.KEEP, "probe is stored", store -> {
            assertThat(count(store, "query_store_query_text", "query_sql_text", "%" + SECRET + "%"))
                    .isPositive();
            assertThat(count(store, "query_store_plan", "query_plan", "%ConstValue=\"(1)\"%"))
                    .isPositive();
        });
        assertThat(filesWith(SECRET)).isNotEmpty();
    }

    @Test
    void givenNoTextIsKept_whenCollected_thenRowsAreThereAndTextsAndPlansAreNotEvenRead() throws Exception {
        collect(TextPrivacy.NONE, "rows are stored", store -> {
            assertThat(count(store, "query_store_query_text", "query_sql_text", "%"))
                    .isZero();
            assertThat(count(store, "query_store_plan", "query_plan", "%")).isZero();
        });
        assertThat(filesWith(SECRET)).isEmpty();
        assertThat(filesWith("privacy_probe")).isEmpty();
    }

    private void collect(TextPrivacy privacy, String what, Consumer<HistoryReader> look) throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            plant(fleet.first());
            try (LiteProcess lite = LiteProcess.start(
                    Pace.lite(folder, DEADLINE, Pace.targets(fleet)).keeping(privacy))) {
                HistoryReader store = lite.store();
                BooleanSupplier isThere = privacy == TextPrivacy.NONE
                        ? () -> lite.collector().servers().stream()
                                .anyMatch(status -> Pace.good(status.tick()) > 5 && Pace.good(status.backfill()) > 5)
                        : () -> count(store, "query_store_query_text", "query_sql_text", "%privacy_probe%") > 0
                                && count(store, "query_store_plan", "query_plan", "%ConstValue=%") > 0;
                Await.until(what, Pace.BOUND, isThere);
                lite.stopCollecting();
                look.accept(store);
            }
        }
    }

    /** Until it was executed in several intervals. */
    private static void plant(SimulatedServer server) throws SQLException {
        QueryStore store = server.queryStores().get("Sales");
        Objects.requireNonNull(store).alter(store.options().withCaptureMode(CaptureMode.ALL));
        try (Connection application = DriverManager.getConnection("jdbc:sqlserver://127.0.0.1:" + server.port()
                        + ";encrypt=false;databaseName=Sales;user=monitor;password="
                        + FleetSpec.TEST.password());
                Statement statement = application.createStatement()) {
            for (int i = 0; i < 5; i++) {
                statement.executeQuery(STATEMENT).close();
            }
        }
        store.flush();
    }

    private static long count(HistoryReader store, String view, String column, String like) {
        String select = "SELECT count(*) FROM " + view + " WHERE " + column + " LIKE '" + like.replace("'", "''") + "'";
        return Long.parseLong(
                String.valueOf(store.query(select, 1).rows().getFirst().getFirst()));
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> {
                        String bytes = read(file);
                        return bytes.contains(text) || bytes.contains(new String(text.getBytes(UTF_16LE), ISO_8859_1));
                    })
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
