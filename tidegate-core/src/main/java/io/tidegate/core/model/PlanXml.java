package io.tidegate.core.model;

import org.jspecify.annotations.Nullable;

/**
 * A plan's showplan XML as text, or why there is none. Immutable. Its {@code toString} does not show the XML.
 *
 * @param planId plan_id
 * @param planHash query_plan_hash as a big-endian number; 0 where the source has it no more
 * @param xml the text; null where there is none
 * @param bytes size of the text at the source in UTF-16 bytes; 0 where it has NULL, or none any more
 * @param absence why there is no text; null where there is one
 */
public record PlanXml(
        long planId,
        long planHash,
        @Nullable String xml,
        long bytes,
        @Nullable Absence absence) {
    /** A plan that is larger is not fetched at all. */
    public static final long LARGEST_BYTES = 64L << 20;

    /**
     * A plan as the source sent it.
     *
     * @param planId plan_id
     * @param planHash query_plan_hash as a big-endian number
     * @param xml the text; null when the source has NULL or when it is over the cap
     * @param bytes size of the text at the source in UTF-16 bytes; 0 when the source has NULL
     */
    public PlanXml(long planId, long planHash, @Nullable String xml, long bytes) {
        this(planId, planHash, xml, bytes, Absence.of(xml, bytes));
    }

    /**
     * A plan that the source has no more.
     *
     * @param planId plan_id
     * @return without XML
     */
    public static PlanXml gone(long planId) {
        return new PlanXml(planId, 0, null, 0, Absence.GONE);
    }

    /**
     * The same, as far as it may be kept.
     *
     * @param kept the XML that is kept; null when none may be
     * @return a copy
     */
    public PlanXml keeping(@Nullable String kept) {
        return new PlanXml(planId, planHash, kept, bytes, kept == null ? Absence.WITHHELD : null);
    }

    @Override
    public String toString() {
        return "PlanXml[" + planId + ", " + bytes + " bytes]";
    }
}
