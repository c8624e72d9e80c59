package io.tidegate.sqlserver.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.schema.StateTable;
import io.tidegate.sqlserver.catalog.Statements;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What statements deliver is what readers bind, and each statement has a reader. */
class BoundColumnsTest {
    static Stream<Arguments> readers() {
        Stream<Arguments> state = Arrays.stream(StateTable.values())
                .map(table -> Arguments.of(StateSource.of(table).statement(), StateSource.columns(table)));
        return Stream.concat(state, rows());
    }

    private static Stream<Arguments> rows() {
        return Stream.of(
                Arguments.of(Statements.STATE_FORCED_PLANS, StateSource.columns(StateTable.PLAN)),
                Arguments.of(Statements.PLAN_IDENTITIES, IdentityReader.PLAN_COLUMNS),
                Arguments.of(Statements.QUERY_IDENTITIES, IdentityReader.QUERY_COLUMNS),
                Arguments.of(Statements.SENTINELS, IdentityReader.SENTINEL_COLUMNS),
                Arguments.of(Statements.PLAN_COUNT, IdentityReader.COUNT_COLUMNS),
                Arguments.of(Statements.QUERY_TEXTS, ContentReader.TEXT_COLUMNS),
                Arguments.of(Statements.QUERY_PLANS, ContentReader.PLAN_COLUMNS),
                Arguments.of(Statements.CENSUS, CensusReader.RUNTIME),
                Arguments.of(Statements.CENSUS_TOTALS, CensusReader.TOTALS),
                Arguments.of(Statements.WAIT_CENSUS, CensusReader.WAITS),
                Arguments.of(Statements.CENSUS_16, CensusReader.RUNTIME_GROUPS),
                Arguments.of(Statements.WAIT_CENSUS_16, CensusReader.WAIT_GROUPS),
                Arguments.of(
                        Statements.WAIT_STATS_14,
                        WaitStatsReader.COLUMNS.stream()
                                .filter(name -> !name.equals("replica_group_id"))
                                .toList()),
                Arguments.of(Statements.WAIT_STATS_16, WaitStatsReader.COLUMNS),
                Arguments.of(Statements.INTERVAL_LIST, IntervalReader.COLUMNS),
                Arguments.of(Statements.INTERVAL_SLICE, IntervalReader.COLUMNS),
                Arguments.of(Statements.INTERVALS_ABOVE, IntervalReader.COLUMNS),
                Arguments.of(Statements.RUNTIME_STATS_BY_INTERVAL_13, runtime(13)),
                Arguments.of(Statements.RUNTIME_STATS_BY_INTERVAL_14, runtime(14)),
                Arguments.of(Statements.RUNTIME_STATS_BY_INTERVAL_16, runtime(16)),
                Arguments.of(Statements.RUNTIME_STATS_BY_PLAN_13, runtime(13)),
                Arguments.of(Statements.RUNTIME_STATS_BY_PLAN_14, runtime(14)),
                Arguments.of(Statements.RUNTIME_STATS_BY_PLAN_16, runtime(16)));
    }

    private static List<String> runtime(int major) {
        return RuntimeColumns.ALL.stream()
                .filter(name -> major >= 16 || !name.equals("replica_group_id"))
                .filter(name -> Arrays.stream(Metric.values())
                        .noneMatch(m -> m.since() > major && name.endsWith("_" + m.column())))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("readers")
    @Incident(36)
    void givenAReader_whenItBinds_thenItsColumnsAreTheStatementsOwn(Statements statement, List<String> bound) {
        assertThat(statement.text().header().columns()).isEqualTo(bound);
    }

    @Test
    void givenTheProductsClasses_whenLookedThrough_thenEachStatementIsUsed() throws IOException, URISyntaxException {
        Path classes = Path.of(Statements.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Set<String> used = new HashSet<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                if (!file.getFileName().toString().startsWith("Statements")
                        && !file.toString().contains("Test")) {
                    used.addAll(statementsIn(file));
                }
            }
        }
        assertThat(used)
                .containsAll(Arrays.stream(Statements.values()).map(Enum::name).toList());
    }

    private static Set<String> statementsIn(Path file) throws IOException {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof FieldRefEntry field
                    && field.owner().name().equalsString("io/tidegate/sqlserver/catalog/Statements")) {
                names.add(field.name().stringValue());
            }
        }
        return names;
    }
}
