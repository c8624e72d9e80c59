package io.sqlserversim.sql;

import io.sqlserversim.sql.QueryStoreChange.Action;
import io.sqlserversim.sql.QueryStoreChange.Option;
import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads ALTER DATABASE ... SET QUERY_STORE, and no other ALTER. Confined to one thread. */
final class AlterParser {
    private static final Set<String> WORDS =
            Set.of("OPERATION_MODE", "SIZE_BASED_CLEANUP_MODE", "QUERY_CAPTURE_MODE", "WAIT_STATS_CAPTURE_MODE");
    private static final Set<String> NUMBERS = Set.of(
            "DATA_FLUSH_INTERVAL_SECONDS", "MAX_STORAGE_SIZE_MB", "INTERVAL_LENGTH_MINUTES", "MAX_PLANS_PER_QUERY");
    private static final Set<String> CLEANUP = Set.of("STALE_QUERY_THRESHOLD_DAYS");
    private static final Set<String> CAPTURE = Set.of(
            "EXECUTION_COUNT",
            "TOTAL_COMPILE_CPU_TIME_MS",
            "TOTAL_EXECUTION_CPU_TIME_MS",
            "STALE_CAPTURE_POLICY_THRESHOLD");

    private final TokenStream in;

    AlterParser(TokenStream in) {
        this.in = in;
    }

    Statement statement(int line) {
        in.expect("ALTER");
        in.expect("DATABASE");
        String database = database();
        in.expect("SET");
        in.expect("QUERY_STORE");
        Statement statement = new Statement.AlterQueryStore(change(database), line);
        if (in.accept("WITH") && !in.accept("NO_WAIT")) {
            in.expect("ROLLBACK");
            in.expect("IMMEDIATE");
        }
        return statement;
    }

    private @Nullable String database() {
        return in.accept("CURRENT") ? null : in.name();
    }

    private QueryStoreChange change(@Nullable String database) {
        if (in.accept("CLEAR")) {
            in.accept("ALL");
            return new QueryStoreChange(database, Action.CLEAR, List.of());
        }
        if (in.at("(")) {
            return new QueryStoreChange(database, Action.SET, options());
        }
        in.expect("=");
        if (in.accept("OFF")) {
            if (in.accept("(", "FORCED")) {
                in.expect(")");
            }
            return new QueryStoreChange(database, Action.OFF, List.of());
        }
        in.expect("ON");
        return new QueryStoreChange(database, Action.ON, in.at("(") ? options() : List.of());
    }

    private List<Option> options() {
        List<Option> options = new ArrayList<>();
        in.expect("(");
        do {
            option(options);
        } while (in.accept(","));
        in.expect(")");
        return List.copyOf(options);
    }

    private void option(List<Option> options) {
        String name = in.peek().text().toUpperCase(Locale.ROOT);
        switch (name) {
            case "CLEANUP_POLICY" -> policy(CLEANUP, options);
            case "QUERY_CAPTURE_POLICY" -> policy(CAPTURE, options);
            default -> options.add(single(WORDS.contains(name) ? WORDS : NUMBERS));
        }
    }

    private void policy(Set<String> names, List<Option> options) {
        in.next();
        in.expect("=");
        in.expect("(");
        do {
            options.add(single(names));
        } while (in.accept(","));
        in.expect(")");
    }

    private Option single(Set<String> names) {
        String name = in.peek().text().toUpperCase(Locale.ROOT);
        if (in.peek().kind() != Kind.WORD || !names.contains(name)) {
            throw in.unexpected();
        }
        in.next();
        in.expect("=");
        if (in.peek().kind() != (names.equals(WORDS) ? Kind.WORD : Kind.INTEGER)) {
            throw in.unexpected();
        }
        String value = in.next().text().toUpperCase(Locale.ROOT);
        boolean timed = name.equals("STALE_CAPTURE_POLICY_THRESHOLD");
        if (timed && !in.at("HOURS") && !in.at("DAYS")) {
            throw in.unexpected();
        }
        return new Option(name, value, timed ? in.next().text().toUpperCase(Locale.ROOT) : "");
    }
}
