package io.tidegate.app.holder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.store.StoreDisk.Size;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutation seen to break it: files below are not counted. */
class FolderDiskTest {
    @TempDir
    Path folder;

    @Test
    void givenFilesInAFolderAndBelow_whenMeasured_thenAllCountAndFreeSpaceIsKnown() throws Exception {
        Files.write(folder.resolve("store.db"), new byte[1_000]);
        Files.createDirectory(folder.resolve("archive"));
        Files.write(folder.resolve("archive").resolve("2026-01.parquet"), new byte[500]);

        Size size = new FolderDisk(folder).measure().orElseThrow();

        assertThat(size.bytes()).isEqualTo(1_500);
        assertThat(size.freeBytes()).isPositive();
        assertThat(new FolderDisk(folder.resolve("gone")).measure()).isEmpty();
    }
}
