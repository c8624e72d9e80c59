package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Spoilt statements: those of docs/simulator-sql.md with tokens left out, doubled, exchanged or taken from one another. Each ends
 * with rows or with a Msg of SQL Server's, never with an exception of the engine's own.
 */
class MutatedSqlTest {
    private static final Pattern EXAMPLE = Pattern.compile("\\| `(.+?)` \\|");
    private static final Pattern TOKEN =
            Pattern.compile("N?'(?:[^']|'')*'|\\[[^]]*\\]|[@#\\w]+|[<>!=+*/%&|^-]=|\\s+|.", Pattern.DOTALL);
    /** Statements that, spoilt, could run for ever. */
    private static final Pattern ENDLESS = Pattern.compile("WAITFOR|WHILE|MAXRECURSION|GENERATE_SERIES");

    private static final long SEED = 20_260_711;

    private static List<List<String>> examples() throws Exception {
        List<List<String>> all = new ArrayList<>();
        for (String line :
                Files.readAllLines(Path.of(System.getProperty("tidegate.root"), "docs", "simulator-sql.md"))) {
            Matcher example = EXAMPLE.matcher(line);
            if (example.find() && !ENDLESS.matcher(example.group(1)).find()) {
                List<String> tokens = new ArrayList<>();
                Matcher token = TOKEN.matcher(example.group(1).replace("\\|", "|"));
                while (token.find()) {
                    tokens.add(token.group());
                }
                all.add(tokens);
            }
        }
        return all;
    }

    private static String spoilt(List<List<String>> examples, Random random) {
        List<String> tokens = new ArrayList<>(examples.get(random.nextInt(examples.size())));
        for (int i = random.nextInt(3); i >= 0 && !tokens.isEmpty(); i--) {
            int at = random.nextInt(tokens.size());
            List<String> other = examples.get(random.nextInt(examples.size()));
            switch (random.nextInt(5)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
                case 2 -> tokens.set(at, tokens.get(random.nextInt(tokens.size())));
                case 3 -> tokens.set(at, other.get(random.nextInt(other.size())));
                default -> tokens.add(at, other.get(random.nextInt(other.size())));
            }
        }
        return String.join("", tokens);
    }

    private static void run(int count) throws Exception {
        List<List<String>> examples = examples();
        assertThat(examples).hasSizeGreaterThan(350);
        Random random = new Random(SEED);
        TestServer server = new TestServer();
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String sql = spoilt(examples, random);
            Session session = server.session("Sales");
            try {
                server.run(session, "SET LOCK_TIMEOUT 0; SET ROWCOUNT 1000");
                server.run(session, sql);
            } catch (RuntimeException e) {
                failures.add(
                        sql + "\n    " + e + " at " + List.of(e.getStackTrace()).subList(0, 3));
            } finally {
                server.engine.endSession(session);
            }
        }
        assertThat(failures).as("seed %d", SEED).isEmpty();
    }

    @Test
    void givenSpoiltStatements_whenRun_thenEachEndsWithRowsOrAMessage() throws Exception {
        run(3_000);
    }

    @Test
    @Tag("proof")
    void givenVeryManySpoiltStatements_whenRun_thenEachEndsWithRowsOrAMessage() throws Exception {
        run(200_000);
    }
}
