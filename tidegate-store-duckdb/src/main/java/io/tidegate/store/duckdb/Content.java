package io.tidegate.store.duckdb;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
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

    /** Fast enough to keep up with the wire. */
    private static final int LEVEL = 1;

    private static final int HASH_BYTES = 16;

    static Content ofText(String text) {
        return of(text, PLAIN);
    }

    static Content ofPlan(String xml) {
        return of(xml, ZSTD);
    }

    private static Content of(String text, int codec) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        boolean isWellFormed = new String(plain, StandardCharsets.UTF_8).equals(text);
        int kept = isWellFormed ? codec : ZSTD_UTF16;
        if (kept == ZSTD_UTF16) {
            plain = units(text);
        }
        return new Content(hash(plain, kept), kept, plain);
    }

    /** A compressor for {@link #body}, to be closed; confined to one thread. */
    static ZstdCompressCtx compressor() {
        return new ZstdCompressCtx().setLevel(LEVEL);
    }

    /** What is stored; compresses each time it is called. */
    byte[] body(ZstdCompressCtx zstd) {
        return codec == PLAIN ? plain : zstd.compress(plain);
    }

    /** The text of a stored body; blocks for the decompression only. */
    static String text(int codec, byte[] body) {
        byte[] plain = codec == PLAIN ? body : Zstd.decompress(body, Math.toIntExact(Zstd.getFrameContentSize(body)));
        return codec == ZSTD_UTF16 ? ofUnits(plain) : new String(plain, StandardCharsets.UTF_8);
    }

    /** As {@link #text}, with U+FFFD for what is unpaired: a value of the engine's cannot hold that. */
    static String wellFormed(int codec, byte[] body) {
        String text = text(codec, body);
        return codec == ZSTD_UTF16
                ? new String(text.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE)
                : text;
    }

    /** Unit for unit, since Java's own encoder replaces what is unpaired. */
    private static byte[] units(String text) {
        ByteBuffer units = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        units.asCharBuffer().put(text);
        return units.array();
    }

    private static String ofUnits(byte[] units) {
        return ByteBuffer.wrap(units)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asCharBuffer()
                .toString();
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
