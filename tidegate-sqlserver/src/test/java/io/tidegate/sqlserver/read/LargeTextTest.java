package io.tidegate.sqlserver.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large texts come as a stream, of which no more is read than may be kept. */
class LargeTextTest {
    private static final int CHUNK_BYTES = 2 * 8192;

    /** A text without end that counts what was taken of it. */
    private static final class Endless extends InputStream {
        private long bytes;
        private boolean closed;

        @Override
        public int read() {
            bytes++;
            return 'x';
        }

        @Override
        public int read(byte[] into, int from, int count) {
            Arrays.fill(into, from, from + count, (byte) 'x');
            bytes += count;
            return count;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Fails with {@code getString}, which brings the whole text into the heap, and with a cap that is looked at last. */
    @Test
    @Incident(6)
    void givenATextLongerThanSaid_whenRead_thenItEndsBehindTheCapAndIsClosed() throws SQLException {
        Endless endless = new Endless();

        assertThat(LargeText.read(row(endless), 1, 100, 1 << 20)).isNull();

        assertThat(endless.bytes).isBetween(1L << 20, (1L << 20) + CHUNK_BYTES);
        assertThat(endless.closed).isTrue();
    }

    @Test
    @Incident(6)
    void givenATextOfExactlyTheCap_whenRead_thenItIsWhole() throws SQLException {
        String text = "y".repeat(40_000);

        assertThat(LargeText.read(row(bytes(text)), 1, 80_000, 80_000)).isEqualTo(text);
        assertThat(LargeText.read(row(bytes(text)), 1, 80_000, 79_999)).isNull();
        assertThat(LargeText.read(row(null), 1, 0, 80_000)).isNull();
        assertThat(LargeText.read(row(bytes("")), 1, 0, 80_000)).isEmpty();
    }

    /** Fails with a decoder of Java's, and with chunks that part a unit. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8_191, 8_192, 8_193, 20_000})
    @Incident(106)
    void givenUnpairedSurrogatesAnywhere_whenReadInPiecesOfAnyLength_thenEachUnitIsAsItWas(int length)
            throws SQLException {
        String text = "\uDE00b\uD83D' \u0000\uD83D\uDE00".repeat(length).substring(0, length) + "\uD83D";
        ByteArrayInputStream whole = bytes(text);
        InputStream inOddPieces = new InputStream() {
            @Override
            public int read() {
                return whole.read();
            }

            @Override
            public int read(byte[] into, int from, int count) {
                return whole.read(into, from, Math.min(count, 4_095));
            }
        };

        assertThat(LargeText.read(row(inOddPieces), 1, 2L * text.length(), 1 << 20))
                .isEqualTo(text);
    }

    /** UTF-16LE, as a server sends it. */
    private static ByteArrayInputStream bytes(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asCharBuffer().put(text);
        return new ByteArrayInputStream(bytes.array());
    }

    @Test
    void givenAStreamThatBreaks_whenRead_thenItIsTheDriversErrorOrABrokenConnection() {
        SQLException reset = new SQLException("reset", "08S01");
        assertThatThrownBy(() -> LargeText.read(row(broken(new IOException(reset))), 1, 10, 10))
                .isSameAs(reset);
        assertThatThrownBy(() -> LargeText.read(row(broken(new IOException("gone"))), 1, 10, 10))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08S01"));
    }

    private static InputStream broken(IOException failure) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw failure;
            }

            @Override
            public int read(byte[] into, int from, int count) throws IOException {
                throw failure;
            }
        };
    }

    private static ResultSet row(InputStream stream) {
        return (ResultSet) Proxy.newProxyInstance(
                LargeTextTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (p, m, a) -> {
                    assertThat(m.getName()).isEqualTo("getBinaryStream");
                    return stream;
                });
    }
}
