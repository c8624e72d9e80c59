package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cancels in a statement's first moments: before the request is sent, while it waits, before, at and after the first packet
 * of its answer. Each is followed by a use of the same connection.
 *
 * <p>Broken by the mutation: {@code Mailbox.next} that acknowledges without looking at {@code cancelled}. mssql-jdbc then
 * meets the answer behind the acknowledgement, says "Encountered unexpected TDS_ROW" and closes the connection; about one
 * cancel in five.
 */
final class CancelRaceTest {
    private static final int CANCELS = 200;

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.listener().threads()).isZero();
    }

    private void answer(int rows, int flushEvery) {
        server.on("rows", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("t", SqlType.nvarchar(100), false)));
            for (int i = 0; i < rows; i++) {
                sink.row(new Object[] {"0123456789".repeat(5)});
                if (i % flushEvery == 0) {
                    sink.flush();
                }
            }
            sink.done(Command.SELECT, rows);
        });
    }

    @ParameterizedTest
    @CsvSource({"1,1000,3000", "20,7,3000", "500,1000,30000", "500,7,30000"})
    void givenCancelsInTheFirstMoments_whenTheConnectionIsUsedAgain_thenNoneIsBroken(
            int rows, int flushEvery, int spins) throws Exception {
        answer(rows, flushEvery);
        Random random = new Random(5);
        int cancelled = 0;
        try (Connection connection = server.connect()) {
            for (int i = 0; i < CANCELS; i++) {
                cancelled += wasCancelled(connection, random.nextInt(spins)) ? 1 : 0;
                try (Statement next = connection.createStatement();
                        ResultSet one = next.executeQuery("SELECT 1")) {
                    assertThat(one.next()).as("use after cancel %d", i).isTrue();
                    assertThat(one.getInt(1)).isEqualTo(1);
                }
            }
        }
        assertThat(cancelled).as("the race was run at all").isPositive();
        assertThat(server.sessions).hasSize(1);
    }

    private static boolean wasCancelled(Connection connection, int spins) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (Statement statement = connection.createStatement()) {
            Thread canceller = Thread.ofPlatform().start(() -> cancel(statement, go, spins));
            try {
                go.countDown();
                try (ResultSet rows = statement.executeQuery("rows")) {
                    while (rows.next()) {
                        assertThat(rows.getString(1)).hasSize(50);
                    }
                }
                return false;
            } catch (SQLException e) {
                assertThat(e.getMessage()).contains("cancel");
                return true;
            } finally {
                canceller.join();
            }
        }
    }

    private static void cancel(Statement statement, CountDownLatch go, int spins) {
        try {
            go.await();
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            statement.cancel();
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void givenRequestAndAttentionInOneSegment_whenRead_thenTheAnswerComesBeforeTheAcknowledgement() throws Exception {
        answer(3, 1000);
        for (int i = 0; i < CANCELS; i++) {
            try (RawClient client = new RawClient(server.port()).login()) {
                byte[] batch = RawClient.batchPayload("rows");
                byte[] both = new byte[8 + batch.length + 8];
                packet(both, 0, 1, batch);
                packet(both, 8 + batch.length, 6, new byte[0]);
                client.out().write(both);
                byte[] answer = client.read().payload();
                assertThat(answer[0]).as("a result, or the DONE of a cut one").isIn((byte) 0x81, (byte) 0xFD);
                assertThat(status(answer) & 0x20)
                        .as("not yet the acknowledgement")
                        .isZero();
                byte[] acknowledgement = client.read().payload();
                assertThat(acknowledgement).hasSize(13);
                assertThat(status(acknowledgement)).isEqualTo(0x20);
            }
        }
    }

    private static int status(byte[] answer) {
        return answer[answer.length - 12] & 0xFF; // of the last DONE
    }

    private static void packet(byte[] into, int at, int type, byte[] payload) {
        into[at] = (byte) type;
        into[at + 1] = 1;
        into[at + 3] = (byte) (8 + payload.length);
        System.arraycopy(payload, 0, into, at + 8, payload.length);
    }
}
