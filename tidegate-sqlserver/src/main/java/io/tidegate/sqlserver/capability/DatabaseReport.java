package io.tidegate.sqlserver.capability;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.sqlserver.read.DatabaseState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one database looks like to us. Immutable.
 *
 * @param state as {@code sys.databases} has it
 * @param ineligible why it is not entered; empty when it is
 * @param right the right to read its Query Store; null when it was not entered
 * @param options state and sizes of its Query Store; null when it was not entered or has none
 * @param problem what went wrong, for a user; empty when nothing did
 */
public record DatabaseReport(
        DatabaseState state,
        Optional<DatabaseState.Ineligible> ineligible,
        @Nullable Right right,
        @Nullable QueryStoreOptions options,
        String problem) {}
