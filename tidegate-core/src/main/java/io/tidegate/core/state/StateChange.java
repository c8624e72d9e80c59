package io.tidegate.core.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reading changes in what is stored. Immutable.
 *
 * @param replaced standing rows that are to be taken out
 * @param written rows to be written in their place or anew
 * @param events in the order of the reading
 */
public record StateChange(List<StateVersion> replaced, List<StateVersion> written, List<StateEvent> events) {
    /** Copies. */
    public StateChange {
        replaced = List.copyOf(replaced);
        written = List.copyOf(written);
        events = List.copyOf(events);
    }

    /**
     * Compares a reading with the rows that stand.
     *
     * @param standing rows that stand: all of them where the reading is whole, else those of its keys
     * @param reading what was read, not before what stands
     * @param isNewAChange whether a row that did not stand is a change, since all was read before
     * @return what follows; nothing at all when nothing changed
     */
    public static StateChange of(List<StateVersion> standing, StateReading reading, boolean isNewAChange) {
        Comparison comparison = new Comparison(standing, reading, isNewAChange);
        reading.rows().forEach(comparison::row);
        if (reading.isWhole()) {
            comparison.gone();
        }
        return comparison.change();
    }

    /**
     * Whether there is anything to store.
     *
     * @return true when nothing changed
     */
    public boolean isEmpty() {
        return replaced.isEmpty() && written.isEmpty() && events.isEmpty();
    }

    private static final class Comparison {
        private final Map<List<Object>, StateVersion> left = new LinkedHashMap<>();
        private final StateReading reading;
        private final boolean isNewAChange;
        private final EventRules rules;
        private final List<StateVersion> replaced = new ArrayList<>();
        private final List<StateVersion> written = new ArrayList<>();
        private final Map<String, StateEvent> events = new LinkedHashMap<>();

        Comparison(List<StateVersion> standing, StateReading reading, boolean isNewAChange) {
            standing.forEach(version -> left.put(version.row().key(), version));
            this.reading = reading;
            this.isNewAChange = isNewAChange;
            this.rules = new EventRules(reading.series(), reading.at());
        }

        /** A row of another life of the ids is passed over: the next probe will find the new life. */
        void row(StateRow row) {
            StateVersion before = left.remove(row.key());
            if (before == null) {
                written.add(new StateVersion(reading.at(), null, row));
                if (isNewAChange) {
                    add(rules.between(null, row));
                }
            } else if (!before.row().isOfAnotherLife(row) && !before.row().standsAs(row)) {
                end(before);
                written.add(new StateVersion(laterOf(before.validFrom()), null, row));
                add(rules.between(before.row(), row));
            } else if (before.row().standsAs(row) && !before.row().equals(row)) {
                replaced.add(before);
                written.add(new StateVersion(before.validFrom(), null, row));
            }
        }

        void gone() {
            left.values().forEach(version -> {
                end(version);
                add(rules.between(version.row(), null));
            });
        }

        /** A row that stood for no time at all leaves no trace. */
        private void end(StateVersion before) {
            replaced.add(before);
            if (before.validFrom().isBefore(reading.at())) {
                written.add(new StateVersion(before.validFrom(), reading.at(), before.row()));
            }
        }

        private Instant laterOf(Instant from) {
            return from.isAfter(reading.at()) ? from : reading.at();
        }

        private void add(List<StateEvent> more) {
            more.forEach(event -> events.put(event.kind() + "\n" + event.subject(), event));
        }

        StateChange change() {
            return new StateChange(replaced, written, List.copyOf(events.values()));
        }
    }
}
