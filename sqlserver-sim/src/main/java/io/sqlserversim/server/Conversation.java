package io.sqlserversim.server;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.server.LoginSequence.LoggedIn;
import io.sqlserversim.session.Session;
import io.sqlserversim.tds.Login7;
import io.sqlserversim.tds.Tokens;
import java.time.Duration;

/**
 * One session's executor: takes requests and owed acknowledgements from the mailbox, one after the other, until the
 * session ends. Everything that is sent after the login is sent by this thread.
 */
final class Conversation {
    private static final int FIRST_PACKET_SIZE = 4096;

    private final LoggedIn client;
    private final Mailbox mailbox;
    private final Outbound out;
    private final RequestRunner runner;
    private final Duration acknowledgementDelay;
    private final int packetBytes;

    Conversation(LoggedIn client, Mailbox mailbox, Outbound out, RequestRunner runner, ConnectionScript script) {
        this.client = client;
        this.mailbox = mailbox;
        this.out = out;
        this.runner = runner;
        this.acknowledgementDelay = script.acknowledgementDelay();
        this.packetBytes = script.tricklePacketBytes() == 0
                ? client.packetSize()
                : Math.min(script.tricklePacketBytes(), client.packetSize());
    }

    /** Talks until the session ends; throws nothing that the session's end would not say. */
    void run() {
        try {
            sendLoginResponse();
            boolean goesOn = true;
            while (goesOn) {
                goesOn = switch (mailbox.next()) {
                    case Mailbox.Work.Execute execute -> runner.run(execute.message());
                    case Mailbox.Work.Acknowledge owed -> acknowledge();
                    case Mailbox.Work.Leave leave -> false;
                };
            }
        } catch (StatementEnded e) {
            // the socket is dead or the server stops, between two requests
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendLoginResponse() {
        Session session = client.session();
        Login7 login = client.login();
        Tokens tokens = out.tokens();
        String database = session.database();
        tokens.changes().database("master", database);
        tokens.info(5701, 2, 0, "Changed database context to '" + database + "'.", 1);
        tokens.changes().collation();
        tokens.changes().language("us_english");
        tokens.info(5703, 1, 0, "Changed language setting to us_english.", 1);
        tokens.loginAck(client.policy().version());
        tokens.changes().packetSize(FIRST_PACKET_SIZE, client.packetSize());
        if (login.extended()) {
            tokens.featureAcknowledgement(
                    login.features().contains(Login7.UTF8_SUPPORT),
                    client.policy().sessionRecovery() && login.features().contains(Login7.SESSION_RECOVERY));
        }
        tokens.done(0, 0, 0);
        client.packets().spid(session.sessionId());
        out.end();
        client.packets().packetSize(packetBytes);
    }

    private boolean acknowledge() {
        out.pause(acknowledgementDelay);
        if (out.signals().pending() == Reason.SHUTDOWN) {
            return false;
        }
        out.tokens().done(Tokens.ATTENTION, 0, 0);
        out.end();
        return true;
    }
}
