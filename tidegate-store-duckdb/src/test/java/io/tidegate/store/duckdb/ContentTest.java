package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a text is kept as. Seen to fail with Java's own UTF-16 encoder, which replaces what is unpaired. */
class ContentTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "select 1",
                "\u0000 between",
                "\u00e4\u4e2d\ud83d\ude00",
                "cut in half \ud83d",
                "\ude00 the other half",
                "\ude00\ud83d the wrong way round"
            })
    @Incident(106)
    void givenAnyText_whenKeptAndReadBack_thenItIsTheSameUnitForUnit(String text) {
        assertKept(text);
    }

    /** Fails when a question mark is looked for in whole words only, or not in the last one of a text of whole words. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16, 31})
    void givenAnUnpairedUnitAnywhere_whenKeptAndReadBack_thenItIsTheSame(int length) {
        for (int at = 0; at < length; at++) {
            StringBuilder text = new StringBuilder("x".repeat(length));
            text.setCharAt(at, '\ud83d');
            assertKept(text.toString());
        }
    }

    private static void assertKept(String text) {
        try (Compressor zstd = new Compressor()) {
            for (Content content : new Content[] {Content.ofText(text), Content.ofPlan(text)}) {
                assertThat(Content.text(content.codec(), content.body(zstd))).isEqualTo(text);
            }
        }
    }
}
