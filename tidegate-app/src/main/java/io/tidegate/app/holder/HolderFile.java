package io.tidegate.app.holder;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * The file in a store's folder by which other commands find the process that holds it: a port on loopback and a token.
 * Readable by its owner alone. Thread-safe.
 */
public final class HolderFile implements AutoCloseable {
    private static final String NAME = "holder";
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int CONNECT_MS = 5_000;

    private final Path file;
    private final String content;

    private HolderFile(Path file, String content) {
        this.file = file;
        this.content = content;
    }

    /**
     * Where a holder answers. Immutable; its {@code toString} does not show the token.
     *
     * @param port on 127.0.0.1
     * @param token for what needs one
     * @param pid its process
     */
    public record Holder(int port, String token, long pid) {
        @Override
        public String toString() {
            return "Holder[port=" + port + ", pid=" + pid + "]";
        }
    }

    /**
     * Writes the file, in place of an old one. Blocks for the disk.
     *
     * @param directory the store's folder
     * @param port where we answer
     * @param token for what needs one
     * @return to be closed by the holder, which removes the file
     * @throws IOException when it cannot be written
     */
    public static HolderFile write(Path directory, int port, String token) throws IOException {
        Path file = directory.resolve(NAME);
        String content = port + "\n" + token + "\n" + ProcessHandle.current().pid() + "\n";
        Path fresh = directory.resolve(NAME + ".new");
        Files.deleteIfExists(fresh);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(fresh, content);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return new HolderFile(file, content);
    }

    /**
     * Reads the file of a store. Blocks for the disk, and for a connection on loopback, up to 5 s.
     *
     * @param directory the store's folder
     * @return empty when there is none, when the process that wrote it lives no more, or when its port is closed: then the
     *     process has its number by chance, and whether the store is free only the store's own lock can say
     */
    public static Optional<Holder> read(Path directory) {
        try {
            List<String> lines = Files.readAllLines(directory.resolve(NAME));
            if (lines.size() < 3) {
                return Optional.empty();
            }
            Holder holder = new Holder(Integer.parseInt(lines.get(0)), lines.get(1), Long.parseLong(lines.get(2)));
            return ProcessHandle.of(holder.pid())
                    .filter(ProcessHandle::isAlive)
                    .filter(alive -> listens(holder.port()))
                    .map(alive -> holder);
        } catch (IllegalArgumentException | IOException none) {
            return Optional.empty();
        }
    }

    /** False only for a port that is closed: a holder that is slow to accept still holds. */
    private static boolean listens(int port) {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), CONNECT_MS);
            return true;
        } catch (ConnectException closed) {
            return false;
        } catch (IOException slow) {
            return true;
        }
    }

    /** Removes the file if it is still ours. */
    @Override
    public void close() {
        try {
            if (Files.exists(file) && Files.readString(file).equals(content)) {
                Files.delete(file);
            }
        } catch (IOException left) {
            // a file that stays names a dead process, and is then ignored
        }
    }
}
