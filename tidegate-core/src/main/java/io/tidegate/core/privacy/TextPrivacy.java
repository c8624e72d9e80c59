package io.tidegate.core.privacy;

/** How much of query texts and plans is stored. */
public enum TextPrivacy {
    /** All of it. */
    KEEP,
    /** All but literals and comments, which placeholders stand for. */
    LITERALS,
    /** Nothing: texts and plans are not even read. */
    NONE
}
