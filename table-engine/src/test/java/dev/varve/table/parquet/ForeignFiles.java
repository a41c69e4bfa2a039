package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files made by Parquet's own writer for generic records, with any of its settings. */
final class ForeignFiles {
    /** One column of each physical type, flat and repeated. */
    static final MessageType ALL = MessageTypeParser.parseMessageType("""
            message m {
              optional boolean b;
              optional int32 i;
              required int64 l;
              optional float f;
              optional double d;
              optional binary s (STRING);
              optional fixed_len_byte_array(5) x;
              optional group a (LIST) { repeated group list { optional int64 element; } }
              optional group t (LIST) { repeated group list { optional binary element (STRING); } }
            }
            """);

    static final RowType ALL_TYPE = row(
            field("b", DataTypes.BOOLEAN),
            field("i", DataTypes.INT),
            field("l", DataTypes.BIGINT.notNull()),
            field("f", DataTypes.FLOAT),
            field("d", DataTypes.DOUBLE),
            field("s", DataTypes.STRING),
            field("x", DataTypes.binary(5)),
            field("a", DataTypes.array(DataTypes.BIGINT)),
            field("t", DataTypes.array(DataTypes.STRING)));

    private ForeignFiles() {}

    /** A file with {@link #ALL} columns; adds the rows, in our form, to {@code expected}. */
    static ParquetFiles allTypes(
            Path file, int rows, UnaryOperator<ExampleParquetWriter.Builder> settings, List<GenericRow> expected)
            throws IOException {
        var random = new Random(rows);
        return write(file, ALL, rows, settings, (group, i) -> expected.add(fill(group, i, random)));
    }

    static ParquetFiles write(
            Path file,
            MessageType schema,
            int rows,
            UnaryOperator<ExampleParquetWriter.Builder> settings,
            BiConsumer<Group, Integer> filler)
            throws IOException {
        var builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(schema);
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            for (int i = 0; i < rows; i++) {
                Group group = new SimpleGroup(schema);
                filler.accept(group, i);
                writer.write(group);
            }
        }
        return new ParquetFiles().put(Files.readAllBytes(file));
    }

    /** Fills a row of {@link #ALL} and returns it in our form. */
    private static GenericRow fill(Group group, int i, Random random) {
        GenericRow row = GenericRow.of(null, null, (long) i * i - 1000, null, null, null, null, null, null);
        group.add("l", (long) row.valueAt(2));
        if (random.nextInt(4) > 0) {
            row.set(0, i % 100 < 50);
            group.add("b", i % 100 < 50);
            row.set(1, random.nextInt() >> random.nextInt(31));
            group.add("i", (int) row.valueAt(1));
            row.set(3, random.nextFloat());
            group.add("f", (float) row.valueAt(3));
        }
        if (random.nextInt(4) > 0) {
            row.set(4, random.nextGaussian());
            group.add("d", (double) row.valueAt(4));
            String text = "customer-" + i / 3 + "-" + random.nextInt(50);
            row.set(5, BinaryString.of(text));
            group.add("s", text);
            byte[] fixed = new byte[5];
            random.nextBytes(fixed);
            row.set(6, fixed);
            group.add("x", Binary.fromConstantByteArray(fixed));
        }
        if (random.nextInt(4) > 0) {
            row.set(7, numbers(group.addGroup("a"), random));
            row.set(8, texts(group.addGroup("t"), random));
        }
        return row;
    }

    private static GenericArray numbers(Group list, Random random) {
        Object[] elements = new Object[random.nextInt(4)];
        for (int i = 0; i < elements.length; i++) {
            Group element = list.addGroup("list");
            if (random.nextInt(3) > 0) {
                long number = random.nextLong() >> random.nextInt(63);
                elements[i] = number;
                element.add("element", number);
            }
        }
        return new GenericArray(elements);
    }

    private static GenericArray texts(Group list, Random random) {
        Object[] elements = new Object[random.nextInt(4)];
        for (int i = 0; i < elements.length; i++) {
            Group element = list.addGroup("list");
            if (random.nextInt(3) > 0) {
                String text = "x".repeat(random.nextInt(4)) + random.nextInt(9);
                elements[i] = BinaryString.of(text);
                element.add("element", text);
            }
        }
        return new GenericArray(elements);
    }

    static DataField field(String name, DataType type) {
        return new DataField(0, name, type);
    }

    static RowType row(DataField... fields) {
        return RowType.of(List.of(fields));
    }
}
