package io.tidegate.store.duckdb;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.util.Arrays;

/** zstd with its working memory, since making that costs as much as compressing with it. Confined to one thread at a time. */
final class Compressor implements AutoCloseable {
    /** Fast enough to keep up with the wire. */
    private static final int LEVEL = 1;

    /** Room for larger results is not kept. */
    private static final int KEPT_BYTES = 1 << 20;

    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL);
    private byte[] kept = new byte[0];

    byte[] compress(byte[] plain) {
        int most = Math.toIntExact(Zstd.compressBound(plain.length));
        byte[] room = kept.length >= most ? kept : new byte[most];
        if (most <= KEPT_BYTES) {
            kept = room;
        }
        int length = zstd.compressByteArray(room, 0, room.length, plain, 0, plain.length);
        return Arrays.copyOf(room, length);
    }

    @Override
    public void close() {
        zstd.close();
    }
}
