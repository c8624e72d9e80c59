package io.tidegate.core.model;

import org.jspecify.annotations.Nullable;

/**
 * A plan's showplan XML as text, or why there is none. Immutable. Its {@code toString} does not show the XML.
 *
 * @param planId plan_id
 * @param planHash query_plan_hash as a big-endian number
 * @param xml the text; null when the source gives NULL or when it is over the cap
 * @param bytes size of the text at the source in UTF-16 bytes; 0 when the source gives NULL
 */
public record PlanXml(long planId, long planHash, @Nullable String xml, long bytes) {
    @Override
    public String toString() {
        return "PlanXml[" + planId + ", " + bytes + " bytes]";
    }
}
