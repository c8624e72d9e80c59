package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The archive as the database knows it: which files count, and which of their intervals. Runs inside a transaction of the caller's. */
final class ArchiveSql {
    private static final String INTERVAL = SERIES + " AND kind = ? AND interval_id = ?";

    private ArchiveSql() {}

    /** A file that counts. */
    record File(int id, Kind kind, String month, String name, long rows, long bytes) {
        static File of(ResultSet r) throws SQLException {
            return new File(
                    r.getInt("archive_id"),
                    Kind.valueOf(r.getString("kind")),
                    r.getString("month"),
                    r.getString("name"),
                    r.getLong("row_count"),
                    r.getLong("bytes"));
        }
    }

    static List<File> files(Db db) throws SQLException {
        return db.list("SELECT * FROM archive_file ORDER BY archive_id", File::of);
    }

    /** Whether a file has an interval that ends after an instant. */
    static boolean reachesBehind(Db db, Instant since) throws SQLException {
        return db.number("SELECT count(*) FROM archive_file WHERE last_end > ?", since) > 0;
    }

    /** Checks that each file is there, and makes the views name them where they are now. */
    static void open(Db db, ArchiveFolder folder) throws SQLException {
        for (File file : files(db)) {
            check(folder, file);
        }
        for (Kind kind : Kind.values()) {
            refreshView(db, folder, kind);
        }
    }

    private static void check(ArchiveFolder folder, File file) {
        try {
            if (!folder.isWhole(file.name(), file.bytes())) {
                throw new StoreException(
                        "The file " + folder.file(file.name()) + " of the store is missing or damaged; it has "
                                + file.rows() + " rows of " + file.month()
                                + ". Put it back from a copy of the store's directory; nothing was changed.",
                        new IOException("archive"));
            }
        } catch (IOException e) {
            throw new StoreException("The file " + folder.file(file.name()) + " of the store cannot be read.", e);
        }
    }

    /** Makes the view over the files of a kind anew. Folders may be called like a partition, {@code a=b}: hence the option. */
    static void refreshView(Db db, ArchiveFolder folder, Kind kind) throws SQLException {
        Facts facts = Facts.of(kind);
        List<String> names = files(db).stream()
                .filter(file -> file.kind() == kind)
                .map(File::name)
                .toList();
        db.execute("CREATE OR REPLACE VIEW " + facts.archived + " AS "
                + (names.isEmpty()
                        ? "SELECT * FROM " + facts.table + " WHERE false"
                        : "SELECT a.* FROM read_parquet(" + folder.literals(names) + ", hive_partitioning = false) a"
                                + " ANTI JOIN (SELECT home, lineage, epoch, interval_id FROM archive_unseen"
                                + " WHERE kind = '" + kind + "') u USING (home, lineage, epoch, interval_id)"));
    }

    /** Takes the rows of an interval back into the table, where they can be changed, if they are in a file. */
    static void takeBack(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        Facts facts = Facts.of(kind);
        if (db.number("SELECT count(archive_id) FROM ledger_interval WHERE " + INTERVAL, k, kind, intervalId) == 0) {
            return;
        }
        db.update(
                "INSERT INTO " + facts.table + " BY NAME SELECT * FROM " + facts.archived + " WHERE " + SERIES
                        + " AND interval_id = ?",
                k,
                intervalId);
        leave(db, k, kind, intervalId);
    }

    /** From now on the rows that a file has of an interval do not count. Nothing happens to one that is in no file. */
    static void leave(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        db.update(
                "INSERT INTO archive_unseen SELECT archive_id, kind, home, lineage, epoch, interval_id"
                        + " FROM ledger_interval WHERE " + INTERVAL + " AND archive_id IS NOT NULL",
                k,
                kind,
                intervalId);
        db.update("UPDATE ledger_interval SET archive_id = NULL WHERE " + INTERVAL, k, kind, intervalId);
    }

    /** Files of which no interval counts any more. */
    static List<File> empty(Db db) throws SQLException {
        return db.list(
                "SELECT * FROM archive_file f WHERE NOT EXISTS"
                        + " (SELECT 1 FROM ledger_interval i WHERE i.archive_id = f.archive_id) ORDER BY archive_id",
                File::of);
    }

    /** Forgets files; they can be removed once that is committed. */
    static void unregister(Db db, ArchiveFolder folder, List<File> files) throws SQLException {
        for (File file : files) {
            db.update("DELETE FROM archive_unseen WHERE archive_id = ?", file.id());
            db.update("DELETE FROM archive_file WHERE archive_id = ?", file.id());
        }
        for (Kind kind : Kind.values()) {
            refreshView(db, folder, kind);
        }
    }

    /**
     * Makes a file count in the place of its rows in the table; that is what archives them.
     *
     * @return false, and nothing was changed, when an interval of it is not what it was when the file was written
     */
    static boolean register(Db db, ArchiveFolder folder, ArchivePart part, Instant now) throws SQLException {
        Object[] same = part.same(db);
        if (db.number("SELECT count(*) FROM ledger_interval i JOIN " + ArchivePart.SAME, same) != part.size()) {
            return false;
        }
        int id = (int) db.number("SELECT max(archive_id) FROM archive_file") + 1;
        db.update(
                "INSERT INTO archive_file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                part.kind(),
                part.month().toString(),
                part.name(),
                part.firstStart(),
                part.lastEnd(),
                part.rows(),
                part.bytes(),
                now);
        db.update("UPDATE ledger_interval i SET archive_id = " + id + " FROM " + ArchivePart.SAME_OF_UPDATE, same);
        int deleted = db.update(
                "DELETE FROM " + Facts.of(part.kind()).table + " f USING ledger_interval i WHERE i.archive_id = ?"
                        + " AND f.band_number = i.band_number AND f.interval_id = i.interval_id",
                id);
        if (deleted != part.rows()) {
            throw new SQLException("the file has " + part.rows() + " rows, and the table had " + deleted);
        }
        refreshView(db, folder, part.kind());
        return true;
    }
}
