package io.tidegate.app.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which changes of the file a running process does not follow, so that none is silent. Mutations seen to break it: a key that
 * is not compared; one that is followed, and is compared all the same.
 */
class ConfigWatchKeysTest {
    private static final String FILE = """
            servers:
              - name: one
                host: 10.0.0.1
                port: 1433
                login: {user: monitor, password: "env:P"}
                encryption: on
                trustServerCertificate: false
                allowUnproven: false
                tickEnabled: true
                databases: {include: ["*"]}
                budgets: {heavy: 30s}
            cadence: {tick: 60s, backfill: 300s, deadline: 180s}
            store: {directory: a, memory: 128MB}
            web: {enabled: true, port: 8733}
            retention: 400d
            privacy: {texts: keep}
            budgets: {cpu: 0.2%}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tick: 60s | tick: 30s | cadence",
                "backfill: 300s | backfill: 400s | cadence",
                "deadline: 180s | deadline: 170s | cadence",
                "directory: a | directory: b | store",
                "memory: 128MB | memory: 256MB | store",
                "enabled: true, port | enabled: false, port | web",
                "8733 | 8734 | web",
                "400d | 30d | retention",
                "texts: keep | texts: none | privacy",
                "name: one | name: two | servers",
                "10.0.0.1 | 10.0.0.2 | servers",
                "1433 | 1434 | servers",
                "user: monitor | user: other | servers",
                "env:P | env:Q | servers",
                "encryption: on | encryption: strict | servers",
                "trustServerCertificate: false | trustServerCertificate: true | servers",
                "allowUnproven: false | allowUnproven: true | servers"
            })
    void givenAKeyThatIsReadAtTheStart_whenItChanges_thenARestartIsSaidToBeNeeded(String was, String is, String key)
            throws Exception {
        assertThat(ConfigWatch.needsRestart(load(FILE), load(FILE.replace(was, is))))
                .singleElement()
                .asString()
                .startsWith(key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tickEnabled: true | tickEnabled: false",
                "deadline: 180s | deadline: 180s, backfillEnabled: false",
                "heavy: 30s | heavy: 60s",
                "cpu: 0.2% | cpu: 1%",
                "include | exclude"
            })
    void givenAKeyThatIsFollowed_whenItChanges_thenNoRestartIsNeeded(String was, String is) throws Exception {
        String changed = FILE.replace(was, is);

        assertThat(changed).isNotEqualTo(FILE);
        assertThat(ConfigWatch.needsRestart(load(FILE), load(changed))).isEmpty();
    }

    @Test
    void givenAnotherDatabaseOfAzure_whenItIsThereAtOnce_thenARestartIsNeeded() throws Exception {
        String azure = FILE.replace("port: 1433", "database: Sales");

        assertThat(ConfigWatch.needsRestart(load(azure), load(azure))).isEmpty();
        assertThat(ConfigWatch.needsRestart(load(azure), load(azure.replace("Sales", "Orders"))))
                .singleElement()
                .asString()
                .startsWith("servers");
    }

    @Test
    void givenAServerMoreOrLess_whenItIsThereAtOnce_thenARestartIsNeeded() throws Exception {
        String more = FILE.replace("cadence:", """
                  - name: two
                    host: 10.0.0.2
                    login: {user: monitor, password: "env:P"}
                cadence:""");

        assertThat(ConfigWatch.needsRestart(load(FILE), load(more))).hasSize(1);
        assertThat(ConfigWatch.needsRestart(load(more), load(FILE))).hasSize(1);
    }

    private TidegateConfig load(String yaml) throws IOException, ConfigException {
        ConfigLoader loader = new ConfigLoader(Map.of("P", "secret", "Q", "other"), folder.resolve("store"));
        return loader.load(Files.writeString(folder.resolve("tidegate.yaml"), yaml));
    }
}
