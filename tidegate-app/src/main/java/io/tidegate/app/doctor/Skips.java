package io.tidegate.app.doctor;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.StoreState;
import io.tidegate.core.privacy.TextPrivacy;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.StateReader;
import io.tidegate.sqlserver.read.ViewColumns;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.OpenedSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects what would be left out, and why. Confined to one thread. */
final class Skips {
    private static final int ONE_ROW = 1;

    private final List<Skip> all = new ArrayList<>();
    private final Set<String> secondaries = new HashSet<>();
    private final ServerTarget target;
    private final ServerReport report;

    Skips(ServerTarget target, ServerReport report) {
        this.target = target;
        this.report = report;
    }

    List<Skip> all() {
        return List.copyOf(all);
    }

    void bySettings(CollectorSettings settings, TextPrivacy texts) {
        if (!settings.enabled()) {
            add(Skip.SERVER, "switched off: it is not contacted", "set servers[].enabled to true");
        }
        if (!settings.tickEnabled()) {
            add(Skip.SERVER, "its tick is switched off: nothing new is collected", "set tickEnabled to true");
        }
        if (!settings.backfillEnabled()) {
            add(Skip.SERVER, "its backfill is switched off: no history is imported", "set backfillEnabled to true");
        }
        if (!settings.quiet().spans().isEmpty()) {
            add(Skip.SERVER, "quiet hours: left alone meanwhile, so that an import takes longer", "");
        }
        switch (texts) {
            case KEEP -> {}
            case LITERALS -> add("literals", "privacy.texts: texts and plans are stored without them", "");
            case NONE -> add("texts and plans", "privacy.texts: none of them is read", "");
        }
        if (report.tier() != null && report.tier().isServerless()) {
            add(
                    target.database(),
                    "serverless: while nobody else is in it, it is left alone for six hours at a time, so that it can pause;"
                            + " this visit has woken it if it was paused",
                    "");
        }
    }

    /** Whether anything heavy may be sent at all. */
    void bySession(OpenedSession session) {
        boolean lock = report.rights().stream()
                .filter(right -> right.permission().contains("sp_getapplock"))
                .allMatch(right -> right.held());
        if (lock || session.seesAllSessions()) {
            return;
        }
        String grants = report.rights().stream()
                .filter(right -> !right.held() && !right.grant().isEmpty())
                .filter(right -> right.permission().contains("sp_getapplock")
                        || right.permission().contains("STATE"))
                .map(right -> right.grant())
                .collect(Collectors.joining(" or "));
        String why = "end not provable: neither the application lock nor other sessions are within the login's rights";
        add(Skip.SERVER, target.allowUnproven() ? why + "; read all the same, as configured" : why, grants);
    }

    /** What the process that collects it has found out. */
    void byProcess(ServerStatus status) {
        if (!status.detail().isEmpty()) {
            add(Skip.SERVER, "the process that collects it says: " + status.detail(), "");
        }
    }

    void byVersion(ViewColumns views) {
        if (!report.columns().waits()) {
            add("wait stats", "not in this version: they come with SQL Server 2017", "");
        }
        String absent = Stream.of(StateTable.values())
                .filter(table -> !views.has(table))
                .map(Skips::words)
                .collect(Collectors.joining(", "));
        if (!absent.isEmpty()) {
            add(absent, "not in this version", "");
        }
    }

    /** False for those that are not entered; they are noted. */
    boolean mayEnter(DatabaseReport database) {
        DatabaseState state = database.state();
        if (database.ineligible().isPresent()) {
            ineligible(state, database.ineligible().get());
            return false;
        }
        if (state.isSecondary()) {
            secondaries.add(state.name());
            add(
                    state.name(),
                    "readable secondary: left to the server that has the writable copy, while that one is registered",
                    "");
        }
        return true;
    }

    private void ineligible(DatabaseState state, DatabaseState.Ineligible why) {
        switch (why) {
            case EXCLUDED -> add(state.name(), "excluded by the configuration", "");
            case SNAPSHOT -> add(state.name(), "a database snapshot", "");
            case NOT_ONLINE -> add(state.name(), "not online (state " + state.state() + ")", "");
            case NOT_MULTI_USER ->
                add(
                        state.name(),
                        (state.userAccess() == 1 ? "SINGLE_USER" : "RESTRICTED_USER")
                                + ": we would take a place that others need",
                        "");
            case CLOSED -> add(state.name(), "AUTO_CLOSE, and closed now: looking into it would open it", "");
            case NO_ACCESS -> failed(state.name(), state.shut(target));
        }
    }

    void neverOn(String database) {
        add(
                database,
                "Query Store was never on",
                "ALTER DATABASE " + QuotedName.of(database) + " SET QUERY_STORE = ON;");
    }

    void failed(String database, Fault fault) {
        String grant = fault instanceof Fault.NotPermitted denied ? denied.grant() : "";
        String why = fault.message();
        int advice = grant.isEmpty() ? -1 : why.indexOf(" Run: ");
        add(database, advice < 0 ? why : why.substring(0, advice), grant);
    }

    void byState(SourceHistory history) {
        String database = history.database();
        boolean ofPrimary = secondaries.contains(database); // whose state it shows as its own, or as read-only
        int state = ofPrimary ? QueryStoreOptions.READ_WRITE : history.options().actualState();
        int reason = history.options().readonlyReason();
        String has = switch (state) {
            case QueryStoreOptions.OFF -> "what it still has is imported";
            case QueryStoreOptions.READ_ONLY -> "what it has is imported";
            case QueryStoreOptions.ERROR -> "what it still shows is imported";
            default -> "";
        };
        if (!has.isEmpty()) {
            String words = "Query Store is " + StoreState.words(state, reason) + "; " + has + ", nothing new comes";
            add(database, words, StoreState.advice(state, reason));
        }
        if (history.older() > 0) {
            add(database, history.older() + " intervals are older than the retention", "raise retention");
        }
    }

    /** Which of the light views of state the login may not read; one row of each is asked for. */
    void byRights(Channel channel, ViewColumns views, String database) {
        for (StateTable table : StateTable.values()) {
            if (table.isReadInParts() || !views.has(table)) {
                continue;
            }
            try {
                StateReader.light(channel, views, table, database, ONE_ROW);
            } catch (SqlServerException refused) {
                if (refused.fault().endsSession()) {
                    throw refused;
                }
                failed(database + ": " + words(table), refused.fault());
            }
        }
    }

    private static String words(StateTable table) {
        String word = table.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (table) {
            case QUERY -> "queries";
            case OPTIONS, CONTEXT_SETTINGS, PLAN_FEEDBACK -> word;
            case PLAN, QUERY_HINT, QUERY_VARIANT, REPLICA, FORCING_LOCATION, TUNING_RECOMMENDATION -> word + "s";
        };
    }

    private void add(String what, String why, String next) {
        all.add(new Skip(what, why, next));
    }
}
