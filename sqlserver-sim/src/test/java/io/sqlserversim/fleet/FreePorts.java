package io.sqlserversim.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.stream.IntStream;

/** Ports of loopback for servers in processes of their own. */
public final class FreePorts {
    private FreePorts() {}

    /** The first of so many free ports in a row, below those that the system gives to clients. */
    public static int first(int ports) {
        Random random = new Random();
        for (int tries = 0; tries < 100; tries++) {
            int first = 10_000 + random.nextInt(20_000);
            if (IntStream.range(first, first + ports).allMatch(FreePorts::isFree)) {
                return first;
            }
        }
        throw new AssertionError("no " + ports + " free ports in a row");
    }

    private static boolean isFree(int port) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
