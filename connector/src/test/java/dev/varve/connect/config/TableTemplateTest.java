package dev.varve.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.config.TableTemplate.FieldValue;
import dev.varve.connect.config.TableTemplate.Group;
import dev.varve.connect.config.TableTemplate.Literal;
import dev.varve.connect.config.TableTemplate.SourceName;
import dev.varve.connect.config.TableTemplate.Topic;
import dev.varve.connect.config.TableTemplate.TopicPart;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTemplateTest {
    private static TableTemplate parse(String text, int groups) {
        return TableTemplate.parse("table.format", text, groups);
    }

    @Test
    void placeholdersAndTextAreParts() {
        TableTemplate template = parse("raw_${topic.2}.${source.table}_${field:a.b}_$1x", 1);
        assertThat(template.database()).containsExactly(new Literal("raw_"), new TopicPart(2));
        assertThat(template.table())
                .containsExactly(
                        new SourceName("table"),
                        new Literal("_"),
                        new FieldValue(List.of("a", "b")),
                        new Literal("_"),
                        new Group(1),
                        new Literal("x"));
    }

    @Test
    void withoutADotThereIsNoDatabase() {
        assertThat(parse("${topic}", 0)).isEqualTo(new TableTemplate(List.of(), List.of(new Topic())));
        assertThat(parse("${table}", 0).table()).containsExactly(new TopicPart(-1));
    }

    @Test
    void someTemplatesNeedMoreThanTheTopic() {
        assertThat(parse("${topic.1}.$0", 1).dependsOnTopicOnly()).isTrue();
        assertThat(parse("${source.db}.x", 0).dependsOnTopicOnly()).isFalse();
        assertThat(parse("x.${field:a}", 0).dependsOnTopicOnly()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a.b.c | it has more than one dot outside placeholders
            a..b | it has more than one dot outside placeholders
            .a | the database name is empty
            a. | the table name is empty
            "" | the table name is empty
            ${tabel} | there is no placeholder ${tabel}
            ${source.server} | there is no placeholder ${source.server}
            ${topic.0} | ${topic.0} needs a number: 1 is the topic's first dot-separated part, -1 its last one
            ${topic.x} | ${topic.x} needs a number
            ${topic.} | ${topic.} needs a number
            ${field:} | ${field:} needs a field name
            ${field:a..b} | ${field:a..b} needs a field name
            ${table | '${table' is neither plain text
            a/b | 'a/b' is neither plain text
            "a b" | 'a b' is neither plain text
            $2 | $2 refers to a group, but the regular expression has only 1
            $99999999999 | $99999999999 refers to a group
            """)
    void whatIsWrongIsTold(String text, String message) {
        assertThatThrownBy(() -> parse(text, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("Invalid value " + text + " for configuration table.format: ")
                .hasMessageContaining(message)
                .hasMessageContaining("Possible are: ${topic}, ${topic.N}");
    }

    @Test
    void groupsNeedARule() {
        assertThatThrownBy(() -> parse("$1", 0)).hasMessageContaining("$1 refers to a group, but there is none");
    }
}
