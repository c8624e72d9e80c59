package io.tidegate.core.ledger;

import io.tidegate.core.store.Band;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.WholeBand;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A store whose calls fail before the commit, or after it with the answer lost. */
final class FaultyStore {
    private FaultyStore() {}

    static CollectorStore around(CollectorStore store, Random random, double rate, UnaryOperator<StageBatch> onStage) {
        return (CollectorStore) Proxy.newProxyInstance(
                CollectorStore.class.getClassLoader(), new Class<?>[] {CollectorStore.class}, (proxy, method, args) -> {
                    if (random.nextDouble() < rate) {
                        throw new StoreException("store fault before the commit", null, false);
                    }
                    if (method.getName().equals("stage")) {
                        args[0] = onStage.apply((StageBatch) args[0]);
                    } else if (method.getName().equals("holdWhole")) {
                        args[0] = changed((List<?>) args[0], onStage);
                    }
                    Object answer;
                    try {
                        answer = method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (random.nextDouble() < rate) {
                        throw new StoreException("the answer of the commit was lost", null, true);
                    }
                    return answer;
                });
    }

    private static List<WholeBand> changed(List<?> bands, UnaryOperator<StageBatch> onStage) {
        return bands.stream()
                .map(WholeBand.class::cast)
                .map(band -> new WholeBand(onStage.apply(band.last()), band.heldAt(), band.flags(), band.lostPlanIds()))
                .toList();
    }

    /** Mutant: the cursor moves, the rows stay behind. */
    static StageBatch withoutRows(StageBatch batch, Random random) {
        return random.nextInt(4) > 0
                ? batch
                : new StageBatch(batch.term(), batch.band(), List.of(), batch.identities());
    }

    /** Mutant: whatever revision is expected, the one in the store is taken. */
    static StageBatch withoutCompare(StageBatch batch, CollectorStore store) {
        Band b = batch.band();
        long actual = store.band(b.key()).map(Band::revision).orElse(0L);
        Band forced = new Band(
                b.key(),
                b.phase(),
                b.cursor(),
                b.attempts(),
                actual,
                b.stagedRows(),
                b.byPlan(),
                b.splitKeys(),
                b.checksum());
        return new StageBatch(batch.term(), forced, batch.rows(), batch.identities());
    }
}
