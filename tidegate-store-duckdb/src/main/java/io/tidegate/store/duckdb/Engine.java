package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * One open DuckDB file and its connections. DuckDB shuts a database whose file it could not write, for good: it is opened
 * again here when the next connection is asked for. Thread-safe.
 */
final class Engine {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    static final String FILE = "tidegate.duckdb";

    /** DuckDB would hand out one instance twice within a process, and its lock does not hold against ourselves. */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final ArchiveFolder archive;
    private final Opening opening;
    private final RowFeeds feeds;
    private final List<DuckDBConnection> handedOut = new ArrayList<>();
    private DuckDBConnection first;

    private Engine(Path file, ArchiveFolder archive, RowFeeds feeds, Opening opening) throws SQLException {
        this.file = file;
        this.archive = archive;
        this.feeds = feeds;
        this.opening = opening;
        this.first = opening.connect();
    }

    private interface Opening {
        DuckDBConnection connect() throws SQLException;
    }

    /** Opens the file, brings its schema forward, and locks the settings. */
    static Engine open(Path directory, DuckDbOptions options, InstantSource clock) {
        Path file = prepare(directory);
        if (!OPEN.add(file)) {
            throw new StoreException(
                    "The store in " + directory + " is open in this process already.",
                    new IllegalStateException("opened twice"));
        }
        RowFeeds feeds = new RowFeeds();
        try {
            ArchiveFolder archive = ArchiveFolder.beside(file);
            Engine engine = new Engine(file, archive, feeds, () -> connect(file, archive, options, clock, feeds));
            engine.removeLeftovers();
            return engine;
        } catch (IOException e) {
            OPEN.remove(file);
            throw new StoreException("The archive in " + directory + " cannot be made or read.", e);
        } catch (SQLException e) {
            OPEN.remove(file);
            throw Failures.opening(file, e);
        } catch (RuntimeException | Error e) {
            OPEN.remove(file);
            throw e;
        }
    }

    private static Path prepare(Path directory) {
        try {
            OwnerOnly.folder(directory);
            if (!Files.isReadable(directory) || !Files.isWritable(directory)) {
                throw new StoreException(
                        "The store directory " + directory + " cannot be read and written by this user.",
                        new IOException("access"));
            }
            return directory.toRealPath().resolve(FILE);
        } catch (IOException e) {
            throw new StoreException("The store directory " + directory + " cannot be made or read.", e);
        }
    }

    /** Files that a process had not registered when it was killed; nothing else writes any yet. */
    private void removeLeftovers() throws SQLException, IOException {
        try (Db db = new Db(first.duplicate())) {
            archive.removeAllBut(
                    ArchiveSql.files(db).stream().map(ArchiveSql.File::name).collect(Collectors.toSet()));
        }
    }

    /** Where old facts stand in files. */
    ArchiveFolder archive() {
        return archive;
    }

    private static DuckDBConnection connect(
            Path file, ArchiveFolder archive, DuckDbOptions options, InstantSource clock, RowFeeds feeds)
            throws SQLException {
        Properties p = new Properties();
        p.setProperty("memory_limit", options.memoryLimitMb() + "MiB");
        p.setProperty("threads", Integer.toString(options.threads()));
        p.setProperty("checkpoint_threshold", options.checkpointThresholdMb() + "MiB");
        p.setProperty("temp_directory", file.resolveSibling("spill").toString());
        p.setProperty("preserve_insertion_order", "false");
        p.setProperty("autoinstall_known_extensions", "false");
        p.setProperty("autoload_known_extensions", "false");
        boolean isNew = !Files.exists(file);
        DuckDBConnection c = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:" + file, p);
        NativeLibrary.dropUnpacked();
        try {
            if (isNew) {
                OwnerOnly.file(file);
            }
            try (Statement s = c.createStatement()) {
                s.execute("SET GLOBAL TimeZone = 'UTC'");
            }
            TextFunction.register(c);
            feeds.register(c);
            try (Db db = new Db(c.duplicate())) {
                new Migrator(file, clock).migrate(db);
                ArchiveSql.open(db, archive);
                db.commit();
            }
            try (Statement s = c.createStatement()) {
                s.execute("SET allowed_directories = [" + ArchiveFolder.literal(archive.path()) + "]");
                s.execute("SET enable_external_access = false");
                s.execute("SET lock_configuration = true");
            }
            return c;
        } catch (SQLException | RuntimeException e) {
            c.close();
            throw e;
        }
    }

    /** Connections to the same instance, each for one thread; 0 for statements without time limit; each one is told. */
    List<Db> connections(int count, int timeoutSeconds, Runnable onStatement) {
        List<Db> made = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                made.add(new Db(this::connection, timeoutSeconds, onStatement, feeds));
            }
            return made;
        } catch (SQLException e) {
            throw Failures.opening(file, e);
        }
    }

    /** A connection; where DuckDB has shut the database, every other one is closed and the file opened again first. */
    private synchronized DuckDBConnection connection() throws SQLException {
        handedOut.removeIf(Engine::isClosed);
        if (isShut(first)) {
            handedOut.forEach(Engine::closeQuietly);
            handedOut.clear();
            closeQuietly(first);
            first = opening.connect();
        }
        DuckDBConnection made = first.duplicate();
        handedOut.add(made);
        return made;
    }

    private static boolean isShut(DuckDBConnection connection) {
        try (Statement s = connection.createStatement()) {
            s.execute("select 1");
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    private static boolean isClosed(DuckDBConnection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    private static void closeQuietly(DuckDBConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a connection that was lost", e);
        }
    }

    /** Closes the file; the threads must have ended before. */
    synchronized void close() {
        try {
            first.close();
        } catch (SQLException e) {
            throw Failures.during(e, false);
        } finally {
            OPEN.remove(file);
        }
    }
}
