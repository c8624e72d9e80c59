package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.Await;
import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketType;
import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exact messages, broken messages, and the faults of a connection's script. */
final class RawClientTest {
    private static final String ACKNOWLEDGEMENT = "fd200000000000000000000000";

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        server.on("hang", (session, parameters, sink) -> session.signals().park(false, Long.MAX_VALUE));
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.listener().threads()).isZero();
        assertThat(server.listener().connections()).isZero();
        assertThat(server.ended).containsExactlyInAnyOrderElementsOf(server.sessions);
    }

    private static String hex(Message message) {
        return HexFormat.of().formatHex(message.payload());
    }

    @Test
    void givenRunningBatch_whenAttention_thenTwoMessages() throws Exception {
        try (RawClient client = new RawClient(server.port()).login()) {
            client.batch("hang");
            Await.until("it runs", () -> server.session().running() != null);
            client.attention();
            assertThat(hex(client.read())).isEqualTo("fd0200c1000000000000000000");
            assertThat(hex(client.read())).isEqualTo(ACKNOWLEDGEMENT);
            client.batch("SELECT 1");
            assertThat(hex(client.read())).startsWith("8101").endsWith("d101000000fd1000c1000100000000000000");
        }
    }

    @Test
    void givenIdleSession_whenAttention_thenOnlyTheAcknowledgement() throws Exception {
        try (RawClient client = new RawClient(server.port()).login()) {
            client.attention();
            assertThat(hex(client.read())).isEqualTo(ACKNOWLEDGEMENT);
            client.batch("SELECT 1");
            assertThat(hex(client.read())).startsWith("8101");
        }
    }

    @Test
    void givenScriptWithoutAcknowledgement_whenAttention_thenTheStatementEndsAndNoMoreComes() throws Exception {
        server.script = ConnectionScript.CLEAR.withAcknowledgement(Duration.ZERO, true);
        try (RawClient client = new RawClient(server.port()).login()) {
            client.batch("hang");
            Await.until("it runs", () -> server.session().running() != null);
            client.attention();
            assertThat(hex(client.read())).startsWith("fd02");
            client.batch("SELECT 1");
            assertThat(hex(client.read()))
                    .as("the next answer, no acknowledgement before it")
                    .startsWith("8101");
        }
    }

    @Test
    void givenSeveralCallsInOneMessage_whenAnswered_thenAllButTheLastSayMore() throws Exception {
        server.on("p", (session, parameters, sink) -> sink.returnStatus(7));
        String call = "01007000" + "0000";
        String message = "16000000120000000200000000000000000001000000" + call + "ff" + call;
        try (RawClient client = new RawClient(server.port()).login()) {
            client.send(PacketType.RPC, HexFormat.of().parseHex(message));
            assertThat(hex(client.read()))
                    .isEqualTo("7907000000fe8100e0000000000000000000" + "7907000000fe0000e0000000000000000000");
        }
    }

    @Test
    void givenResetBit_whenRequested_thenTheHostResetsAndSaysSo() throws Exception {
        try (RawClient client = new RawClient(server.port()).login()) {
            byte[] payload = RawClient.batchPayload("SELECT 1");
            byte[] packet = new byte[payload.length + 8];
            System.arraycopy(payload, 0, packet, 8, payload.length);
            packet[0] = PacketType.SQL_BATCH;
            packet[1] = 0x09;
            packet[3] = (byte) packet.length;
            client.out().write(packet);
            assertThat(hex(client.read())).startsWith("e303001200008101");
            assertThat(server.reset).contains(server.session());
        }
    }

    @Test
    void givenTransactionRequests_whenSent_thenDescriptorsComeAndGo() throws Exception {
        String headers = "16000000120000000200000000000000000001000000";
        try (RawClient client = new RawClient(server.port()).login()) {
            client.send(PacketType.TRANSACTION_MANAGER, HexFormat.of().parseHex(headers + "05000000"));
            assertThat(hex(client.read())).startsWith("e30b000808010000000000000000fd0000fd");
            client.send(PacketType.TRANSACTION_MANAGER, HexFormat.of().parseHex(headers + "07000000"));
            assertThat(hex(client.read())).startsWith("e30b0009000801000000000000" + "00fd0000fd");
        }
    }

    @Test
    void givenRandomAndTruncatedMessages_whenSent_thenNothingHangsOrLeaks() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            try (RawClient client = new RawClient(server.port())) {
                switch (random.nextInt(4)) {
                    case 0 -> client.out().write(random(random, 1 + random.nextInt(200)));
                    case 1 -> client.send(PacketType.PRELOGIN, random(random, random.nextInt(80)));
                    case 2 -> {
                        client.send(PacketType.PRELOGIN, RawClient.prelogin());
                        client.read();
                        byte[] login = RawClient.login7();
                        login[36 + random.nextInt(58)] = (byte) random.nextInt();
                        client.send(PacketType.LOGIN7, login);
                    }
                    default -> {
                        client.login();
                        int type = List.of(1, 3, 7, 14, 16, 200).get(random.nextInt(6));
                        client.send(type, random(random, random.nextInt(120)));
                    }
                }
            } catch (IOException e) {
                assertThat(e).isNotInstanceOf(java.net.SocketTimeoutException.class);
            }
        }
        Await.until("all are gone", () -> server.listener().connections() == 0);
        try (Connection connection = server.connect()) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(server.session().sessionId()).isEqualTo(51);
        }
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void givenRefusalAtAccept_whenConnecting_thenTheClientFails() {
        for (ConnectionScript.Accept accept : List.of(ConnectionScript.Accept.RESET, ConnectionScript.Accept.CLOSE)) {
            server.script = ConnectionScript.CLEAR.withAccept(accept);
            assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
        }
        server.script = ConnectionScript.CLEAR.withAccept(ConnectionScript.Accept.SILENT);
        assertThatThrownBy(() -> server.connect("encrypt=false;socketTimeout=300;connectRetryCount=0"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void givenDropAtByte_whenReading_thenExactlySoManyBytesCome() throws Exception {
        server.script = ConnectionScript.CLEAR.withDrop(700, ConnectionScript.Drop.CLOSE);
        server.on("rows", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("t", SqlType.nvarchar(100), false)));
            for (int i = 0; i < 1000; i++) {
                sink.row(new Object[] {"0123456789"});
            }
            sink.done(Command.SELECT, 1000);
        });
        int got = 0;
        try (Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            RawClientTest.write(socket, PacketType.PRELOGIN, RawClient.prelogin());
            RawClientTest.write(socket, PacketType.LOGIN7, RawClient.login7());
            RawClientTest.write(socket, PacketType.SQL_BATCH, RawClient.batchPayload("rows"));
            while (socket.getInputStream().read() >= 0) {
                got++;
            }
        }
        assertThat(got).isEqualTo(700);
        assertThat(server.listener().bytesOut()).isEqualTo(700);
    }

    private static void write(Socket socket, int type, byte[] payload) throws IOException {
        byte[] packet = new byte[payload.length + 8];
        System.arraycopy(payload, 0, packet, 8, payload.length);
        packet[0] = (byte) type;
        packet[1] = 1;
        packet[3] = (byte) packet.length;
        socket.getOutputStream().write(packet);
    }

    @Test
    void givenTrickleAndLoginDelay_whenReading_thenEverythingStillComes() throws Exception {
        server.script = ConnectionScript.CLEAR
                .withTrickle(512, Duration.ofMillis(1))
                .withLoginDelays(Duration.ofMillis(10), Duration.ofMillis(10));
        server.on("rows", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("t", SqlType.nvarchar(SqlType.MAX), false)));
            sink.row(new Object[] {"x".repeat(5000)});
            sink.done(Command.SELECT, 1);
        });
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("rows")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).hasSize(5000);
        }
    }
}
