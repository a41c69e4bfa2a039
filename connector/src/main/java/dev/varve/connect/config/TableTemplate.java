package dev.varve.connect.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/**
 * A template of {@code [database.]table}: literal text and placeholders. A dot of the literal text separates database and
 * table; dots inside a placeholder's value never do.
 *
 * @param database parts of the database's name; empty means the default database
 * @param table parts of the table's name, at least one
 */
public record TableTemplate(List<Part> database, List<Part> table) {
    /** A piece of a template. */
    public sealed interface Part {}

    /** Text that stands for itself. */
    public record Literal(String text) implements Part {}

    /** {@code ${topic}}: the whole topic. */
    public record Topic() implements Part {}

    /** {@code ${topic.N}}: a dot-separated part of the topic; 1 is the first, -1 the last. */
    public record TopicPart(int number) implements Part {}

    /** {@code ${source.db}}, {@code ${source.schema}} or {@code ${source.table}}: where the change came from. */
    public record SourceName(String name) implements Part {}

    /** {@code ${field:a.b}}: a field of the row, or of the record's key if there is no row. */
    public record FieldValue(List<String> path) implements Part {
        public FieldValue {
            path = List.copyOf(path);
        }
    }

    /** {@code $1}: a group of the route's regular expression. */
    public record Group(int number) implements Part {}

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^{}]*)\\}|\\$(\\d+)");
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_\\-.]*");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,4}");
    private static final List<String> SOURCE_NAMES = List.of("db", "schema", "table");

    public TableTemplate {
        database = List.copyOf(database);
        table = List.copyOf(table);
    }

    /**
     * Parses a template.
     *
     * @param setting name of the setting, for errors
     * @param groups how many groups {@code $N} may refer to
     * @throws ConfigException saying what is wrong and what is possible
     */
    public static TableTemplate parse(String setting, String text, int groups) {
        return new TemplateParser(setting, text, groups).parse();
    }

    /** Whether every part is known from the topic alone. */
    public boolean dependsOnTopicOnly() {
        return allParts().stream().noneMatch(part -> part instanceof SourceName || part instanceof FieldValue);
    }

    /** The parts of both names. */
    public List<Part> allParts() {
        List<Part> all = new ArrayList<>(database);
        all.addAll(table);
        return all;
    }

    private record TemplateParser(String setting, String text, int groups) {
        TableTemplate parse() {
            List<Part> before = new ArrayList<>();
            List<Part> current = new ArrayList<>();
            boolean separated = false;
            int end = 0;
            Matcher matcher = PLACEHOLDER.matcher(text);
            boolean more = true;
            while (more) {
                more = matcher.find();
                String literal = text.substring(end, more ? matcher.start() : text.length());
                requirePlain(literal);
                int dot = literal.indexOf('.');
                if (dot >= 0) {
                    if (separated || literal.indexOf('.', dot + 1) >= 0) {
                        throw wrong("it has more than one dot outside placeholders; one separates database and table");
                    }
                    separated = true;
                    addLiteral(current, literal.substring(0, dot));
                    before = current;
                    current = new ArrayList<>();
                    literal = literal.substring(dot + 1);
                }
                addLiteral(current, literal);
                if (more) {
                    current.add(matcher.group(1) != null ? placeholder(matcher.group(1)) : group(matcher.group(2)));
                    end = matcher.end();
                }
            }
            if (current.isEmpty() || (separated && before.isEmpty())) {
                throw wrong("the " + (current.isEmpty() ? "table" : "database") + " name is empty");
            }
            return new TableTemplate(before, current);
        }

        private static void addLiteral(List<Part> parts, String literal) {
            if (!literal.isEmpty()) {
                parts.add(new Literal(literal));
            }
        }

        private void requirePlain(String literal) {
            if (!PLAIN.matcher(literal).matches()) {
                throw wrong("'" + literal + "' is neither plain text (letters, digits, '_', '-') nor a placeholder");
            }
        }

        private Part placeholder(String name) {
            if (name.equals("topic")) {
                return new Topic();
            }
            if (name.equals("table")) {
                return new TopicPart(-1);
            }
            if (name.startsWith("topic.")) {
                return topicPart(name.substring("topic.".length()));
            }
            if (name.startsWith("source.") && SOURCE_NAMES.contains(name.substring("source.".length()))) {
                return new SourceName(name.substring("source.".length()));
            }
            if (name.startsWith("field:")) {
                return fieldValue(name.substring("field:".length()));
            }
            throw wrong("there is no placeholder ${" + name + "}");
        }

        private Part topicPart(String number) {
            if (!NUMBER.matcher(number).matches() || Integer.parseInt(number) == 0) {
                throw wrong("${topic." + number
                        + "} needs a number: 1 is the topic's first dot-separated part, -1 its last one");
            }
            return new TopicPart(Integer.parseInt(number));
        }

        private Part fieldValue(String path) {
            List<String> names = List.of(path.split("\\.", -1));
            if (names.stream().anyMatch(String::isBlank)) {
                throw wrong("${field:" + path + "} needs a field name, or names separated by dots");
            }
            return new FieldValue(names);
        }

        private Part group(String digits) {
            int number = digits.length() > 3 ? Integer.MAX_VALUE : Integer.parseInt(digits);
            if (number > groups) {
                throw wrong("$" + digits + " refers to a group, but "
                        + (groups == 0 ? "there is none" : "the regular expression has only " + groups));
            }
            return new Group(number);
        }

        private ConfigException wrong(String what) {
            return new ConfigException(
                    setting,
                    text,
                    what + ". Possible are: ${topic}, ${topic.N}, ${table}, ${source.db}, ${source.schema},"
                            + " ${source.table}, ${field:path}"
                            + (groups > 0 ? " and $0 to $" + groups : ""));
        }
    }
}
