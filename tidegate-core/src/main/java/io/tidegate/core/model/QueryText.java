package io.tidegate.core.model;

import org.jspecify.annotations.Nullable;

/**
 * A query's text, or why there is none. Immutable. Its {@code toString} does not show the text.
 *
 * @param queryTextId query_text_id
 * @param text any 16-bit units; null where there is none
 * @param bytes size of the text at the source in UTF-16 bytes; 0 where it has NULL, or none any more
 * @param absence why there is no text; null where there is one
 */
public record QueryText(
        long queryTextId,
        @Nullable String text,
        long bytes,
        @Nullable Absence absence) {
    /**
     * A text as the source sent it.
     *
     * @param queryTextId query_text_id
     * @param text any 16-bit units; null where the source has NULL (encrypted or restricted)
     */
    public QueryText(long queryTextId, @Nullable String text) {
        this(queryTextId, text, text == null ? 0 : (long) text.length() * Character.BYTES, Absence.of(text, 0));
    }

    /**
     * A text that the source has no more.
     *
     * @param queryTextId query_text_id
     * @return without text
     */
    public static QueryText gone(long queryTextId) {
        return new QueryText(queryTextId, null, 0, Absence.GONE);
    }

    /**
     * The same, as far as it may be kept.
     *
     * @param kept the text that is kept; null when none may be
     * @return a copy
     */
    public QueryText keeping(@Nullable String kept) {
        return new QueryText(queryTextId, kept, bytes, kept == null ? Absence.WITHHELD : null);
    }

    @Override
    public String toString() {
        return "QueryText[" + queryTextId + ", " + (text == null ? absence : text.length() + " chars") + "]";
    }
}
