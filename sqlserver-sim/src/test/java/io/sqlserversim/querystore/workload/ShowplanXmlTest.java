package io.sqlserversim.querystore.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.HashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ShowplanXmlTest {
    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @ParameterizedTest
    @ValueSource(ints = {3_000, 3_001, 4_321, 8_000, 15_000, 30_000, 61_500, 500_000, 1_700_000})
    void givenLength_whenMade_thenWellFormedOfThatLengthWithOneStatement(int characters) throws Exception {
        for (int seed = 0; seed < 5; seed++) {
            String xml = ShowplanXml.of("Sales", Mix.of(seed), "0x01", "0x02", characters);
            assertThat(xml).startsWith("<ShowPlanXML xmlns=").hasSize(characters);
            Document document = parse(xml);
            assertThat(document.getElementsByTagName("StmtSimple").getLength()).isEqualTo(1);
            assertThat(document.getElementsByTagName("RelOp").getLength()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void givenPlans_whenMade_thenOperatorsVaryAndTheSamePlanIsTheSame() throws Exception {
        Set<String> shapes = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            String xml = ShowplanXml.of("Sales", Mix.of(seed), "0x01", "0x02", 20_000);
            assertThat(xml).isEqualTo(ShowplanXml.of("Sales", Mix.of(seed), "0x01", "0x02", 20_000));
            NodeList operators = parse(xml).getElementsByTagName("RelOp");
            StringBuilder shape = new StringBuilder();
            for (int i = 0; i < operators.getLength(); i++) {
                shape.append(operators.item(i).getAttributes().getNamedItem("PhysicalOp"))
                        .append(' ');
            }
            shapes.add(shape.toString());
        }
        assertThat(shapes).hasSizeGreaterThan(15);
    }

    @Test
    void givenDatabaseNameWithMarkup_whenMade_thenWellFormed() throws Exception {
        String xml = ShowplanXml.of("a<b>&\"]c", 7, "0x01", "0x02", 20_000);
        assertThat(xml).hasSize(20_000);
        assertThat(parse(xml)
                        .getElementsByTagName("Object")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("Database")
                        .getNodeValue())
                .isEqualTo("[a<b>&\"]]c]");
    }

    @Test
    void givenFieldSizes_whenDrawn_thenQuantilesAreTheFields() {
        PlanSizes sizes = PlanSizes.field();
        assertThat(sizes.bytesAt(500_000)).isBetween(30_000, 31_000);
        assertThat(sizes.bytesAt(950_000)).isBetween(720_000, 725_000);
        assertThat(sizes.bytesAt(0)).isEqualTo(8_000);
        assertThat(sizes.bytesAt(999_999)).isBetween(3_400_000, 3_415_000);
        assertThat(PlanSizes.fixed(60_000).bytesAt(123_456)).isEqualTo(60_000);
    }
}
