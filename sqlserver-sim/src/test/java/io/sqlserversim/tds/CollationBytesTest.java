package io.sqlserversim.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.types.TextCollation;
import io.sqlserversim.wire.TdsWriter;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The five bytes of a collation (MS-TDS 2.2.5.1.2): 20 bits of locale, 8 of flags, 4 of version, and the number of a SQL
 * collation.
 */
class CollationBytesTest {
    @ParameterizedTest
    @CsvSource({
        "SQL_Latin1_General_CP1_CI_AS, 0904d00034",
        "SQL_Latin1_General_CP1_CS_AS, 0904c00033",
        "Latin1_General_CI_AS, 0904d00000",
        "Latin1_General_CS_AS, 0904c00000",
        "Latin1_General_CI_AI, 0904f00000",
        "Latin1_General_CS_AS_KS_WS, 0904000000",
        "Latin1_General_BIN, 0904000100",
        "Latin1_General_BIN2, 0904000200",
        "Latin1_General_100_CI_AS, 0904d02000",
        "Latin1_General_100_CI_AS_SC_UTF8, 0904d02400",
        "Turkish_CI_AS, 1f04d00000",
        "latin1_general_bin2, 0904000200"
    })
    void givenACollation_whenItIsWritten_thenTheBytesAreThoseOfTheProtocol(String name, String bytes) {
        TextCollation collation = TextCollation.find(name);
        assertThat(collation).isNotNull();
        TdsWriter out = new TdsWriter();
        Collation.write(out, collation);
        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "Klingon_CI_AS",
        "Latin1_General",
        "Latin1_General_CI",
        "SQL_Latin1_General_CP1_BIN2",
        "Latin1_General_CI_AS_UTF8"
    })
    void givenAnUnknownName_whenItIsLookedUp_thenThereIsNone(String name) {
        assertThat(TextCollation.find(name)).isNull();
    }
}
