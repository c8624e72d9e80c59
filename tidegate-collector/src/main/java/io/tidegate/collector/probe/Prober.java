package io.tidegate.collector.probe;

import io.tidegate.collector.CollectorTools;
import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.Layout;
import io.tidegate.core.ledger.LayoutBelief;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.capability.ServerVersion;
import io.tidegate.sqlserver.capability.ServiceTier;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.ServerProbe;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.OpenedSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Probes one server over a light session of its own, which is kept from probe to probe, and brings the ledger's list up to date. Thread-safe: the states
 * it keeps are shared by the loops of a lane; two probes at once are harmless.
 */
public final class Prober {
    private final CollectorTools tools;
    private final ServerTarget target;
    private final int serverId;
    private final Duration horizon;
    private final Duration near;
    private final HourlyDuties noneDone;
    private final StateKeeper keeper;
    private final ServerlessRest rest;
    private final Map<String, SeriesState> states = new ConcurrentHashMap<>();
    private final KeptSession idle;
    private final Copies copies;
    private final GeoCopies geo;
    private final Doors doors;
    private final Renames renames;
    private final Absences absences;
    private final RecoveryForkLook forks;
    private final ProbeTurns turns;
    private volatile DatabaseFilter filter;
    private final KnownServer server = new KnownServer();
    private volatile boolean hasHistory;
    private volatile Optional<String> twin = Optional.empty();

    /**
     * A prober.
     *
     * @param tools what lanes share
     * @param target the server
     * @param serverId its number in the store
     * @param horizon how far back history is wanted
     * @param cadence how often it is to probe
     */
    public Prober(CollectorTools tools, ServerTarget target, int serverId, Duration horizon, Duration cadence) {
        this.tools = tools;
        this.target = target;
        this.filter = target.databases();
        this.serverId = serverId;
        this.horizon = horizon;
        this.keeper = new StateKeeper(tools.store());
        this.rest = new ServerlessRest(tools.ticker());
        this.idle = new KeptSession(tools, target, rest::isServerless);
        this.doors = new Doors(target);
        this.renames = new Renames(tools.store(), target.name(), serverId);
        this.noneDone = HourlyDuties.of(target.name());
        this.near = OptionStretches.near(cadence);
        this.absences = new Absences(tools.store(), tools.clock(), target.name(), serverId, near);
        this.forks = new RecoveryForkLook(target);
        this.turns = new ProbeTurns(tools.ticker(), cadence, near);
        this.copies = new Copies(tools.registrations(), tools.store(), tools.clock(), target.isDatabase());
        this.geo = new GeoCopies(tools.registrations());
    }

    /**
     * How far apart two probes may lie so that the second one tells of the time between.
     *
     * @param cadence how often it is to probe
     * @return at least five minutes
     */
    public static Duration near(Duration cadence) {
        return OptionStretches.near(cadence);
    }

    /**
     * What is known of the databases, by name; changed by probes and by work.
     *
     * @return a live map
     */
    public Map<String, SeriesState> states() {
        return states;
    }

    /**
     * New names that may be of databases known under another one.
     *
     * @return what is to be told apart
     */
    public Renames renames() {
        return renames;
    }

    /**
     * As {@link #probe}, with all databases asked: for somebody who wants to know how it is now.
     *
     * @return what was found
     * @throws io.tidegate.sqlserver.fault.SqlServerException when the server itself cannot be asked
     */
    public ProbeReport probeAll() {
        turns.wake();
        return probe();
    }

    /**
     * Probes. Of many databases, quiet ones are asked in turn; what is known of the others is reported as it was. Blocks for a login
     * and some light batches.
     *
     * @return what was found
     * @throws io.tidegate.sqlserver.fault.SqlServerException when the server itself cannot be asked
     */
    public ProbeReport probe() {
        OpenedSession kept = idle.take();
        if (kept == null) {
            return probeAnew();
        }
        try {
            return idle.ask(kept, this::read);
        } catch (SqlServerException stale) {
            return probeAnew(); // it broke since the last probe; a second failure is the server's
        }
    }

    /**
     * Asks something light on the session that is kept between two probes, or on a new one. Blocks for what is asked, and
     * for a login where none is kept.
     *
     * @param <T> type of the answer
     * @param asking asks; confined to the calling thread
     * @return the answer
     * @throws SqlServerException when it fails; the session is given up then
     */
    public <T> T light(Function<OpenedSession, T> asking) {
        return idle.ask(asking);
    }

