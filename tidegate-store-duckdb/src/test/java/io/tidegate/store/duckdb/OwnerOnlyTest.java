package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read a store. Mutations meant to break it: no rights given to the folder; none to the file; an existing folder's changed. */
class OwnerOnlyTest {
    @TempDir
    Path directory;

    @BeforeEach
    void onlyWhereFilesHaveSuchRights() {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"), "no POSIX rights here");
    }

    private static String rights(Path of) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(of));
    }

    @Test
    void givenNoFolder_whenAStoreIsMade_thenOnlyItsOwnerMayEnterAndRead() throws Exception {
        Path folder = directory.resolve("above/store");

        try (DuckDbStore store = TestStores.open(folder)) {
            assertThat(store.registerServer("sim-1")).isOne();

            assertThat(rights(folder)).isEqualTo("rwx------");
            assertThat(rights(folder.resolve(Engine.FILE))).isEqualTo("rw-------");
        }
    }

    @Test
    void givenAFolderOfTheUsers_whenAStoreIsMade_thenTheFolderStaysAndItsFileIsTheOwnersAlone() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("shared"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));

        TestStores.open(folder).close();

        assertThat(rights(folder)).isEqualTo("rwxr-x---");
        assertThat(rights(folder.resolve(Engine.FILE))).isEqualTo("rw-------");
    }

    @Test
    void givenAStoreThatItsUserHasOpened_whenOpenedAgain_thenItsRightsStay() throws Exception {
        TestStores.open(directory).close();
        Path file = directory.resolve(Engine.FILE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        TestStores.open(directory).close();

        assertThat(rights(file)).isEqualTo("rw-r-----");
    }
}
