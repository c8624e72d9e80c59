package io.tidegate.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.LogicalSchema;
import org.junit.jupiter.api.Test;

/**
 * What a store on SQL makes of one that another version or another build has written to, when it opens it.
 *
 * @param <S> the store
 */
public abstract class OpeningContract<S extends CollectorStore & HistoryReader & AutoCloseable> {
    /** Opens the one store of a test, or makes it. */
    protected abstract S open();

    /** Runs a statement in the store, while it is not open. */
    protected abstract void execute(String sql) throws Exception;

    @Test
    void givenAStoreOfANewerVersion_whenOpened_thenRefusedInOneSentence() throws Exception {
        open().close();
        execute("insert into schema_version values (99, 'later', 'x', now())");
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has schema version 99, and this Tidegate knows up to " + LogicalSchema.VERSION)
                .hasMessageContaining("use the newer Tidegate");
        execute("delete from schema_version where version = 99");
        open().close();
    }

    @Test
    void givenAStoreWithAnotherFirstStep_whenOpened_thenRefused() throws Exception {
        open().close();
        execute("update schema_version set checksum = 'other'");
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("was made by another build");
    }

    /** Before, the peek of an interval that had vanished was left as it was. Mutation seen to break it: opening closes nothing. */
    @Test
    void givenAStoreOfBeforeWithAPeekThatWasLeft_whenOpened_thenItsIntervalIsHeldFromIt() throws Exception {
        SeriesKey series;
        try (S store = open()) {
            series = StoreFixture.listed(store, 1, 2);
            store.peek(StoreFixture.peek(series, 2, 1, true, StoreFixture.row(2, 5, 20)));
        }
        execute("update ledger_interval set state = 'GONE', gone_reason = 'no longer at the source', gone_at = end_time"
                + " where interval_id = 2");
        try (S store = open()) {
            assertThat(StoreFixture.entry(store, series, 2).isFromLastPeek()).isTrue();
            assertThat(store.storedIntervals(series))
                    .singleElement()
                    .satisfies(stored -> assertThat(stored.executions()).isEqualTo(20));
            assertThat(StoreFixture.visibleExecutions(store)).isEqualTo(20);
        }
    }
}