    /**
     * Why the server is not even looked at now: a serverless database that may pause. Does not block.
     *
     * @return for a user; empty when it may be probed
     */
    public Optional<String> resting() {
        return rest.resting();
    }

    /**
     * Why the server is not collected although it answers: another one that is registered is the same instance.
     *
     * @return for a user, as the last probe found; empty when it is collected
     */
    public Optional<String> twin() {
        return twin;
    }

    /**
     * From now on other databases are wanted.
     *
     * @param wanted which
     */
    public void want(DatabaseFilter wanted) {
        filter = wanted;
    }

    /**
     * How often a light session was logged in.
     *
     * @return 0 or more
     */
    public long logins() {
        return idle.logins();
    }

    /** Closes the session that is kept between two probes. Idempotent, throws nothing. */
    public void close() {
        idle.close();
    }

    /** On a new session, which may be on an upgraded server: what is known of its version is asked again. */
    private ProbeReport probeAnew() {
        server.forget();
        try {
            return idle.askAnew(this::read);
        } catch (SqlServerException failed) {
            tools.registrations().unseen(serverId);
            throw failed;
        }
    }

    private ProbeReport read(OpenedSession session) {
        Channel channel = session.channel();
        tools.gates().gate(target.name()).instanceSeen(session.identity().instance());
        ServerVersion of = server.version(channel);
        if (target.isDatabase()) {
            rest.seen(ServiceTier.read(channel));
        }
        Registrations.Seen here = new Registrations.Seen(
                serverId, target.name(), session.identity().instance(), hasHistory());
        twin = tools.registrations().seen(here);
        List<DatabaseState> all = twin.isPresent() ? List.of() : states(channel, here);
        List<DatabaseState> open = all.stream()
                .filter(state -> state.ineligible(filter).isEmpty())
                .filter(state -> copies.isRead(state, here))
                .toList();
        Renames.Candidates renamed = renames.look(all, open, states);
        List<DatabaseState> eligible =
                open.stream().filter(state -> !renamed.isClaimed(state.name())).toList();
        Map<String, Fault> faults = new HashMap<>(doors.shut(all, filter));
        List<DatabaseState> asking = turns.choose(eligible, states);
        ProbeAsks asked = ProbeAsks.of(tools.store(), asking, states);
        List<DatabaseProbe> probes = ServerProbe.run(channel, server.views(), asked.asks());
        ListKeeper lists = new ListKeeper(tools.store(), channel, asked, forks.look(channel, all, eligible));
        try {
            for (int i = 0; i < probes.size(); i++) {
                DatabaseState one = asking.get(i);
                turns.asked(one, probes.get(i), take(lists, renamed, one, probes.get(i), faults));
            }
        } finally {
            lists.end(); // what was seen counts also where what came behind it failed
        }
        List<String> names = eligible.stream().map(DatabaseState::name).toList();
        if (twin.isEmpty()) {
            Set<String> resting = ProbeTurns.resting(eligible, asking);
            absences.note(new Absences.Look(all, filter, states.keySet(), names, renamed::isClaimed, probes, resting));
        }
        states.keySet().retainAll(names);
        keeper.retain(names);
        copies.retain(all.stream().map(DatabaseState::name).toList());
        keeper.readSome(channel, server.views(), probes, states);
        List<String> readable = turns.read(eligible);
        return new ProbeReport(
                of.productVersion(),
                server.columns(),
                readable,
                faults,
                Unread.of(all, readable, faults, this::whyClosed, renamed),
                server.views(),
                Stream.of(
                                absences.words(),
                                renames.words(),
                                copies.words(),
                                List.of(doors.forAll(), rest.limits(), forks.words(), geo.words()),
                                keeper.degradations())
                        .flatMap(List::stream)
                        .filter(words -> !words.isEmpty())
                        .toList());
    }

    private List<DatabaseState> states(Channel channel, Registrations.Seen here) {
        List<DatabaseState> all = DatabaseState.readAll(channel);
        return target.isDatabase() ? geo.told(channel, all, here, states) : all;
    }

    private Optional<String> whyClosed(DatabaseState state) {
        return Absences.ineligible(state, filter).or(() -> copies.whyLeft(state.name()));
    }

