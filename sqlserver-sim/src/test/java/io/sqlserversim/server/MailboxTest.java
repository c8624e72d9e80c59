package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.session.SessionSignals;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketType;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

/** What an attention does to the request under way, and never to the next one. */
final class MailboxTest {
    private static final Message REQUEST = new Message(PacketType.SQL_BATCH, false, false, new byte[0]);

    private final SessionSignals signals = new SessionSignals();
    private final Mailbox mailbox = new Mailbox(signals, false);

    @Test
    void givenIdleSession_whenAttention_thenOnlyTheAcknowledgement() throws Exception {
        mailbox.attention();
        mailbox.attention();
        mailbox.clientGone();
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Acknowledge.class);
        assertThat(signals.pending()).isNull();
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Leave.class);
    }

    @Test
    void givenRunningRequest_whenAttention_thenItIsRaisedAndAcknowledgedOnce() throws Exception {
        mailbox.request(REQUEST);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
        mailbox.attention();
        assertThat(signals.pending()).isEqualTo(Reason.ATTENTION);
        mailbox.request(REQUEST);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Acknowledge.class);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
        assertThat(signals.pending()).isNull();
    }

    @Test
    void givenRequestsThatWait_whenAttention_thenTheyAreCancelledInTurnAndThenAcknowledged() throws Exception {
        mailbox.request(REQUEST);
        mailbox.request(REQUEST);
        mailbox.attention();
        mailbox.request(REQUEST);
        for (int i = 0; i < 2; i++) {
            assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
            assertThat(signals.pending()).isEqualTo(Reason.ATTENTION);
        }
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Acknowledge.class);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
        assertThat(signals.pending()).isNull();
    }

    @Test
    void givenDeafSession_whenItHearsAgainAfterTheStatement_thenTheNextOneIsNotHit() throws Exception {
        mailbox.request(REQUEST);
        mailbox.next();
        signals.deaf(true);
        mailbox.attention();
        assertThat(signals.pending()).isNull();
        mailbox.request(REQUEST);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
        signals.deaf(false);
        assertThat(signals.pending()).isNull();
        assertThat(signals.attentions()).isEqualTo(1);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Acknowledge.class);
    }

    @Test
    void givenClientGone_whenRequestsWait_thenTheyAreExecutedFirst() throws Exception {
        mailbox.request(REQUEST);
        mailbox.clientGone();
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Execute.class);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Leave.class);
    }

    @Test
    void givenKill_whenAttentionFollows_thenTheSessionLeaves() throws Exception {
        mailbox.request(REQUEST);
        mailbox.next();
        signals.raise(Reason.KILLED);
        mailbox.attention();
        assertThat(signals.pending()).isEqualTo(Reason.KILLED);
        assertThat(mailbox.next()).isInstanceOf(Mailbox.Work.Leave.class);
    }

    /**
     * A client sends a request and, racing with its end, an attention; then awaits the acknowledgement and sends the
     * next. Broken by the mutation: {@code Mailbox.next} without {@code signals.acknowledgeAttention()}.
     */
    @Test
    void givenAttentionsThatRaceWithTheEnd_whenTheNextRequestRuns_thenItIsNeverHit() throws Exception {
        int rounds = 20_000;
        SynchronousQueue<Boolean> acknowledged = new SynchronousQueue<>();
        Thread client = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < rounds; i++) {
                    mailbox.request(REQUEST); // may be hit by the attention
                    mailbox.attention();
                    acknowledged.take();
                    mailbox.request(REQUEST); // must not be hit
                    acknowledged.take();
                }
                mailbox.clientGone();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        boolean cancellable = true;
        int acknowledgements = 0;
        while (true) {
            Mailbox.Work work = mailbox.next();
            if (work instanceof Mailbox.Work.Leave) {
                break;
            }
            if (work instanceof Mailbox.Work.Acknowledge) {
                acknowledgements++;
                cancellable = false;
                acknowledged.put(true);
            } else {
                try {
                    signals.check();
                } catch (StatementEnded e) {
                    assertThat(cancellable).as("an attention left over").isTrue();
                }
                if (!cancellable) {
                    cancellable = true;
                    acknowledged.put(true);
                }
            }
        }
        client.join();
        assertThat(acknowledgements).isEqualTo(rounds);
    }
}
