package dev.varve.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.event.RecordKey;
import dev.varve.table.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyOrderTest {
    private final KeyOrder order =
            new KeyOrder(new TableId("shop", "sums"), List.of("product", "day"), Set.of("status"), 2);

    private static RecordKey key(Object value) {
        return new RecordKey(null, value);
    }

    @Test
    void aRecordKeyThatIsPartOfThePrimaryKeyKeepsTheOrder() {
        assertThat(order.find(key(Map.of("product", 1, "day", 2)))).isEmpty();
        assertThat(order.find(key(Map.of("product", 1)))).isEmpty();
    }

    @Test
    void anotherRecordKeyDoesNot() {
        assertThat(order.find(key(Map.of("id", 1))).orElseThrow())
                .contains("[id]", "[product, day]", "[status]", "message.key.columns", "tasks.max=1", "sequence.field");
        assertThat(order.find(RecordKey.NONE).orElseThrow()).contains("is null");
    }

    @Test
    void aKeyWithoutFieldsIsTheOnlyKeyColumn() {
        assertThat(order.find(key(7L))).isEmpty();
    }
}
