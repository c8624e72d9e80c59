package io.tidegate.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Two instances behind one address, as far as the gate's protocol can see them: sessions, the application lock, statements
 * that run on when their client is gone. It knows the truth; the gate only hears of it.
 */
final class Victim {
    /** One session at the server. */
    static final class Session {
        final SessionIdentity identity;
        boolean hasLock;
        boolean heavyRuns;
        boolean clientGone;
        boolean alive = true;

        Session(SessionIdentity identity) {
            this.identity = identity;
        }
    }

    final List<Session> sessions = new ArrayList<>();
    private final InstanceIdentity[] lives = {GateFixtures.SQL_1, new InstanceIdentity("SQL-2", GateFixtures.BOOT)};
    private int primary;
    private int nextId = 51;

    InstanceIdentity primary() {
        return lives[primary];
    }

    Session login() {
        Session made = new Session(GateFixtures.session(primary(), nextId++));
        sessions.add(made);
        return made;
    }

    /** The lock, at once or not at all. */
    boolean getLock(Session asks) {
        boolean taken = sessions.stream()
                .anyMatch(s -> s.hasLock && s.identity.instance().equals(asks.identity.instance()));
        asks.hasLock = !taken;
        return !taken;
    }

    boolean otherSessionOfOurs(Session looks) {
        return sessions.stream()
                .anyMatch(s -> s != looks && s.identity.instance().equals(looks.identity.instance()));
    }

    boolean isListed(SessionIdentity wanted) {
        return sessions.stream().anyMatch(s -> s.identity.equals(wanted));
    }

    void end(Session gone) {
        gone.alive = false;
        gone.heavyRuns = false;
        gone.hasLock = false;
        sessions.remove(gone);
    }

    void restart(int which) {
        lives[which] = GateFixtures.restarted(lives[which]);
        String name = lives[which].serverName();
        for (Session s : List.copyOf(sessions)) {
            if (s.identity.instance().serverName().equals(name)) {
                end(s);
            }
        }
    }

    void failOver() {
        primary = 1 - primary;
    }

    /** A statement whose client is gone ends; one whose statement has ended is noticed to be dead. */
    void somethingEnds(Random random) {
        for (Session s : List.copyOf(sessions)) {
            if (s.clientGone && random.nextInt(8) == 0) {
                if (s.heavyRuns) {
                    s.heavyRuns = false;
                } else {
                    end(s);
                }
            }
        }
    }

    /** What the grace believes in: within an hour every statement that nobody waits for has ended. */
    void everythingLeftBehindEnds() {
        for (Session s : List.copyOf(sessions)) {
            if (s.clientGone) {
                end(s);
            }
        }
    }

    /** Law ONE, at the victim. */
    int heavyOn(String instanceName) {
        return (int) sessions.stream()
                .filter(s -> s.heavyRuns && s.identity.instance().serverName().equals(instanceName))
                .count();
    }

    long heavyAnywhere() {
        return sessions.stream().filter(s -> s.heavyRuns).count();
    }
}
