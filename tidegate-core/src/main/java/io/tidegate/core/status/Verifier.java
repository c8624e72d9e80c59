package io.tidegate.core.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares what is held with its source on demand. Implementations are thread-safe and do not block. */
public interface Verifier {
    /**
     * Begins a comparison, unless one is under way. A caller who leaves cancels nothing.
     *
     * @param scope what to compare
     * @return where it stands; of the one under way, which is another one's, when {@link Verification#isRefused}
     */
    Verification verify(Scope scope);

    /**
     * Where a comparison stands.
     *
     * @param id its number
     * @return empty when this process knows none of that number
     */
    Optional<Verification> verification(long id);

    /**
     * What to compare. Immutable.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param since only intervals that began then or later, by the source's clock; null for no such limit
     * @param last only intervals that began so long ago at most, by the source's clock; zero for no such limit
     */
    record Scope(
            @Nullable String server,
            @Nullable String database,
            @Nullable Instant since,
            Duration last) {
        /**
         * Start of the oldest interval that is wanted.
         *
         * @param sourceNow the source's clock
         * @return inclusive; the epoch where there is no limit
         */
        public Instant from(Instant sourceNow) {
            if (since != null) {
                return since;
            }
            return last.isZero() ? Instant.EPOCH : sourceNow.minus(last);
        }
    }

    /**
     * Where a comparison stands. Immutable.
     *
     * @param id its number in this process
     * @param isRefused nothing was begun, since this one was under way
     * @param isDone whether it has ended
     * @param startedAt by our clock
     * @param intervals held intervals to be compared, each kind for itself, as far as known by now
     * @param compared of these those that were compared
     * @param rows what was found, by server, database and kind
     * @param notice what a user must know beside the rows, such as that nothing was compared although something is held;
     *     may be empty
     */
    record Verification(
            long id,
            boolean isRefused,
            boolean isDone,
            Instant startedAt,
            long intervals,
            long compared,
            List<Row> rows,
            String notice) {
        /** Copies. */
        public Verification {
            rows = List.copyOf(rows);
        }
    }

    /**
     * What was found of one kind of rows of one database. Immutable. The counts add up to the held ones.
     *
     * @param server the server's name
     * @param database the database's name; empty for a server that could not be asked
     * @param kind runtime or waits
     * @param held held intervals in the scope
     * @param agree of these those that agree with the source
     * @param repaired those that were mended from the source, and agree now
     * @param thinned those of which the source has less than is held; what is held stays
     * @param goneAtSource those that the source has no more: there is nothing to compare them with
     * @param differ those that do not agree and could not be mended
     * @param unverified those that could not be compared
     * @param reason why not, or who had the lease; empty when all were
     * @param isBusy whether somebody else's lease or lock, or a spent budget, was the reason
     */
    record Row(
            String server,
            String database,
            String kind,
            long held,
            long agree,
            long repaired,
            long thinned,
            long goneAtSource,
            long differ,
            long unverified,
            String reason,
            boolean isBusy) {}
}
