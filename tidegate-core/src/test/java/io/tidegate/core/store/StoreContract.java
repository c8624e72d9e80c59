package io.tidegate.core.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every store does: each sentence of {@link CollectorStore} and {@link HistoryReader} as a test. A store extends
 * this class and says how it is opened.
 */
public abstract class StoreContract
        implements RegistryContract,
                ListContract,
                LedgerContract,
                BandContract,
                RaceContract,
                HoldContract,
                WholeContract,
                WaitContract,
                PeekContract,
                LastPeekContract,
                CorrectionContract,
                CountContract,
                ContentContract,
                SharedPlansContract,
                ReaderContract,
                CoverageContract,
                StateContract,
                EventContract,
                EpochContract,
                ExpiryContract,
                DurabilityContract {
    @TempDir
    Path dir;

    private StoreUnderTest store;

    /** Opens the store that lies in a folder, or makes a new one there when the folder is empty. */
    protected abstract StoreUnderTest open(Path dir) throws Exception;

    /** Whether a store that was closed can be opened again with what it had. */
    protected boolean isDurable() {
        return true;
    }

    @BeforeEach
    final void openStore() throws Exception {
        store = open(dir);
    }

    @AfterEach
    final void closeStore() {
        store.close();
    }

    @Override
    public final CollectorStore collector() {
        return store.collector();
    }

    @Override
    public final HistoryReader reader() {
        return store.reader();
    }

    @Override
    public final void reopen() {
        assumeTrue(isDurable(), "this store keeps nothing beyond the process");
        store.close();
        try {
            store = open(dir);
        } catch (Exception e) {
            throw new IllegalStateException("could not open the store again", e);
        }
    }
}
