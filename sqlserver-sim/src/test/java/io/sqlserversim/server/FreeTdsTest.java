package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FreeTDS's {@code tsql}, a client written by others. Skipped where it is not installed, unless CI=true. */
final class FreeTdsTest {
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        boolean present = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, "tsql").canExecute());
        boolean demanded = "true".equals(System.getenv("CI"));
        assertThat(present || !demanded)
                .as("tsql (Debian: freetds-bin) is installed")
                .isTrue();
        assumeTrue(present, "tsql (Debian: freetds-bin) is not installed");
        server = new ScriptedServer();
        server.on("select all", (session, parameters, sink) -> {
            sink.columns(List.of(
                    new Column("n", SqlType.INT, false),
                    new Column("t", SqlType.nvarchar(20), true),
                    new Column("long", SqlType.nvarchar(SqlType.MAX), true)));
            sink.row(new Object[] {42, "hello", "y".repeat(9000)});
            sink.row(new Object[] {43, null, null});
            sink.done(Command.SELECT, 2);
        });
        server.on("fail", (session, parameters, sink) -> {
            sink.error(new SqlError(208, 16, 1, "Invalid object name 'none'."), 1);
            sink.done(Command.FAILED, -1);
        });
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private String tsql(String version) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "tsql", "-H", "127.0.0.1", "-p", "" + server.port(), "-U", "monitor", "-P", "Abc123");
        builder.environment().put("TDSVER", version);
        Process process = builder.redirectErrorStream(true).start();
        try {
            process.getOutputStream().write("select all\ngo\nfail\ngo\nexit\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return text;
        } finally {
            process.destroy();
        }
    }

    @Test
    void givenEachEncryptionPolicy_whenTsqlAsks_thenItShowsRowsAndErrors() throws Exception {
        for (EncryptionPolicy policy : EncryptionPolicy.values()) {
            server.encryption(policy);
            assertThat(tsql("7.4"))
                    .as(policy.name())
                    .contains("42\thello\t" + "y".repeat(1000), "43\tNULL\tNULL", "(2 rows affected)")
                    .contains("Msg 208", "Invalid object name 'none'.");
        }
    }

    @Test
    void givenOlderVersions_whenTsqlAsks_thenTheLayoutsFit() throws Exception {
        for (String version : List.of("7.2", "7.3")) {
            assertThat(tsql(version))
                    .as(version)
                    .contains("42\thello\t", "43\tNULL\tNULL")
                    .contains("Msg 208");
        }
    }
}
