package io.tidegate.store.postgres;

import io.tidegate.core.model.Utf16;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A text as bytes, made on the caller's thread. Immutable by convention. It is not compressed here: PostgreSQL does that
 * (TOAST), and the views show it to any client.
 *
 * @param hash SHA-256 over the bytes, with the codec in front where that is not {@link #UTF_8}
 * @param codec {@link #UTF_8} or {@link #UTF_16}
 * @param body the bytes
 */
record Content(byte[] hash, int codec, byte[] body) {
    /** UTF-8 as it is. */
    static final int UTF_8 = 0;

    /** UTF-16LE: for texts with unpaired surrogates, which UTF-8 would lose, or U+0000, which no text value can hold. */
    static final int UTF_16 = 3;

    static Content of(String text) {
        int codec = isPlain(text) ? UTF_8 : UTF_16;
        byte[] body = codec == UTF_16 ? Utf16.bytes(text) : text.getBytes(StandardCharsets.UTF_8);
        return new Content(hash(body, codec), codec, body);
    }

    /** The text of a stored body. */
    static String text(int codec, byte[] body) {
        return codec == UTF_16 ? Utf16.text(body) : new String(body, StandardCharsets.UTF_8);
    }

    private static byte[] hash(byte[] body, int codec) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            if (codec != UTF_8) {
                sha.update((byte) codec);
            }
            return sha.digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static boolean isPlain(String text) {
        return text.indexOf('\0') < 0
                && text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
