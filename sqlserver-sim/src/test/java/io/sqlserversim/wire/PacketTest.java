package io.sqlserversim.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A message is the same however it is cut into packets, and however TCP cuts those. */
final class PacketTest {
    /** Hands out a few bytes at a time, as a socket may. */
    private static final class Dribble extends InputStream {
        private final ByteArrayInputStream bytes;
        private final Random random;

        Dribble(byte[] bytes, Random random) {
            this.bytes = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, Math.min(length, 1 + random.nextInt(7)));
        }
    }

    @Test
    void givenRandomMessages_whenCutAndPutTogether_thenTheyAreTheSame() throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            int packetSize = 512 + random.nextInt(3000);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            PacketWriter writer = new PacketWriter(sent, PacketType.TABULAR_RESULT, packetSize);
            TdsWriter buffer = new TdsWriter();
            byte[][] messages = new byte[3][];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = new byte[random.nextInt(20_000)];
                random.nextBytes(messages[i]);
                write(messages[i], writer, buffer, random);
            }
            PacketReader reader = new PacketReader(new Dribble(sent.toByteArray(), random));
            for (byte[] expected : messages) {
                Message message = reader.read();
                assertThat(message.payload()).as("seed %s", seed).isEqualTo(expected);
                assertThat(message.type()).isEqualTo(PacketType.TABULAR_RESULT);
            }
            assertThat(reader.read()).isNull();
            assertPackets(sent.toByteArray(), packetSize);
        }
    }

    private static void write(byte[] message, PacketWriter writer, TdsWriter buffer, Random random) throws IOException {
        int at = 0;
        while (at < message.length) {
            int part = Math.min(message.length - at, 1 + random.nextInt(4000));
            buffer.bytes(message, at, part);
            at += part;
            switch (random.nextInt(3)) {
                case 0 -> writer.drain(buffer);
                case 1 -> writer.flush(buffer);
                default -> {}
            }
        }
        writer.end(buffer);
        assertThat(buffer.size()).isZero();
    }

    private static void assertPackets(byte[] sent, int packetSize) {
        int id = 1;
        for (int at = 0; at < sent.length; ) {
            int length = (sent[at + 2] & 0xFF) << 8 | (sent[at + 3] & 0xFF);
            assertThat(length).isBetween(8, packetSize);
            assertThat(sent[at + 6]).isEqualTo((byte) id);
            id = sent[at + 1] == 1 ? 1 : id + 1;
            at += length;
        }
    }

    @Test
    void givenTooLongMessage_whenRead_thenItIsRefusedBeforeItIsHeld() {
        InputStream endless = new InputStream() {
            private int at;

            @Override
            public int read() {
                byte[] header = {1, 0, 0x7F, (byte) 0xFF, 0, 0, 0, 0};
                int index = at++ % 0x7FFF;
                return index < 8 ? header[index] & 0xFF : 0;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    target[offset + i] = (byte) read();
                }
                return length;
            }
        };
        assertThatThrownBy(() -> new PacketReader(endless).read()).isInstanceOf(ProtocolException.class);
    }

    @Test
    void givenBadHeaders_whenRead_thenTheyAreRefused() {
        assertThatThrownBy(() -> read(1, 1, 0, 7, 0, 0, 0, 0)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> read(1, 1, 0, 9, 0, 0, 0, 0)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> read(1, 1, 0)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> read(1, 0, 0, 8, 0, 0, 0, 0, 3, 1, 0, 8, 0, 0, 0, 0))
                .isInstanceOf(ProtocolException.class);
    }

    private static Message read(int... bytes) throws IOException {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return new PacketReader(new ByteArrayInputStream(array)).read();
    }
}
