package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateChange;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.state.StateVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** State and events in memory. Confined to the store's lock. */
final class MemoryState {
    private record Place(SeriesKey series, StateTable table) {}

    private final Map<Place, List<StateVersion>> versions = new HashMap<>();
    private final Map<Place, Instant> changedAt = new HashMap<>();
    private final Set<Place> complete = new HashSet<>();
    private final List<StateEvent> events = new ArrayList<>();

    List<StateEvent> record(StateReading reading) {
        Place place = new Place(reading.series(), reading.table());
        if (reading.at().isBefore(changedAt.getOrDefault(place, Instant.MIN))) {
            return List.of();
        }
        List<StateVersion> standing = standing(place)
                .filter(version -> reading.isWhole()
                        || reading.rows().stream()
                                .anyMatch(row -> row.key().equals(version.row().key())))
                .toList();
        StateChange change = StateChange.of(standing, reading, complete.contains(place));
        List<StateEvent> found = change.events();
        if (standing.isEmpty() && reading.table() == StateTable.OPTIONS) {
            SeriesKey k = reading.series();
            Place before = new Place(new SeriesKey(k.home(), k.lineage(), k.epoch() - 1), reading.table());
            found = StateChange.of(standing(before).toList(), reading, false).events();
        }
        List<StateVersion> all = versions.computeIfAbsent(place, p -> new ArrayList<>());
        all.removeAll(change.replaced());
        all.addAll(change.written());
        events.addAll(found);
        if (!change.isEmpty() || !changedAt.containsKey(place)) {
            changedAt.put(place, reading.at());
        }
        if (reading.isComplete()) {
            complete.add(place);
        }
        return found;
    }

    void add(StateEvent event) {
        events.add(event);
    }

    List<StateEvent> events() {
        return events;
    }

    List<StateVersion> all(SeriesKey series, StateTable table) {
        return versions.getOrDefault(new Place(series, table), List.of()).stream()
                .sorted(Comparator.comparing(StateVersion::validFrom)
                        .thenComparing(version -> version.row().key().toString()))
                .toList();
    }

    List<StateRow> forced(SeriesKey series) {
        return standing(new Place(series, StateTable.PLAN))
                .map(StateVersion::row)
                .filter(row -> row.isSet("is_forced_plan"))
                .sorted(Comparator.comparingLong(StateRow::id))
                .toList();
    }

    Optional<Long> newestCompile(SeriesKey series, StateTable table) {
        return standing(new Place(series, table))
                .map(StateVersion::row)
                .flatMap(row -> Stream.of("last_compile_ticks", "initial_compile_ticks")
                        .map(row::number)
                        .filter(ticks -> ticks != null)
                        .limit(1))
                .max(Comparator.naturalOrder());
    }

    int expireEvents(Expiry expiry, Predicate<StateEvent> isOld) {
        List<StateEvent> old =
                events.stream().filter(isOld).limit(expiry.most()).toList();
        events.removeAll(old);
        return old.size();
    }

    int expireVersions(Expiry expiry, BiPredicate<SeriesKey, Instant> isOld) {
        int deleted = 0;
        for (Map.Entry<Place, List<StateVersion>> one : versions.entrySet()) {
            List<StateVersion> old = one.getValue().stream()
                    .filter(version ->
                            version.validTo() != null && isOld.test(one.getKey().series(), version.validTo()))
                    .limit(expiry.most() - deleted)
                    .toList();
            one.getValue().removeAll(old);
            deleted += old.size();
        }
        return deleted;
    }

    private Stream<StateVersion> standing(Place place) {
        return versions.getOrDefault(place, List.of()).stream().filter(version -> version.validTo() == null);
    }
}
