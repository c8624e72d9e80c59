package io.tidegate.app.lite;

import io.tidegate.web.http.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Whether a port on loopback can be had, asked before anything is opened for it. No state. */
public final class LoopbackPort {
    private LoopbackPort() {}

    /**
     * Tries a port and gives it back. Another process may still take it afterwards.
     *
     * @param port 1 to 65535; 0 or less is not asked for
     * @throws IOException when it is in use or not allowed; one sentence for a user
     */
    public static void requireFree(int port) throws IOException {
        if (port <= 0) {
            return;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException refused) {
            throw Ports.refusal(port, refused)
                    .<IOException>map(sentence -> sentence)
                    .orElse(refused);
        }
    }
}
