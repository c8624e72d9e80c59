package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.BandKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of a band come from: one session on one source. Confined to one thread; every call may block as long
 * as the session's limits allow.
 *
 * @param <X> how reading fails
 */
public interface BandSource<X extends Exception> {
    /**
     * Told of each band before anything is read for it. Does not block.
     *
     * @param band which intervals, and of what time
     */
    default void begin(PlannedBand band) {}

    /**
     * Begins reading rows of a band, of its kind, raw, in the order of the layout, so that parts of one key are neighbours.
     *
     * @param key which intervals
     * @param byPlan whether rows come by plan, interval, group, type; else by interval, group, plan, (category,) type
     * @param after the key, of the band's kind, behind which to begin, exclusive; null for the first row
     * @return pages of rows; to be closed
     * @throws X when reading fails
     */
    RowPages<X> openRows(BandKey key, boolean byPlan, @Nullable StatsKey after) throws X;

    /**
     * Identities of plans.
     *
     * @param planIds ascending, positive; never empty
     * @return of those that the source still has, or of some of them when the reading was cut
     * @throws X when reading fails
     */
    Identities identities(List<Long> planIds) throws X;

    /**
     * Whether the source has every plan of a range of ids, so that its clean-up has taken none of them.
     *
     * @param first lowest plan id, inclusive, positive
     * @param last highest plan id, inclusive
     * @return false also when that is not known, as where the reading was cut
     * @throws X when reading fails
     */
    default boolean hasAllPlans(long first, long last) throws X {
        return false;
    }

    /**
     * What came of identities. Immutable.
     *
     * @param found each of them whole
     * @param isComplete whether a plan that is not among them is gone; false when the reading was cut
     */
    record Identities(List<PlanIdentity> found, boolean isComplete) {
        /** Copies the list. */
        public Identities {
            found = List.copyOf(found);
        }

        /**
         * All that the source has.
         *
         * @param found identities of a reading that was not cut
         * @return complete
         */
        public static Identities all(List<PlanIdentity> found) {
            return new Identities(found, true);
        }
    }

    /**
     * Witnesses of the epoch, as the source has them now.
     *
     * @param planIds ascending, positive; never empty
     * @return of those that the source still has
     * @throws X when reading fails
     */
    List<Sentinel> sentinels(List<Long> planIds) throws X;

    /**
     * Rows under way. Confined to one thread.
     *
     * @param <X> how reading fails
     */
    interface RowPages<X extends Exception> extends AutoCloseable {
        /**
         * The next rows.
         *
         * @return empty when no more come: at the end, or where the reading was cut
         * @throws X when reading fails
         */
        List<? extends StatsRow> next() throws X;

        /**
         * Whether the rows ended by themselves. To be asked after {@link #next()} came back empty.
         *
         * @return false when the reading was cut before its end, between two keys
         */
        boolean isComplete();

        /**
         * Ends the reading, at its end or before; never reads the rest.
         *
         * @throws X when that fails
         */
        @Override
        void close() throws X;
    }
}
