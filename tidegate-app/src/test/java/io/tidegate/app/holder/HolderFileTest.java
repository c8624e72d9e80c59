package io.tidegate.app.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who holds a store. Mutations seen to break it: the file made by {@code Files.writeString} alone; a holder that is believed
 * without a look at its port.
 */
class HolderFileTest {
    @TempDir
    Path folder;

    @Test
    void givenAHolder_whenWritten_thenOnlyItsOwnerMayReadTheToken() throws Exception {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"), "needs file modes");
        try (HolderFile holder = HolderFile.write(folder, 1, "t0ken")) {
            assertThat(Files.getPosixFilePermissions(folder.resolve("holder")))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void givenAPortThatAccepts_whenRead_thenTheHolderIsFoundUntilItsPortIsClosed() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 5, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            HolderFile.write(folder, port.getLocalPort(), "t0ken");

            assertThat(HolderFile.read(folder))
                    .hasValueSatisfying(holder -> assertThat(holder.port()).isEqualTo(port.getLocalPort()));
        }
        assertThat(HolderFile.read(folder))
                .as("this process lives, but does not answer there: it has the number of one that was killed")
                .isEmpty();
    }

    @Test
    void givenAFileThatIsNone_whenRead_thenNobodyHolds() throws Exception {
        Files.writeString(
                folder.resolve("holder"),
                "99999\nt0ken\n" + ProcessHandle.current().pid() + "\n");

        assertThat(HolderFile.read(folder)).isEmpty();
    }
}
