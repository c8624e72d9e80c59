package io.tidegate.store.duckdb;

import com.github.luben.zstd.Zstd;
import io.tidegate.core.model.Utf16;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A text made ready for the store. Immutable by convention.
 *
 * @param hash the first 16 bytes of SHA-256 over the plain bytes, in hexadecimal digits
 * @param codec how the body is kept: {@link #PLAIN}, {@link #ZSTD} or {@link #ZSTD_UTF16}
 * @param plain UTF-8, or UTF-16LE where the text has unpaired surrogates, which UTF-8 would lose
 */
record Content(String hash, int codec, byte[] plain) {
    /** UTF-8 as it is: query texts, so that any client reads them; DuckDB compresses the column. */
    static final int PLAIN = 0;

    /** UTF-8 behind zstd. */
    static final int ZSTD = 1;

    /** UTF-16LE behind zstd. */
    static final int ZSTD_UTF16 = 2;

    private static final int HASH_BYTES = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long QUESTION_MARKS = '?' * LOW_BITS;

    static Content ofText(String text) {
        return of(text, PLAIN);
    }

    static Content ofPlan(String xml) {
        return of(xml, ZSTD);
    }

    private static Content of(String text, int codec) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        int kept = isWellFormed(text, plain) ? codec : ZSTD_UTF16;
        if (kept == ZSTD_UTF16) {
            plain = Utf16.bytes(text);
        }
        return new Content(hash(plain, kept), kept, plain);
    }

    /** Java's encoder puts a question mark for what is unpaired: where there is none, nothing was lost. */
    private static boolean isWellFormed(String text, byte[] plain) {
        return !hasQuestionMark(plain) || new String(plain, StandardCharsets.UTF_8).equals(text);
    }

    /** Eight bytes at a time: a byte of {@code marked} is zero where a question mark stands. */
    private static boolean hasQuestionMark(byte[] plain) {
        int at = 0;
        for (; at <= plain.length - Long.BYTES; at += Long.BYTES) {
            long marked = (long) LONGS.get(plain, at) ^ QUESTION_MARKS;
            if (((marked - LOW_BITS) & ~marked & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; at < plain.length; at++) {
            if (plain[at] == '?') {
                return true;
            }
        }
        return false;
    }

    /** What is stored; compresses each time it is called. */
    byte[] body(Compressor zstd) {
        return codec == PLAIN ? plain : zstd.compress(plain);
    }

    /** The text of a stored body; blocks for the decompression only. */
    static String text(int codec, byte[] body) {
        byte[] plain = codec == PLAIN ? body : Zstd.decompress(body, Math.toIntExact(Zstd.getFrameContentSize(body)));
        return codec == ZSTD_UTF16 ? Utf16.text(plain) : new String(plain, StandardCharsets.UTF_8);
    }

    /** As {@link #text}, with U+FFFD for what is unpaired: a value of the engine's cannot hold that. */
    static String wellFormed(int codec, byte[] body) {
        String text = text(codec, body);
        return codec == ZSTD_UTF16
                ? new String(text.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE)
                : text;
    }

    static byte[] bytesOf(String hash) {
        return HexFormat.of().parseHex(hash);
    }

    private static String hash(byte[] plain, int codec) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            if (codec == ZSTD_UTF16) {
                sha.update((byte) ZSTD_UTF16);
            }
            return HexFormat.of().formatHex(Arrays.copyOf(sha.digest(plain), HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
