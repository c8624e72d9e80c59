package io.tidegate.app.holder;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import io.tidegate.store.duckdb.DuckDbStores;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Opens a store that another process may have for the time of a question, as commands do when nothing is collected: tries
 * again for some seconds. Confined to one thread at a time.
 *
 * @param ticker a monotonic clock
 * @param pause where it waits between two tries; one that is stopped ends it
 */
public record StoreOpening(Ticker ticker, Pause pause) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(200);

    /**
     * Opens a store. Blocks as the opening does, and up to 10 s longer while another process has it.
     *
     * @param opening opens it, or throws
     * @param isHopeless whether whoever has it will keep it; asked when it is in use
     * @param <T> what is opened
     * @return what was opened
     * @throws StoreException what the last try threw: in use for longer than that, or anything else at once
     */
    public <T> T open(Supplier<T> opening, BooleanSupplier isHopeless) {
        long end = ticker.readNanos() + PATIENCE.toNanos();
        while (true) {
            try {
                return opening.get();
            } catch (StoreException failed) {
                boolean goesOn = DuckDbStores.isInUse(failed)
                        && !isHopeless.getAsBoolean()
                        && ticker.readNanos() - end < 0
                        && pause.until(ticker.readNanos() + STEP.toNanos());
                if (!goesOn) {
                    throw failed;
                }
            }
        }
    }
}
