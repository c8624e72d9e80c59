package io.sqlserversim.server;

import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketReader;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.PacketWriter;
import io.sqlserversim.wire.TdsWriter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HexFormat;

/** A client that sends exact bytes. */
final class RawClient implements AutoCloseable {
    private static final String PRELOGIN = "00001a00060100200001020021000103002200000400220001ff0a0015880000020000";
    private static final String HEADERS = "16000000120000000200000000000000000001000000";

    private final Socket socket;
    private final PacketReader in;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        in = new PacketReader(new BufferedInputStream(socket.getInputStream()));
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    void send(int type, byte[] payload) throws IOException {
        TdsWriter buffer = new TdsWriter();
        buffer.bytes(payload);
        new PacketWriter(out(), type, 4096).end(buffer);
    }

    Message read() throws IOException {
        return in.read();
    }

    RawClient login() throws IOException {
        send(PacketType.PRELOGIN, HexFormat.of().parseHex(PRELOGIN));
        read();
        send(PacketType.LOGIN7, login7());
        read();
        return this;
    }

    static byte[] login7() {
        TdsWriter login = new TdsWriter();
        login.i32(94);
        login.i32(0x7400_0004);
        login.fill(0, 94 - 8);
        return login.toByteArray();
    }

    static byte[] prelogin() {
        return HexFormat.of().parseHex(PRELOGIN);
    }

    void batch(String text) throws IOException {
        send(PacketType.SQL_BATCH, batchPayload(text));
    }

    static byte[] batchPayload(String text) {
        TdsWriter buffer = new TdsWriter();
        buffer.bytes(HexFormat.of().parseHex(HEADERS));
        buffer.utf16(text);
        return buffer.toByteArray();
    }

    void attention() throws IOException {
        out().write(new byte[] {PacketType.ATTENTION, 1, 0, 8, 0, 0, 1, 0});
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
