package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.step.StepContext;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import java.sql.SQLException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Opens heavy sessions: one lease, one session. Immutable, thread-safe. */
public final class HeavySessions {
    private final ConnectionFactory connections;
    private final RingThree ringThree;
    private final SessionLimits limits;
    private final HeavySession.Tools tools;
    private final String programName;

    /**
     * Makes the opener.
     *
     * @param connections opens connections
     * @param ringThree the third ring, mostly {@link RingThreeChain#standard}
     * @param limits time limits
     * @param deadlines cuts reads that hang
     * @param threads for the few threads that send attention, and those that look whether somebody waits for us
     * @param ticker for durations
     * @param installation names this installation in {@code program_name}, behind the common prefix
     */
    public HeavySessions(
            ConnectionFactory connections,
            RingThree ringThree,
            SessionLimits limits,
            Deadlines deadlines,
            ThreadFactory threads,
            Ticker ticker,
            String installation) {
        this(connections, ringThree, limits, deadlines, threads, threads, ticker, installation);
    }

    /**
     * Makes the opener, with threads of two kinds.
     *
     * @param connections as above
     * @param ringThree as above
     * @param limits as above
     * @param deadlines as above
     * @param threads for those that send attention
     * @param looks for those that look whether somebody waits for us
     * @param ticker as above
     * @param installation as above
     */
    public HeavySessions(
            ConnectionFactory connections,
            RingThree ringThree,
            SessionLimits limits,
            Deadlines deadlines,
            ThreadFactory threads,
            ThreadFactory looks,
            Ticker ticker,
            String installation) {
        this.connections = connections;
        this.ringThree = ringThree;
        this.limits = limits;
        this.tools = new HeavySession.Tools(
                deadlines, threads, looks, ticker, new LightSessions(connections, limits, ticker, installation));
        this.programName = HeavyProgram.name(installation);
    }

    /**
     * Logs in, asks who it is, and tries to enter ring 3. Never waits for anybody; blocks up to the login limit and for a
     * few light batches.
     *
     * @param target the server
     * @param database the database whose work it is, for the words of faults
     * @param lease ring 1's right; told each step
     * @param context the step that this runs in; its second limit aborts the connection
     * @return entered, refused or end not provable; but for entered, the connection is closed
     * @throws io.tidegate.sqlserver.fault.SqlServerException when the server did not answer as it should
     */
    public HeavyEntry open(ServerTarget target, String database, Lease lease, StepContext context) {
        return open(target, database, lease, context, null);
    }

    /**
     * The same for a node that owns servers by claims.
     *
     * @param target the server
     * @param database the database whose work it is
     * @param lease ring 1's right
     * @param context the step that this runs in
     * @param claim the node's claim on the server; null where there is none
     * @return as above
     */
    public HeavyEntry open(
            ServerTarget target, String database, Lease lease, StepContext context, @Nullable NodeClaim claim) {
        Channel channel = connect(target, database);
        StepContext.Registration abort = context.onAbort(channel::abort);
        boolean entered = false;
        try {
            OpenedSession session = OpenedSession.begin(target, channel, tools.ticker());
            RingThree.Entry entry = provenToo(ringThree.enter(session, lease), session, lease);
            entered = entry instanceof RingThree.Entry.Entered;
            return switch (entry) {
                case RingThree.Entry.Entered inside -> {
                    Guards guards = new Guards(session, inside.hold(), claim);
                    yield new HeavyEntry.Entered(
                            new HeavySession(session, inside.hold(), guards, lease, context, tools, abort));
                }
                case RingThree.Entry.Refused refused -> {
                    lease.deferredBy(refused.by());
                    yield new HeavyEntry.Refused(refused.by());
                }
                case RingThree.Entry.Impossible closed -> new HeavyEntry.EndNotProvable(closed.why(), closed.grant());
            };
        } finally {
            if (!entered) {
                abort.close();
                channel.close();
            }
        }
    }

    /** The lock proves the end of whoever had it, but not of a session that ran without: that one is looked for. */
    private static RingThree.Entry provenToo(RingThree.Entry entry, OpenedSession session, Lease lease) {
        if (entry instanceof RingThree.Entry.Entered inside && !SuspectProofs.allProven(session, lease)) {
            RingThree.Entry refused = new RingThree.Entry.Refused(SuspectProofs.inTheWay(session, lease));
            inside.hold().leave();
            return refused;
        }
        return entry;
    }

    private Channel connect(ServerTarget target, String database) {
        Where where = new Where(target.name(), target.login().user(), database);
        ConnectionSettings settings =
                new ConnectionSettings(programName, target.sessionDatabase(), limits.login(), limits.second());
        try {
            return new Channel(connections.open(target, settings), where, limits.lightStatement());
        } catch (SQLException failed) {
            throw SqlServerFaults.unconnected(failed, where, target.address());
        }
    }
}
