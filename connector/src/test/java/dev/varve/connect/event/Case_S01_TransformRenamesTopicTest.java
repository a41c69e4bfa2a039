package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.config.NameCase;
import dev.varve.connect.config.RoutingSettings;
import dev.varve.connect.config.TableTemplate;
import dev.varve.connect.route.TableRouter;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A RegexRouter renames the topic and another transform changes the partition. */
class Case_S01_TransformRenamesTopicTest {
    private final SinkRecord renamed = new Records("shop.orders")
            .schemaless(map("id", 1L), map("id", 1L))
            .newRecord("lake.purchases", 17, null, map("id", 1L), null, map("id", 1L), 0L);

    @Test
    void positionIsThatOfTheOriginalRecord() {
        ChangeEvent event = new EventDecoder(TestSettings.of(Map.of()).events()).decode(renamed);
        assertThat(event.origin()).isEqualTo(new Origin("shop.orders", 0, 0));
        assertThat(event.topic()).isEqualTo("lake.purchases");
    }

    @Test
    void tableIsThatOfTheNewTopic() {
        ChangeEvent event = new EventDecoder(TestSettings.of(Map.of()).events()).decode(renamed);
        TableRouter router = new TableRouter(
                new RoutingSettings("default", List.of(), TableTemplate.parse("t", "${table}", 0), NameCase.KEEP));
        assertThat(router.route((ChangeEvent.OfTable) event)).isEqualTo(new TableId("default", "purchases"));
    }

    @Test
    void workersBefore36GiveWhatTheyHave() {
        EventDecoder decoder = new EventDecoder(TestSettings.of(Map.of()).events(), new OriginReader(false));
        assertThat(decoder.decode(renamed).origin()).isEqualTo(new Origin("lake.purchases", 17, 0));
    }
}
