package io.tidegate.app.lite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.collector.CollectorSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is left of a process that could not start: nothing. Mutation seen to break it: {@code Opened.closeAll} that does
 * nothing, or a page that is not among what was opened.
 */
class LiteProcessTest {
    @TempDir
    Path folder;

    @Test
    void givenAHolderFileThatCannotBeWritten_whenStarted_thenPortAndStoreAreFreeAgain() throws Exception {
        Path inTheWay = Files.createDirectories(folder.resolve("holder.new").resolve("x"));
        int port = freePort();

        assertThatThrownBy(() -> LiteProcess.start(settings(port))).isInstanceOf(IOException.class);

        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        try (LiteProcess lite = LiteProcess.start(settings(port))) {
            assertThat(lite.webPort()).isEqualTo(port);
        }
    }

    @Test
    void givenAPortInUse_whenStarted_thenItSaysSoAndTheStoreIsFreeAgain() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> LiteProcess.start(settings(taken.getLocalPort())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
        }
        try (LiteProcess lite = LiteProcess.start(settings(0))) {
            assertThat(lite.store().servers()).isEmpty();
        }
    }

    private LiteSettings settings(int port) {
        return new LiteSettings(List.of(), CollectorSettings.LITE, folder, 128, port, "");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
