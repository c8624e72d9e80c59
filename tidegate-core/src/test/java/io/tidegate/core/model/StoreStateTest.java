package io.tidegate.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State by reason. Mutations seen to break it: two reasons whose words are swapped; one that is not decoded. */
class StoreStateTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 |      0 | off                                                        | set QUERY_STORE = ON
            0 |  65536 | off                                                        | set QUERY_STORE = ON
            1 |      0 | read-only (reason 0): it was set so                        | set OPERATION_MODE = READ_WRITE
            1 |      1 | read-only (reason 1): the database is read-only            | nothing: it collects again when the database takes writes
            1 |      2 | read-only (reason 2): the database is single-user  | set it to MULTI_USER
            1 |      4 | read-only (reason 4): the database is in emergency mode    | mend the database
            1 |      8 | read-only (reason 8): the database is a secondary replica            | nothing: the primary collects
            1 |  65536 | read-only (reason 65536): Query Store reached its size limit          | raise MAX_STORAGE_SIZE_MB or set SIZE_BASED_CLEANUP_MODE = AUTO
            1 | 131072 | read-only (reason 131072): too many different statements for its memory | remove queries that are not needed, or set QUERY_CAPTURE_MODE = AUTO
            1 | 262144 | read-only (reason 262144): too much in memory waits to be written | nothing: it collects again when that is written
            1 | 524288 | read-only (reason 524288): the database reached its disk size limit | free space in the database
            1 |  65537 | read-only (reason 65537): the database is read-only and Query Store reached its size limit | nothing: it collects again when the database takes writes; raise MAX_STORAGE_SIZE_MB or set SIZE_BASED_CLEANUP_MODE = AUTO
            1 |     24 | read-only (reason 24): the database is a secondary replica and a reason that is not known here, 16 | nothing: the primary collects
            2 |      0 | read-write                                                 | ''
            3 |      0 | in error                                                   | set it OFF, run sys.sp_query_store_consistency_check in the database, and set OPERATION_MODE = READ_WRITE; CLEAR it where that does not help
            3 |  65536 | in error                                                   | set it OFF, run sys.sp_query_store_consistency_check in the database, and set OPERATION_MODE = READ_WRITE; CLEAR it where that does not help
            4 |      8 | captures a secondary                                       | ''
            9 |      0 | in state 9                                                 | ''
            """)
    @Incident(90)
    void givenAStateAndAReason_whenPutInWords_thenEachHasItsOwnAndItsAdvice(
            int state, int reason, String words, String advice) {
        assertThat(StoreState.words(state, reason)).isEqualTo(words);
        assertThat(StoreState.advice(state, reason)).isEqualTo(advice);
    }
}
