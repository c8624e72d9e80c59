package io.tidegate.core.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** The logical schema: what every store has, whatever its engine. Immutable, no state. */
public final class LogicalSchema {
    /** The schema's version; a store of a newer version is not opened, an older one is migrated forward. */
    public static final int VERSION = 9;

    private LogicalSchema() {}

    /**
     * Every table.
     *
     * @return registry first, then ledger, facts, content, operations
     */
    public static List<Table> tables() {
        List<Table> all = new ArrayList<>(List.of(
                RegistryTables.SCHEMA_VERSION,
                RegistryTables.SERVER,
                RegistryTables.SERIES,
                LedgerTables.INTERVAL,
                LedgerTables.BAND,
                FactTables.STAGE,
                FactTables.RUNTIME_STATS,
                FactTables.WAIT_STAGE,
                FactTables.WAIT_STATS,
                FactTables.PEEK,
                ContentTables.PLAN,
                ContentTables.TEXT_REF,
                ContentTables.PLAN_REF,
                ContentTables.CONTENT,
                OperationsTables.STRETCH,
                OperationsTables.LEASE,
                OperationsTables.INTENT,
                OperationsTables.STATE_READING,
                OperationsTables.EVENT));
        all.addAll(StateTable.tables());
        return List.copyOf(all);
    }

    /**
     * Every view for readers.
     *
     * @return in the order of the docs
     */
    public static List<View> views() {
        return ReaderViews.ALL;
    }

    /**
     * A table by name.
     *
     * @param name its name
     * @return the table
     * @throws NoSuchElementException when there is none
     */
    public static Table table(String name) {
        return tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no table " + name));
    }

    /**
     * A view by name.
     *
     * @param name its name
     * @return the view
     * @throws NoSuchElementException when there is none
     */
    public static View view(String name) {
        return views().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no view " + name));
    }
}
