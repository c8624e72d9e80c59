package io.tidegate.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Stretches of time, those that go on in one. Confined to the store's lock. */
final class MemoryStretches {
    private final List<Stretch> stretches = new ArrayList<>();

    List<Stretch> all() {
        return stretches;
    }

    void record(Stretch stretch) {
        for (int i = stretches.size() - 1; i >= 0; i--) {
            Stretch last = stretches.get(i);
            if (last.serverId() == stretch.serverId() && last.database().equals(stretch.database())) {
                if (last.word() == stretch.word()
                        && !stretch.from().isAfter(last.to())
                        && !stretch.from().isBefore(last.from())) {
                    Instant to = last.to().isAfter(stretch.to()) ? last.to() : stretch.to();
                    stretches.set(
                            i,
                            new Stretch(
                                    last.serverId(), last.database(), last.word(), last.from(), to, stretch.detail()));
                    return;
                }
                break;
            }
        }
        stretches.add(stretch);
    }

    int expire(Expiry expiry, Predicate<Stretch> isOld) {
        List<Stretch> old = stretches.stream()
                .filter(isOld)
                .filter(one -> stretches.stream()
                        .anyMatch(later -> later.serverId() == one.serverId()
                                && later.database().equals(one.database())
                                && later.word() == one.word()
                                && later.from().isAfter(one.from())))
                .limit(expiry.most())
                .toList();
        stretches.removeAll(old);
        return old.size();
    }
}
