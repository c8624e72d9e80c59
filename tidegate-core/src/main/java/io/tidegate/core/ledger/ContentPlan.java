package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanXml;
import java.time.Duration;
import java.util.List;

/**
 * Which texts and plans are fetched next: texts first, then plans, by explicit id, as many at once as are likely to fit
 * a statement's share of the budget; plans over the cap alone, last. Nothing missing, nothing fetched. Immutable.
 *
 * @param statementBytes what one statement is meant to bring
 * @param planCapBytes a plan that is larger is recorded with its size, and fetched alone
 * @param meanTextBytes what a text has been like so far
 * @param meanPlanBytes what a plan has been like so far
 */
public record ContentPlan(long statementBytes, long planCapBytes, long meanTextBytes, long meanPlanBytes) {
    private static final long MB = 1024L * 1024;

    /** A plan that is larger is not fetched at all. */
    public static final long ALONE_CAP_BYTES = PlanXml.LARGEST_BYTES;

    /** How long the fetch of one plan alone may take. */
    public static final Duration ALONE_TIME = Duration.ofSeconds(15);

    /** Ids in one statement at most. */
    public static final int IDS_AT_ONCE = 1_000;

    /** 16 MB a statement, a cap of 1 MB; texts of 2 KB, plans of 60 KB until they are known better. */
    public static final ContentPlan INITIAL = new ContentPlan(16 * MB, MB, 2_048, 61_440);

    /** Checks that all are positive. */
    public ContentPlan {
        if (statementBytes <= 0 || planCapBytes <= 0 || meanTextBytes <= 0 || meanPlanBytes <= 0) {
            throw new IllegalArgumentException("sizes must be positive, were " + statementBytes + ", " + planCapBytes
                    + ", " + meanTextBytes + ", " + meanPlanBytes);
        }
    }

    /**
     * With another cap.
     *
     * @param bytes UTF-16 bytes of the largest plan that is fetched together with others
     * @return a copy
     */
    public ContentPlan withPlanCapBytes(long bytes) {
        return new ContentPlan(statementBytes, bytes, meanTextBytes, meanPlanBytes);
    }

    /**
     * For what is left of a budget.
     *
     * @param bytes that may still be read, at least 1
     * @return the same, or with statements of so many bytes
     */
    public ContentPlan within(long bytes) {
        return new ContentPlan(Math.min(statementBytes, bytes), planCapBytes, meanTextBytes, meanPlanBytes);
    }

    /**
     * The next fetch.
     *
     * @param texts missing query text ids, in the order wanted
     * @param plans missing plan ids, in the order wanted
     * @param overCap plans recorded over the cap, in the order wanted
     * @return what to read; {@link Fetch.Nothing} when nothing is missing
     */
    public Fetch next(List<Long> texts, List<Long> plans, List<Long> overCap) {
        if (!texts.isEmpty()) {
            return new Fetch.Texts(first(texts, meanTextBytes));
        }
        if (!plans.isEmpty()) {
            return new Fetch.Plans(first(plans, meanPlanBytes), planCapBytes);
        }
        return overCap.isEmpty()
                ? new Fetch.Nothing()
                : new Fetch.PlanAlone(overCap.getFirst(), ALONE_CAP_BYTES, ALONE_TIME);
    }

    private List<Long> first(List<Long> ids, long meanBytes) {
        long fit = Math.clamp(statementBytes / meanBytes, 1, IDS_AT_ONCE);
        return List.copyOf(ids.subList(0, (int) Math.min(ids.size(), fit)));
    }

    /**
     * After texts were read.
     *
     * @param count how many
     * @param bytes UTF-16 bytes of them
     * @return with a mean that follows, half old, half new
     */
    public ContentPlan afterTexts(int count, long bytes) {
        return count == 0
                ? this
                : new ContentPlan(
                        statementBytes, planCapBytes, Math.max(1, (meanTextBytes + bytes / count) / 2), meanPlanBytes);
    }

    /**
     * After plans were read.
     *
     * @param count how many
     * @param bytes UTF-16 bytes of them
     * @return with a mean that follows, half old, half new
     */
    public ContentPlan afterPlans(int count, long bytes) {
        return count == 0
                ? this
                : new ContentPlan(
                        statementBytes, planCapBytes, meanTextBytes, Math.max(1, (meanPlanBytes + bytes / count) / 2));
    }

    /** What to fetch. */
    public sealed interface Fetch {
        /**
         * Texts.
         *
         * @param ids query text ids; never empty
         */
        record Texts(List<Long> ids) implements Fetch {}

        /**
         * Plans.
         *
         * @param ids plan ids; never empty
         * @param capBytes above it the XML stays at the source and only its size is read
         */
        record Plans(List<Long> ids, long capBytes) implements Fetch {}

        /**
         * One plan that is over the cap.
         *
         * @param planId which
         * @param capBytes above it the XML stays at the source for good
         * @param time how long it may take
         */
        record PlanAlone(long planId, long capBytes, Duration time) implements Fetch {}

        /** Nothing is missing. */
        record Nothing() implements Fetch {}
    }
}
