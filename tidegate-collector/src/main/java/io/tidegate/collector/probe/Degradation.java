package io.tidegate.collector.probe;

import io.tidegate.core.schema.StateTable;
import io.tidegate.sqlserver.fault.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Something of Query Store's state that is not kept of a database. Immutable.
 *
 * @param kind why
 * @param table what
 * @param database whose
 * @param advice what to do, one sentence; empty where nothing can be done
 */
record Degradation(Kind kind, StateTable table, String database, String advice) {
    /** Why something is not kept. */
    enum Kind {
        /** The server's version has no such view. */
        NOT_THERE,
        /** The login lacks a right. */
        DENIED,
        /** There are too many rows. */
        TOO_MANY,
        /** It could not be read. */
        FAILED
    }

    static Degradation of(StateTable table, String database, Fault fault) {
        if (fault instanceof Fault.NotPermitted denied) {
            String right = denied.permission().equals("unknown") ? "" : " needs " + denied.permission() + ".";
            String grant = denied.grant().isEmpty() ? " See docs/permissions.md." : " Run: " + denied.grant();
            return new Degradation(Kind.DENIED, table, database, (right + grant).strip());
        }
        return new Degradation(Kind.FAILED, table, database, fault.message());
    }

    /** One sentence per reason, whatever the number of databases. */
    static List<String> sentences(Collection<Degradation> all) {
        Map<String, TreeSet<String>> databases = new TreeMap<>();
        TreeSet<String> absent = new TreeSet<>();
        for (Degradation one : all) {
            switch (one.kind) {
                case NOT_THERE -> absent.add(lost(one.table));
                case DENIED, TOO_MANY, FAILED ->
                    databases
                            .computeIfAbsent(one.reason(), reason -> new TreeSet<>())
                            .add(one.database);
            }
        }
        List<String> sentences = new ArrayList<>();
        databases.forEach((reason, names) -> sentences.add(
                names.size() == 1 ? names.first() + ": " + reason : names.size() + " databases: " + reason));
        if (!absent.isEmpty()) {
            sentences.add("not in this version: " + String.join(", ", absent));
        }
        return sentences;
    }

    private String reason() {
        String what = lost(table) + " are not kept";
        return switch (kind) {
            case DENIED -> what + ": reading them " + advice;
            case TOO_MANY -> what + ": there are too many";
            case FAILED -> what + ": " + advice;
            case NOT_THERE -> what;
        };
    }

    private static String lost(StateTable table) {
        return switch (table) {
            case OPTIONS -> "changes of options";
            case QUERY -> "figures of queries";
            case CONTEXT_SETTINGS -> "context settings";
            case PLAN -> "changes of forcing";
            case QUERY_HINT -> "query hints";
            case QUERY_VARIANT -> "query variants";
            case PLAN_FEEDBACK -> "plan feedback";
            case REPLICA -> "replica groups";
            case FORCING_LOCATION -> "plan forcing locations";
            case TUNING_RECOMMENDATION -> "tuning recommendations";
        };
    }
}
