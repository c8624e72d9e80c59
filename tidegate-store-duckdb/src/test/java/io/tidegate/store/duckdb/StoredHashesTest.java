package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoredHashesTest {
    private static String hash(Random random) {
        return "%016x%016x".formatted(random.nextLong(), random.nextLong());
    }

    /** Fails when a slot's prefix is lost in growing. */
    @Test
    void givenManyHashes_whenAsked_thenWhatWasAddedMayBeStoredAndNothingElse() {
        Random random = new Random(7);
        StoredHashes hashes = new StoredHashes();
        Set<String> added = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            String hash = hash(random);
            assertThat(hashes.add(hash)).isTrue();
            added.add(hash);
        }

        assertThat(added).allMatch(hashes::mayHave).noneMatch(hashes::add);
        for (int i = 0; i < 20_000; i++) {
            assertThat(hashes.mayHave(hash(random))).isFalse();
        }
    }

    @Test
    void givenAHashThatBeginsWithZeros_whenAdded_thenItIsKnownFromThenOn() {
        String zeros = "0".repeat(16) + "1".repeat(16);
        StoredHashes hashes = new StoredHashes();

        assertThat(hashes.mayHave(zeros)).isFalse();
        assertThat(hashes.add(zeros)).isTrue();

        assertThat(hashes.mayHave(zeros)).isTrue();
        assertThat(hashes.add(zeros)).isFalse();
    }

    /** Fails when the limit empties the set without a word: what is stored would be taken for new, against its key. */
    @Test
    @Incident(12)
    void givenMoreThanItHolds_whenAsked_thenAnythingMayBeStored() {
        Random random = new Random(7);
        StoredHashes hashes = new StoredHashes(100);
        for (int i = 0; i < 101; i++) {
            hashes.add(hash(random));
        }

        assertThat(hashes.mayHave(hash(random))).isTrue();
        assertThat(hashes.add(hash(random))).isFalse();
    }
}
