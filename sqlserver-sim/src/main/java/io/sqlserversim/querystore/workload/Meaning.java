package io.sqlserversim.querystore.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * What the ids of one epoch mean: which content a query has, and which plan of it a plan is. After a CLEAR all ids mean
 * something else; after a restore those that had not been given out when the image was taken. Immutable.
 *
 * @param epoch the number of the epoch in which ids began at 1
 * @param restores what was kept by each restore since then, oldest first
 */
public record Meaning(int epoch, List<Restore> restores) {
    private static final int VARIANTS = 1_000;

    /**
     * What a restore kept.
     *
     * @param branch the number of the epoch that it began
     * @param queries slots below keep their meaning
     * @param plans slots below keep their meaning
     */
    public record Restore(int branch, int queries, int plans) {}

    /** Copies the list. */
    public Meaning {
        restores = List.copyOf(restores);
    }

    /**
     * Of an epoch whose ids begin at 1.
     *
     * @param epoch its number
     * @return without restores
     */
    public static Meaning of(int epoch) {
        return new Meaning(epoch, List.of());
    }

    /**
     * After a restore.
     *
     * @param branch the number of the epoch that it begins
     * @param queries known in the image
     * @param plans known in the image
     * @return the meaning from then on
     */
    public Meaning restored(int branch, int queries, int plans) {
        List<Restore> more = new ArrayList<>(restores);
        more.add(new Restore(branch, queries, plans));
        return new Meaning(epoch, more);
    }

    /**
     * The content of a query.
     *
     * @param workload whose
     * @param query slot
     * @return 0 to the number of queries less one
     */
    public int contentOf(Workload workload, int query) {
        int slot = query;
        for (int i = restores.size() - 1; i >= 0; i--) {
            slot = turned(workload, restores.get(i), slot);
        }
        return workload.contentOf(epoch, slot);
    }

    private static int turned(Workload workload, Restore restore, int slot) {
        int step = workload.sharesTexts() ? 8 : 1;
        int kept = (restore.queries() + step - 1) / step * step;
        int others = workload.spec().queries() - kept;
        if (slot < kept || others <= 0) {
            return slot;
        }
        int turn = step * Math.max(1, others / (2 * step));
        return kept + (slot - kept + turn) % others;
    }

    /**
     * Which plan of its query a plan is: what decides its hash, its showplan and its costs.
     *
     * @param workload whose
     * @param plan slot
     * @return 0 for the first
     */
    public int variantOf(Workload workload, int plan) {
        int ordinal = workload.layout().ordinalOf(plan);
        for (int i = restores.size() - 1; i >= 0; i--) {
            if (plan >= restores.get(i).plans()) {
                return ordinal + VARIANTS * restores.get(i).branch();
            }
        }
        return ordinal;
    }
}
