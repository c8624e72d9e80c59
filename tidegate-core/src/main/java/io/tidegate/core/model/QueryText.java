package io.tidegate.core.model;

import org.jspecify.annotations.Nullable;

/**
 * A query's text. Immutable. Its {@code toString} does not show the text.
 *
 * @param queryTextId query_text_id
 * @param text any 16-bit units; null where the source gives NULL (encrypted or restricted)
 */
public record QueryText(long queryTextId, @Nullable String text) {
    @Override
    public String toString() {
        return "QueryText[" + queryTextId + ", " + (text == null ? "null" : text.length() + " chars") + "]";
    }
}