    /** Once it has, it stays so for this process: the store is not asked each minute. */
    private boolean hasHistory() {
        hasHistory = hasHistory || !tools.store().series(serverId).isEmpty();
        return hasHistory;
    }

    private boolean take(
            ListKeeper lists,
            Renames.Candidates renamed,
            DatabaseState state,
            DatabaseProbe probe,
            Map<String, Fault> faults) {
        return switch (probe) {
            case DatabaseProbe.Seen seen -> seen(lists, renamed.of(state.name()), state, seen);
            case DatabaseProbe.NeverOn off -> false;
            case DatabaseProbe.Failed failed -> {
                faults.put(failed.database(), failed.fault());
                doors.note(failed.fault());
                yield false;
            }
        };
    }

    private boolean seen(ListKeeper lists, Optional<SeriesRecord> old, DatabaseState state, DatabaseProbe.Seen seen) {
        if (old.isPresent()) {
            renames.saw(
                    old.get(),
                    seen,
                    renamed -> fresh(
                            renamed,
                            situation(renamed, "", state, seen, server.columns().layout()),
                            true));
            return false;
        }
        SeriesRecord known = series(state, seen);
        String fork = lists.fork(state);
        keepStretch(lists, known, state, seen);
        ListKeeper.Kept list =
                lists.keep(known, fork, seen, server.columns().kinds(), duties(state.name(), known.key()));
        if (list == ListKeeper.Kept.OF_ANOTHER_EPOCH) {
            return true;
        }
        SeriesRecord series = list == ListKeeper.Kept.SUSPECT ? known : known.onFork(fork);
        states.compute(state.name(), (name, before) -> {
            if (before != null && series.key().isEarlierEpochOf(before.series().key())) {
                return before;
            }
            LayoutBelief lies = (before == null
                            ? LayoutBelief.of(server.columns().layout())
                            : before.layout())
                    .assuming(server.columns().layout());
            Situation situation = situation(series, fork, state, seen, lies.layout());
            boolean sameEpoch = before != null && before.series().key().equals(series.key());
            boolean suspect = list == ListKeeper.Kept.SUSPECT || (sameEpoch && before.isEpochSuspect());
            SeriesState now = before == null
                    ? fresh(series, situation, suspect)
                    : before.probed(series, situation, suspect).lies(lies);
            return list == ListKeeper.Kept.WHOLE ? now.did(Duty.WHOLE_LIST) : now;
        });
        return true;
    }

    private Situation situation(
            SeriesRecord series, String fork, DatabaseState state, DatabaseProbe.Seen seen, Layout lies) {
        return new Situation(
                seen.sourceNow(),
                series.firstContact(),
                seen.options(),
                IntervalClock.of(seen.options()),
                lies,
                horizon,
                fork,
                keeper.groups().mayReport(state));
    }

    private SeriesState fresh(SeriesRecord series, Situation situation, boolean suspect) {
        return SeriesState.fresh(series, situation, suspect, tools.ticker().readNanos(), noneDone);
    }

    private HourlyDuties duties(String database, SeriesKey series) {
        SeriesState known = states.get(database);
        return known != null && known.series().key().equals(series) ? known.duties() : noneDone;
    }

    /** As known, or as the registry has it when the database is new to us. */
    private SeriesRecord series(DatabaseState state, DatabaseProbe.Seen seen) {
        SeriesState known = states.get(state.name());
        if (known != null && known.series().sourceDatabaseId() == state.databaseId()) {
            return known.series();
        }
        String group = target.isDatabase() ? geo.links() : state.groupDatabaseId();
        SeriesRecord opened = tools.store()
                .openSeries(
                        serverId,
                        state.name(),
                        state.databaseId(),
                        group,
                        ListKeeper.openStart(seen),
                        seen.sourceNow());
        geo.recorded(group);
        return opened;
    }

    private void keepStretch(ListKeeper lists, SeriesRecord series, DatabaseState state, DatabaseProbe.Seen seen) {
        if (state.isSecondary()) {
            return; // it shows what the primary wrote, whatever its own state says: off, or read-only for that reason
        }
        SeriesState before = states.get(seen.database());
        if (before != null) {
            OptionStretches.of(series, seen, before.situation().sourceNow(), near)
                    .ifPresent(lists::keep);
        }
    }
}
