package dev.varve.connect.route;

import dev.varve.connect.config.NameCase;
import dev.varve.connect.config.TableTemplate;
import dev.varve.connect.config.TableTemplate.FieldValue;
import dev.varve.connect.config.TableTemplate.Group;
import dev.varve.connect.config.TableTemplate.Literal;
import dev.varve.connect.config.TableTemplate.Part;
import dev.varve.connect.config.TableTemplate.Topic;
import dev.varve.connect.config.TableTemplate.TopicPart;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.Fields;
import dev.varve.connect.event.Kinds;
import dev.varve.connect.event.RowImage;
import dev.varve.table.error.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Renders a template's parts for one event.
 *
 * @param match of the rule's expression with the topic, if a rule chose the template
 */
record NameRenderer(ChangeEvent.OfTable event, Optional<Matcher> match, NameCase nameCase) {
    /** The name for a topic; empty if the topic has not what a part asks for. All parts must depend on the topic only. */
    static Optional<SourceName> renderTopic(
            List<Part> parts, String topic, Optional<Matcher> match, NameCase nameCase) {
        Assembly name = new Assembly(nameCase);
        for (Part part : parts) {
            Optional<Value> value = ofTopic(part, topic, match);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            name.add(part, value.get());
        }
        return name.isUsable() ? Optional.of(name.toSourceName()) : Optional.empty();
    }

    /**
     * The name for the event.
     *
     * @throws BadRecordException if the event has not what a part asks for
     */
    SourceName render(List<Part> parts) {
        Assembly name = new Assembly(nameCase);
        for (Part part : parts) {
            if (part instanceof TableTemplate.SourceName source) {
                name.add(part, sourceName(source));
            } else if (part instanceof FieldValue field) {
                name.add(part, fieldValue(field));
            } else {
                name.add(part, ofTopic(part, event.topic(), match).orElseThrow(() -> noTable("", describe(part))));
            }
        }
        if (!name.isUsable()) {
            throw noTable("", "the rendered name is empty");
        }
        return name.toSourceName();
    }

    /** A placeholder's value as it came, and as a part of a name. */
    private record Value(String text, String safe) {}

    private static Value value(String text) {
        return new Value(text, SafeName.of(text));
    }

    /** A name that is being put together. */
    private static final class Assembly {
        private final NameCase nameCase;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder safe = new StringBuilder();
        private boolean chosen = true;

        Assembly(NameCase nameCase) {
            this.nameCase = nameCase;
        }

        /** What the template spells out is meant in the case that settings ask for. */
        void add(Part part, Value value) {
            boolean literal = part instanceof Literal;
            text.append(literal ? nameCase.of(value.text()) : value.text());
            safe.append(value.safe());
            chosen &= literal;
        }

        boolean isUsable() {
            return !safe.toString().isBlank();
        }

        SourceName toSourceName() {
            return new SourceName(
                    text.toString(), SafeName.ofParts(nameCase.of(SafeName.ofParts(safe.toString()))), chosen);
        }
    }

    private static Optional<Value> ofTopic(Part part, String topic, Optional<Matcher> match) {
        if (part instanceof Literal literal) {
            return Optional.of(new Value(literal.text(), literal.text()));
        }
        if (part instanceof Topic) {
            return Optional.of(new Value(topic, SafeName.ofTopic(topic)));
        }
        if (part instanceof TopicPart topicPart) {
            String[] pieces = topic.split("\\.", -1);
            int number = topicPart.number();
            int index = number > 0 ? number - 1 : pieces.length + number;
            return index < 0 || index >= pieces.length || pieces[index].isBlank()
                    ? Optional.empty()
                    : Optional.of(value(pieces[index]));
        }
        if (part instanceof Group group) {
            return match.map(matched -> matched.group(group.number()))
                    .filter(text -> !text.isBlank())
                    .map(text -> new Value(text, SafeName.ofTopic(text)));
        }
        throw Check.unreachable(part);
    }

    private String describe(Part part) {
        if (part instanceof TopicPart topicPart) {
            return "topic '" + event.topic() + "' has no part " + topicPart.number() + " for the table's name";
        }
        return "the rule's group " + part + " is empty for topic '" + event.topic() + "'";
    }

    private Value sourceName(TableTemplate.SourceName source) {
        return event.source()
                .find(source.name())
                .filter(text -> !text.isBlank())
                .map(NameRenderer::value)
                .orElseThrow(() -> noTable(
                        "source." + source.name(),
                        "the table's name needs it but the record does not have it"
                                + "; flattened events need add.fields=" + source.name()
                                + " in the transform that flattens them, and records without value have no source"));
    }

    private Value fieldValue(FieldValue field) {
        String path = String.join(".", field.path());
        for (Object row : rows()) {
            Object value = row;
            for (String name : field.path()) {
                value = Fields.of(value, name);
            }
            if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                if (value.toString().isBlank()) {
                    throw noTable(path, "the table's name needs it but it is empty");
                }
                return value(value.toString());
            }
            if (value != null) {
                throw noTable(
                        path, "found " + Kinds.of(value) + ", expected a text, number or boolean for the table's name");
            }
        }
        throw noTable(path, "the table's name needs it but neither the row nor the key has it");
    }

    /** Where fields are looked for: the row as it is now, as it was, and the key. */
    private List<Object> rows() {
        List<Object> rows = new ArrayList<>(3);
        if (event instanceof ChangeEvent.Upsert upsert) {
            rows.add(upsert.row().value());
        } else if (event instanceof ChangeEvent.Update update) {
            rows.add(update.after().value());
        } else if (event instanceof ChangeEvent.Delete delete) {
            delete.before().map(RowImage::value).ifPresent(rows::add);
        }
        if (event instanceof ChangeEvent.OfRow ofRow && ofRow.key().isPresent()) {
            rows.add(ofRow.key().value());
        }
        return rows;
    }

    private BadRecordException noTable(String field, String message) {
        return new BadRecordException(BadRecordException.Reason.NO_TABLE, event.origin(), field, message);
    }
}
