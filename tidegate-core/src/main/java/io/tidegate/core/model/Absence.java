package io.tidegate.core.model;

import org.jspecify.annotations.Nullable;

/** Why a text or a plan is recorded without its content. */
public enum Absence {
    /** It is larger than what was asked for; its size is known. */
    OVER_CAP,
    /** The source has NULL in its place: an encrypted or restricted text, a plan that it did not keep. */
    NULL_AT_SOURCE,
    /** The source had removed it before it was read. */
    GONE,
    /** The privacy setting keeps it out of the store. */
    WITHHELD;

    /**
     * Of what a source has sent.
     *
     * @param content what was sent
     * @param bytes its size at the source; 0 when the source has NULL
     * @return null when there is content
     */
    public static @Nullable Absence of(@Nullable String content, long bytes) {
        if (content != null) {
            return null;
        }
        return bytes > 0 ? OVER_CAP : NULL_AT_SOURCE;
    }
}
