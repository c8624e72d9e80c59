package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Ticker;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Moves facts from the table to files, one file a step. It is written on a reader's thread, so that the writer has to do only
 * what counts: in one transaction the file is registered, its rows are deleted from the table and the views are made anew. Until
 * that is committed the file is a leftover, and the next start removes it. Thread-safe; a step beside another one does nothing.
 */
final class Archive {
    private static final System.Logger LOG = System.getLogger(Archive.class.getName());

    private final ArchiveFolder folder;
    private final StoreThreads readers;
    private final StoreThreads writer;
    private final Tools tools;
    private final Duration callLimit;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private final List<Left> left = new ArrayList<>();

    Archive(ArchiveFolder folder, StoreThreads readers, StoreThreads writer, Tools tools, Duration callLimit) {
        this.folder = folder;
        this.readers = readers;
        this.writer = writer;
        this.tools = tools;
        this.callLimit = callLimit;
    }

    /** Where a step stands: what a test stops it at. */
    enum Place {
        /** A file is written, and has its lasting name. */
        WRITTEN,
        /** All is changed in the database, and not committed. */
        CHANGED,
        /** It is committed. */
        COMMITTED,
        /** Files were forgotten, and are still there. */
        FORGOTTEN
    }

    /**
     * What comes from outside.
     *
     * @param chooser what goes into the next file
     * @param clock ours, for the date of a file
     * @param ticker monotonic
     * @param at is told where a step stands
     */
    record Tools(ArchiveChoice.Chooser chooser, InstantSource clock, Ticker ticker, Consumer<Place> at) {
        /** The usual ones. */
        static Tools of(ArchiveRules rules, InstantSource clock, Ticker ticker) {
            return new Tools(new RipeMonths(rules, clock), clock, ticker, place -> {});
        }
    }

    /** A file that does not count any more, and since when: a reader may have begun before. */
    private record Left(String name, long sinceNanos) {}

    /** One step; true when there may be more. Blocks for a reader's call and a writer's. */
    boolean step() {
        if (!isBusy.compareAndSet(false, true)) {
            return false;
        }
        try {
            removeLeft();
            forgetEmpty();
            return moveOne();
        } finally {
            isBusy.set(false);
        }
    }

    private void forgetEmpty() {
        List<ArchiveSql.File> empty = readers.call(ArchiveSql::empty);
        if (!empty.isEmpty()) {
            writer.change(db -> ArchiveSql.unregister(db, folder, empty));
            tools.at().accept(Place.FORGOTTEN);
            long now = tools.ticker().readNanos();
            empty.forEach(file -> left.add(new Left(file.name(), now)));
        }
    }

    /** A reader that began before a file was forgotten has ended after a call's limit. */
    private void removeLeft() {
        long now = tools.ticker().readNanos();
        for (Iterator<Left> i = left.iterator(); i.hasNext(); ) {
            Left one = i.next();
            if (now - one.sinceNanos() > callLimit.toNanos()) {
                i.remove();
                removeQuietly(one.name());
            }
        }
    }

    private boolean moveOne() {
        Optional<ArchivePart> written = readers.call(this::write);
        if (written.isEmpty()) {
            return false;
        }
        ArchivePart part = written.get();
        tools.at().accept(Place.WRITTEN);
        boolean isKept = false;
        try {
            isKept = writer.call(db -> {
                boolean isSame =
                        ArchiveSql.register(db, folder, part, tools.clock().instant());
                tools.at().accept(Place.CHANGED);
                return isSame;
            });
            tools.at().accept(Place.COMMITTED);
            return isKept;
        } catch (StoreException e) {
            isKept = e.isAmbiguous(); // the next start finds out
            throw e;
        } finally {
            if (!isKept) {
                removeQuietly(part.name());
            }
        }
    }

    private Optional<ArchivePart> write(Db db) throws SQLException {
        Optional<ArchiveChoice> choice = tools.chooser().next(db);
        if (choice.isEmpty()) {
            return Optional.empty();
        }
        String name = folder.freshName(
                Facts.of(choice.get().kind()), choice.get().month().toString());
        boolean isWritten = false;
        try {
            ArchivePart part = ArchivePart.write(db, folder, name, choice.get());
            isWritten = true;
            return Optional.of(part);
        } finally {
            if (!isWritten) {
                removeQuietly(name);
            }
        }
    }

    private void removeQuietly(String name) {
        try {
            folder.remove(name);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a file of the archive could not be removed: the next start does", e);
        }
    }
}
