package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sqlserversim.Await;
import io.sqlserversim.fleet.FreePorts;
import io.sqlserversim.fleet.SimCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A fleet in a JVM of its own with a heap of 256 MB, its clients in this one. What it holds is read from outside, in
 * {@code /proc}: resident memory, sockets and threads.
 */
final class ManyConnectionsTest {
    private static final int MOST_RESIDENT_MB = 512;

    @BeforeEach
    void linuxOnly() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc here");
    }

    @Test
    void givenSmallHeap_when30ServersHold100Connections_thenMemoryIsBoundedAndNothingIsLeft() throws Exception {
        hold(30, 100, 10);
    }

    @Test
    @Tag("proof")
    void givenSmallHeap_when300ServersHold1000Connections_thenMemoryIsBoundedAndNothingIsLeft() throws Exception {
        hold(300, 1000, 200);
    }

    private static Process start(int servers) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SimCommand.class.getName(),
                        "--servers",
                        "" + servers,
                        "--databases",
                        "2",
                        "--port-base",
                        "" + FreePorts.first(servers),
                        "--until-stdin-closes")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void hold(int servers, int plain, int encrypted) throws Exception {
        Process process = start(servers);
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            List<Integer> ports = new ArrayList<>();
            while (ports.size() < servers) {
                String line = out.readLine();
                assertThat(line).as("announced so far: %d", ports.size()).isNotNull();
                ports.add(Integer.parseInt(line.replaceAll(".* port=(\\d+) .*", "$1")));
            }
            for (int port : ports) {
                Await.until("port " + port + " accepts", () -> accepts(port)); // it is announced before that
            }
            connected(ports, ports.size(), "encrypt=false", process); // whatever is loaded once is loaded
            Await.until("the first clients are gone", () -> sockets(process) == servers);
            int threads = threads(process);
            long resident = connected(ports, plain, "encrypt=false", process);
            assertThat(resident).isLessThan(MOST_RESIDENT_MB);
            Await.until("only the listening sockets are left", () -> sockets(process) == servers);
            System.out.printf("%d servers, %d plain connections: %d MB resident%n", servers, plain, resident);
            resident = connected(ports, encrypted, "encrypt=true;trustServerCertificate=true", process);
            System.out.printf("%d servers, %d encrypted connections: %d MB resident%n", servers, encrypted, resident);
            Await.until("only the listening sockets are left", () -> sockets(process) == servers);
            assertThat(threads(process)).as("platform threads").isLessThan(threads + 20);
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Opens the connections, asks each something, and says how many MB the fleet then has; closes them. */
    private static long connected(List<Integer> ports, int howMany, String properties, Process process)
            throws Exception {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < howMany; i++) {
                int port = ports.get(i % ports.size());
                Connection connection = DriverManager.getConnection("jdbc:sqlserver://127.0.0.1:" + port
                        + ";user=monitor;password=Abc123;loginTimeout=60;connectRetryCount=0;" + properties);
                connections.add(connection);
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(
                                "select count(*) from sys.dm_exec_sessions where is_user_process = 1")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(1 + i / ports.size());
                }
            }
            return residentMegabytes(process);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static long residentMegabytes(Process process) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("no VmRSS");
    }

    /** Sockets bound to TCP: listening ones and connections; not what the JVM has for itself. */
    private static long sockets(Process process) throws IOException {
        List<String> tcp = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path path = Path.of("/proc/" + process.pid() + "/net/" + table);
            if (Files.exists(path)) {
                Files.readAllLines(path).stream()
                        .skip(1)
                        .map(line -> line.strip().split("\\s+", -1)[9])
                        .forEach(tcp::add);
            }
        }
        try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return open.filter(file -> tcp.contains(inode(file))).count();
        }
    }

    private static String inode(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().replaceAll("\\D", "");
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    private static int threads(Process process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            return (int) tasks.count();
        }
    }
}
