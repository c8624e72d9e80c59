package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.Await;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.PacketWriter;
import io.sqlserversim.wire.TdsWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conversations that no client would hold: right messages with bytes changed, cut off, repeated, left out, in another order,
 * under another type, or longer than they say. Each ends with the client's end of stream; the server must then close, whatever it
 * made of it. Nothing may hang, fail inside, or leave a session behind. The real engine is behind the wire.
 */
final class WireFuzzTest {
    private static final String HEADERS = "16000000120000000200000000000000000001000000";
    private static final int TOO_LONG = 17 << 20;

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final Logger log = Logger.getLogger("io.sqlserversim");
    private final Handler watcher = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
                failures.add(entry.getMessage() + " " + entry.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Servers servers;

    @BeforeEach
    void start() throws Exception {
        servers = new Servers();
        log.addHandler(watcher);
    }

    @AfterEach
    void stop() {
        log.removeHandler(watcher);
        servers.close();
    }

    private static byte[] packets(int type, byte[] payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TdsWriter buffer = new TdsWriter();
        buffer.bytes(payload);
        try {
            new PacketWriter(out, type, 4096).end(buffer);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static byte[] text(String sql) {
        TdsWriter buffer = new TdsWriter();
        buffer.bytes(hex(HEADERS));
        buffer.utf16(sql);
        return buffer.toByteArray();
    }

    private static byte[] login() {
        TdsWriter login = new TdsWriter();
        byte[] password = "Abc123".getBytes(StandardCharsets.UTF_16LE);
        for (int i = 0; i < password.length; i++) {
            int swapped = (password[i] & 0x0F) << 4 | (password[i] & 0xF0) >> 4;
            password[i] = (byte) (swapped ^ 0xA5);
        }
        login.i32(94 + 14 + password.length);
        login.i32(0x7400_0004);
        login.fill(0, 28);
        int[][] fields = {{94, 0}, {94, 7}, {108, 6}};
        for (int[] field : fields) {
            login.u16(field[0]);
            login.u16(field[1]);
        }
        login.fill(0, 94 - 36 - 12);
        login.utf16("monitor");
        login.bytes(password);
        return login.toByteArray();
    }

    private static byte[] call() {
        TdsWriter call = new TdsWriter();
        call.bytes(hex(HEADERS));
        call.bytes(hex("ffff0a000000")); // sp_executesql
        String sql = "select @n";
        for (String each : List.of(sql, "@n int")) {
            call.bytes(hex("0000e7401f0904d00034"));
            call.u16(2 * each.length());
            call.utf16(each);
        }
        call.bytes(hex("00002604042a000000"));
        return call.toByteArray();
    }

    /** A whole, right conversation. */
    private static List<byte[]> conversation() {
        return List.of(
                packets(
                        PacketType.PRELOGIN,
                        hex("00001a00060100200001020021000103002200000400220001ff0a0015880000020000")),
                packets(PacketType.LOGIN7, login()),
                packets(PacketType.SQL_BATCH, text("select name from sys.databases; select 1/0; print 'x'")),
                packets(PacketType.RPC, call()),
                packets(PacketType.TRANSACTION_MANAGER, hex(HEADERS + "05000000")),
                packets(PacketType.ATTENTION, new byte[0]),
                packets(PacketType.SQL_BATCH, text("select " + "'0123456789' + ".repeat(600) + "''")),
                packets(PacketType.TRANSACTION_MANAGER, hex(HEADERS + "07000000")));
    }

    private static List<byte[]> spoilt(Random random) {
        List<byte[]> messages = new ArrayList<>(conversation());
        int from = random.nextInt(4) == 0 ? 0 : 2; // mostly behind a good login
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int at = from + random.nextInt(Math.max(1, messages.size() - from));
            switch (random.nextInt(8)) {
                case 0 -> messages.remove(Math.min(at, messages.size() - 1));
                case 1 -> messages.add(Math.min(at, messages.size()), messages.get(random.nextInt(messages.size())));
                case 2 -> messages.add(Math.min(at, messages.size()), random(random, random.nextInt(300)));
                case 3 -> replace(messages, at, packets(random.nextInt(32), random(random, random.nextInt(300))));
                case 4 -> replace(messages, at, halved(messages, at, random));
                default -> flip(messages, at, random);
            }
        }
        if (random.nextInt(3) == 0) {
            int last = random.nextInt(messages.size());
            replace(messages, last, halved(messages, last, random));
            return messages.subList(0, last + 1);
        }
        return messages;
    }

    private static void replace(List<byte[]> messages, int at, byte[] with) {
        messages.set(Math.min(at, messages.size() - 1), with);
    }

    private static byte[] halved(List<byte[]> messages, int at, Random random) {
        byte[] message = messages.get(Math.min(at, messages.size() - 1));
        return Arrays.copyOf(message, random.nextInt(message.length + 1));
    }

    private static void flip(List<byte[]> messages, int at, Random random) {
        byte[] message = messages.get(Math.min(at, messages.size() - 1)).clone();
        for (int i = 1 + random.nextInt(4); i > 0 && message.length > 0; i--) {
            message[random.nextInt(message.length)] = (byte) random.nextInt();
        }
        replace(messages, at, message);
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * Sends each message and takes what comes back soon; then ends its stream and reads until the server has closed. A server
     * that does not close is a failure. Says how many bytes came.
     */
    private static long talk(SimulatedServer server, List<byte[]> messages) throws IOException {
        long got = 0;
        byte[] buffer = new byte[65_536];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20);
            for (byte[] message : messages) {
                socket.getOutputStream().write(message);
                try {
                    got += Math.max(0, socket.getInputStream().read(buffer));
                } catch (SocketTimeoutException e) {
                    // it waits for more, or has nothing to say
                }
            }
            socket.shutdownOutput();
            socket.setSoTimeout(60_000);
            for (int n = 0; n >= 0; n = socket.getInputStream().read(buffer)) {
                got += n;
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // reset: the server has closed before it read all
        }
        return got;
    }

    private void fuzz(long firstSeed, int rounds) throws Exception {
        long answered = 0;
        for (int i = 0; i < rounds; i++) {
            long seed = firstSeed + i;
            try {
                answered += talk(servers.optional(), spoilt(new Random(seed))) > 500 ? 1 : 0;
            } catch (SocketTimeoutException e) {
                throw new AssertionError("seed " + seed + " hangs", e);
            }
            assertThat(failures).as("seed %d", seed).isEmpty();
        }
        assertThat(answered).as("some got through the login and were answered").isGreaterThan(rounds / 20);
        nothingIsLeft();
    }

    private void nothingIsLeft() throws Exception {
        Await.until("all connections are gone", () -> servers.optional().connections() == 0);
        assertThat(servers.optional().instance().sessions().all()).isEmpty();
        assertThat(talk(servers.optional(), conversation())).isGreaterThan(500);
    }

    @Test
    void givenSpoiltConversations_whenHeld_thenNothingHangsFailsOrLeaks() throws Exception {
        fuzz(1, 300);
    }

    @Test
    void givenMessageThatIsTooLong_whenSent_thenTheServerGoesAwayAndKeepsNothing() throws Exception {
        List<byte[]> messages = new ArrayList<>(conversation().subList(0, 2));
        messages.add(packets(PacketType.SQL_BATCH, new byte[TOO_LONG]));
        talk(servers.optional(), messages);
        assertThat(failures).isEmpty();
        nothingIsLeft();
    }

    @Test
    @Tag("proof")
    void givenManySpoiltConversations_whenHeld_thenNothingHangsFailsOrLeaks() throws Exception {
        fuzz(1_000_000, 6_000);
    }
}
