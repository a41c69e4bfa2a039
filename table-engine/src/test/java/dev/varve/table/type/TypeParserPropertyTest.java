package dev.varve.table.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.TableException;
import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomTypes;
import java.util.Random;
import org.apache.paimon.utils.JsonSerdeUtil;
import org.junit.jupiter.api.Test;

class TypeParserPropertyTest {
    @Test
    void whatIsPrintedReadsBack() {
        for (int seed = 0; seed < 1500; seed++) {
            DataType type = new RandomTypes(new Random(seed)).any(4);
            String text = type.toString();
            DataType parsed = TypeParser.parse(text);
            assertThat(parsed.toString()).as("seed %s", seed).isEqualTo(text);
            if (!text.contains("ROW<")) {
                // Field ids are not part of the text.
                assertThat(parsed).as("seed %s", seed).isEqualTo(type);
            }
            String mangled = text.toLowerCase(java.util.Locale.ROOT)
                    .replace(" ", "\n\t ")
                    .replace(",", " , ");
            assertThat(TypeParser.parse(mangled).toString()).as("seed %s", seed).isEqualToIgnoringWhitespace(text);
        }
    }

    @Test
    void simpleTypesArePrintedAsPaimonPrintsThem() {
        for (int seed = 0; seed < 1000; seed++) {
            var random = new Random(seed);
            DataType type = new RandomTypes(random).simple().withNullable(random.nextBoolean());
            var paimon = PaimonValues.type(type);
            assertThat(type.toString()).isEqualTo(paimon.asSQLString());
            String json = JsonSerdeUtil.toJson(paimon);
            assertThat(json).isEqualTo("\"" + type + "\"");
        }
    }

    @Test
    void anyTextIsATypeOrAnErrorOfOurs() {
        String[] parts = {
            "INT", "ARRAY", "MAP", "ROW", "<", ">", "(", ")", ",", " ", "NOT", "NULL", "`", "'", "3", "DECIMAL", "x",
            "TIME", "\0"
        };
        var random = new Random(3);
        int types = 0;
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int part = random.nextInt(8); part >= 0; part--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                TypeParser.parse(text.toString());
                types++;
            } catch (TableException expected) {
                assertThat(expected).hasMessageContaining("type");
            }
        }
        assertThat(types).isPositive();
    }
}
