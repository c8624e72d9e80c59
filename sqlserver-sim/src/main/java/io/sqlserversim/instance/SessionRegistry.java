package io.sqlserversim.instance;

import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The sessions of an instance. Thread-safe. */
public final class SessionRegistry {
    private final ConcurrentSkipListMap<Integer, Session> sessions = new ConcurrentSkipListMap<>();
    private final Set<Integer> arriving = ConcurrentHashMap.newKeySet();
    private final ServerClock clock;

    /**
     * No sessions.
     *
     * @param clock gives login times
     */
    public SessionRegistry(ServerClock clock) {
        this.clock = clock;
    }

    /**
     * Takes note of a client that is about to log in, which nobody sees yet.
     *
     * @param sessionId its id; to be followed by {@link #arrived}
     */
    public void arrives(int sessionId) {
        arriving.add(sessionId);
    }

    /**
     * Takes note that a login is over, whether there is a session now or not.
     *
     * @param sessionId its id
     */
    public void arrived(int sessionId) {
        arriving.remove(sessionId);
    }

    /**
     * Whether an id belongs to a session, or to a client that is about to log in.
     *
     * @param sessionId the id
     * @return false when nobody has it
     */
    public boolean isTaken(int sessionId) {
        return arriving.contains(sessionId) || sessions.containsKey(sessionId);
    }

    /**
     * Opens a session.
     *
     * @param sessionId its id, which nobody else has now
     * @param login who, from where
     * @param database where it starts
     * @return the session, visible to others from now on
     */
    public Session open(int sessionId, SessionLogin login, String database) {
        Session session = new Session(sessionId, login, clock.now(), database);
        if (sessions.putIfAbsent(sessionId, session) != null) {
            throw new IllegalStateException("session id " + sessionId + " is taken");
        }
        return session;
    }

    /**
     * Forgets a session that has ended. A second call changes nothing.
     *
     * @param session which
     */
    public void remove(Session session) {
        sessions.remove(session.sessionId(), session);
    }

    /**
     * Finds a session.
     *
     * @param sessionId its id
     * @return null when there is none
     */
    public @Nullable Session find(int sessionId) {
        return sessions.get(sessionId);
    }

    /**
     * All sessions.
     *
     * @return by id, ascending
     */
    public List<Session> all() {
        return List.copyOf(sessions.values());
    }

    /**
     * Asks a session to end, as KILL does. It ends when its statement has noticed and its connection is closed.
     *
     * @param sessionId its id
     * @return false when there is none
     */
    public boolean kill(int sessionId) {
        Session session = find(sessionId);
        if (session == null) {
            return false;
        }
        session.signals().raise(Reason.KILLED);
        return true;
    }
}
