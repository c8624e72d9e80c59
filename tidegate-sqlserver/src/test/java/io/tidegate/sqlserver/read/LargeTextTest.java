package io.tidegate.sqlserver.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Large texts come as a stream, of which no more is read than may be kept. */
class LargeTextTest {
    private static final int CHUNK_BYTES = 2 * 8192;

    /** A text without end that counts what was taken of it. */
    private static final class Endless extends Reader {
        private long chars;
        private boolean closed;

        @Override
        public int read(char[] into, int from, int count) {
            for (int i = 0; i < count; i++) {
                into[from + i] = 'x';
            }
            chars += count;
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

        assertThat(endless.chars * 2).isBetween(1L << 20, (1L << 20) + CHUNK_BYTES);
        assertThat(endless.closed).isTrue();
    }

    @Test
    @Incident(6)
    void givenATextOfExactlyTheCap_whenRead_thenItIsWhole() throws SQLException {
        String text = "y".repeat(40_000);

        assertThat(LargeText.read(row(Reader.of(text)), 1, 80_000, 80_000)).isEqualTo(text);
        assertThat(LargeText.read(row(Reader.of(text)), 1, 80_000, 79_999)).isNull();
        assertThat(LargeText.read(row(null), 1, 0, 80_000)).isNull();
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

    private static Reader broken(IOException failure) {
        return new Reader() {
            @Override
            public int read(char[] into, int from, int count) throws IOException {
                throw failure;
            }

            @Override
            public void close() {}
        };
    }

    private static ResultSet row(Reader reader) {
        return (ResultSet) Proxy.newProxyInstance(
                LargeTextTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (p, m, a) -> {
                    assertThat(m.getName()).isEqualTo("getNCharacterStream");
                    return reader;
                });
    }
}
