package dev.varve.table.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What we write, the Avro library reads; what it writes, in any shape that the format allows, we read. */
class RecordFileTest {
    private static final Location FILE = Location.of("/t/manifest/file");

    private static final String INNER = """
            {"type":"record","name":"Inner","fields":[
             {"name":"key","type":"string"},
             {"name":"count","type":["null","long"],"default":null}]}
            """;

    private static final RecordSchema SCHEMA = RecordSchema.parse("""
            {"type":"record","name":"record","namespace":"ours","fields":[
             {"name":"id","type":"int"},
             {"name":"size","type":"long"},
             {"name":"name","type":"string"},
             {"name":"raw","type":"bytes"},
             {"name":"inner","type":%s},
             {"name":"level","type":["null","int"],"default":null},
             {"name":"counts","type":["null",{"type":"array","items":["null","long"]}],"default":null},
             {"name":"names","type":{"type":"array","items":"string"}},
             {"name":"ids","type":["null",{"type":"array","items":"int"}],"default":null},
             {"name":"ranges","type":["null",{"type":"array","items":["null","ours.Inner"]}],"default":null}]}
            """.formatted(INNER));

    private static final int ID = 0;
    private static final int SIZE = 1;
    private static final int NAME = 2;
    private static final int RAW = 3;
    private static final int INNER_RECORD = 4;
    private static final int LEVEL = 5;
    private static final int COUNTS = 6;
    private static final int NAMES = 7;
    private static final int IDS = 8;
    private static final int RANGES = 9;

    /** The same record in plain Java. */
    private record Item(
            int id,
            long size,
            String name,
            List<Byte> raw,
            Inner inner,
            Integer level,
            List<Long> counts,
            List<String> names,
            List<Integer> ids,
            List<Inner> ranges) {}

    private record Inner(String key, Long count) {}

    @Test
    void theAvroLibraryReadsWhatWeWrite() throws IOException {
        List<Item> items = randomItems(1, 5000);
        byte[] content = write(items);

        List<Item> found = new ArrayList<>();
        try (var reader =
                new DataFileReader<GenericRecord>(new SeekableByteArrayInput(content), new GenericDatumReader<>())) {
            assertThat(reader.getMetaString("avro.codec")).isEqualTo("zstandard");
            assertThat(reader.getMetaKeys()).containsExactlyInAnyOrder("avro.codec", "avro.schema");
            assertThat(reader.getSchema()).isEqualTo(SCHEMA.schema());
            reader.forEach(record -> found.add(fromAvro(record)));
        }
        assertThat(found).isEqualTo(items);
    }

    @Test
    void weReadWhatWeWrite() {
        List<Item> items = randomItems(2, 5000);
        assertThat(read(write(items))).isEqualTo(items);
    }

    @Test
    void aFileWithoutRecordsIsValid() {
        byte[] content = write(List.of());
        assertThat(read(content)).isEmpty();
        assertThat(fromAvro(content)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "bzip2", "zstandard"})
    void everyCodecIsRead(String codec) {
        List<Item> items = randomItems(3, 3000);
        assertThat(read(writeAvro(items, SCHEMA.schema(), codec))).isEqualTo(items);
    }

    @Test
    void anUnknownCodecIsNamed() {
        byte[] content = replace(writeAvro(randomItems(4, 1), SCHEMA.schema(), "deflate"), "deflate", "deplate");
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining(FILE.name())
                .hasMessageContaining("'deplate'");
    }

    @Test
    void fieldsAreFoundByNameInAnyOrderAndUnknownOnesSkipped() {
        Schema foreign = new Schema.Parser().parse("""
                {"type":"record","name":"Other","namespace":"theirs","fields":[
                 {"name":"x1","type":["null",{"type":"record","name":"Node","fields":[
                   {"name":"v","type":"double"},{"name":"next","type":["null","Node"]}]}]},
                 {"name":"names","type":{"type":"array","items":"string"}},
                 {"name":"x2","type":{"type":"map","values":["null","float","boolean"]}},
                 {"name":"inner","type":["null",{"type":"record","name":"I","fields":[
                   {"name":"x","type":{"type":"fixed","name":"F","size":3}},
                   {"name":"count","type":["long","null"]},
                   {"name":"key","type":"string"}]}]},
                 {"name":"raw","type":"string"},
                 {"name":"x3","type":{"type":"enum","name":"E","symbols":["A","B"]}},
                 {"name":"name","type":["string","null"]},
                 {"name":"size","type":"int"},
                 {"name":"level","type":"int"},
                 {"name":"id","type":["null","long"]}]}
                """);
        GenericData.Record node = new GenericData.Record(
                foreign.getField("x1").schema().getTypes().get(1));
        node.put("v", 1.5);
        GenericData.Record first = new GenericData.Record(node.getSchema());
        first.put("v", 2.5);
        first.put("next", node);
        GenericData.Record inner = new GenericData.Record(
                foreign.getField("inner").schema().getTypes().get(1));
        inner.put("x", new GenericData.Fixed(inner.getSchema().getField("x").schema(), new byte[] {1, 2, 3}));
        inner.put("count", 77L);
        inner.put("key", "k");
        GenericData.Record record = new GenericData.Record(foreign);
        record.put("x1", first);
        record.put("names", List.of("a", "b"));
        Map<String, Object> map = new java.util.HashMap<>(Map.of("p", 1f, "q", true));
        map.put("r", null);
        record.put("x2", map);
        record.put("inner", inner);
        record.put("raw", "text");
        record.put("x3", new GenericData.EnumSymbol(foreign.getField("x3").schema(), "B"));
        record.put("name", "n");
        record.put("size", 12);
        record.put("level", 3);
        record.put("id", 5L);

        byte[] content = writeRecords(List.of(record, record), foreign, "deflate");
        Item expected =
                new Item(5, 12, "n", bytes("text"), new Inner("k", 77L), 3, null, List.of("a", "b"), null, null);
        assertThat(read(content)).containsExactly(expected, expected);
        RecordFileReader reader = new RecordFileReader(SCHEMA, FILE.name(), content);
        assertThat(reader.holdsUnknownFields()).isTrue();
        assertThat(new RecordFileReader(SCHEMA, FILE.name(), write(List.of())).holdsUnknownFields())
                .isFalse();
    }

    @Test
    void anUnknownFieldDeepInsideIsNoticed() {
        Schema foreign = new Schema.Parser()
                .parse(SCHEMA.toString()
                        .replace(
                                "\"fields\":[{\"name\":\"key\"",
                                "\"fields\":[{\"name\":\"new\",\"type\":\"int\"},{\"name\":\"key\""));
        byte[] content = writeRecords(List.of(), foreign, "null");
        assertThat(new RecordFileReader(SCHEMA, FILE.name(), content).holdsUnknownFields())
                .isTrue();
    }

    @Test
    void aMissingFieldThatMayNotBeNullIsNamed() {
        Schema foreign = new Schema.Parser().parse(SCHEMA.toString().replace("\"size\"", "\"bytes\""));
        byte[] content = writeRecords(List.of(), foreign, "null");
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(CorruptTableException.class)
                .hasMessage(FILE.name() + ": field size is missing");
    }

    @Test
    void anotherTypeIsNamed() {
        Schema foreign = new Schema.Parser()
                .parse(SCHEMA.toString()
                        .replace(
                                "{\"name\":\"count\",\"type\":[\"null\",\"long\"]",
                                "{\"name\":\"count\",\"type\":[\"null\",\"double\"]"));
        byte[] content = writeRecords(List.of(), foreign, "null");
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessage(FILE.name() + ": field inner.count has Avro type double where long is expected");
    }

    @Test
    void aChoiceOfTypesIsNotGuessed() {
        Schema foreign = new Schema.Parser()
                .parse(SCHEMA.toString()
                        .replace(
                                "{\"name\":\"size\",\"type\":\"long\"",
                                "{\"name\":\"size\",\"type\":[\"int\",\"long\"]"));
        byte[] content = writeRecords(List.of(), foreign, "null");
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("field size is an Avro union of 2 types");
    }

    @Test
    void nullWhereAValueIsNeededIsNamed() {
        Schema foreign = new Schema.Parser()
                .parse(SCHEMA.toString()
                        .replace(
                                "{\"name\":\"name\",\"type\":\"string\"",
                                "{\"name\":\"name\",\"type\":[\"null\",\"string\"]"));
        GenericRecord record = toAvro(randomItems(5, 1).get(0), foreign);
        record.put("name", null);
        byte[] content = writeRecords(List.of(record), foreign, "null");
        RecordFileReader reader = new RecordFileReader(SCHEMA, FILE.name(), content);
        assertThat(reader.advance()).isTrue();
        assertThatThrownBy(() -> reader.record().stringAt(NAME))
                .isInstanceOf(CorruptTableException.class)
                .hasMessage("field name is null");
        assertThat(reader.corrupt("x")).hasMessage(FILE.name() + ", record 1: x");
    }

    @Test
    void otherFormatsAreTold() {
        assertThatThrownBy(() -> read("PAR1....".getBytes(UTF_8)))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("PAR");
        assertThatThrownBy(() -> read("hello".getBytes(UTF_8))).isInstanceOf(CorruptTableException.class);
        assertThatThrownBy(() -> read(new byte[0])).isInstanceOf(CorruptTableException.class);
    }

    @Test
    void aCutFileNeverReadsAsMoreThanItsWholeBlocks() {
        List<Item> items = randomItems(6, 2000);
        byte[] content = write(items);
        int valid = 0;
        for (int length = 0; length < content.length; length += length < 1500 ? 3 : 499) {
            byte[] cut = Arrays.copyOf(content, length);
            try {
                List<Item> found = read(cut);
                assertThat(found).hasSizeLessThan(items.size()).isEqualTo(items.subList(0, found.size()));
                valid++;
            } catch (CorruptTableException e) {
                assertThat(e).hasMessageContaining(FILE.name());
            }
        }
        assertThat(valid).isLessThan(10);
    }

    @Test
    void damagedFilesEndInOurOwnErrors() {
        int rounds = Integer.getInteger("fuzz.rounds", 150);
        for (String codec : List.of("null", "deflate", "snappy", "bzip2", "zstandard")) {
            byte[] content = writeAvro(randomItems(7, 60), SCHEMA.schema(), codec);
            Random random = new Random(codec.hashCode());
            for (int round = 0; round < rounds; round++) {
                byte[] damaged = content.clone();
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                try {
                    read(damaged);
                } catch (TableException e) {
                    // Any other exception, or running out of memory, fails the test.
                    assertThat(e.retryable()).isFalse();
                }
            }
        }
    }

    @Test
    void absurdLengthsAreNotBelieved() {
        byte[] header = writeRecords(List.of(), SCHEMA.schema(), "null");
        for (long[] numbers : new long[][] {
            {1, Long.MAX_VALUE}, {1, Integer.MAX_VALUE}, {Long.MAX_VALUE, 0}, {-1, 3}, {5, -9}, {1L << 40, 10}
        }) {
            RecordOutput block = new RecordOutput();
            block.putRaw(header, header.length);
            block.putLong(numbers[0]);
            block.putLong(numbers[1]);
            block.putRaw(new byte[10], 10);
            block.putRaw(Arrays.copyOfRange(header, header.length - 16, header.length), 16);
            byte[] content = Arrays.copyOf(block.bytes(), block.size());
            assertThatThrownBy(() -> read(content))
                    .as(Arrays.toString(numbers))
                    .isInstanceOf(CorruptTableException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy", "zstandard"})
    void aBlockThatExpandsWithoutBoundIsCutShort(String codec) {
        GenericRecord record = toAvro(randomItems(8, 1).get(0), SCHEMA.schema());
        record.put("raw", ByteBuffer.wrap(new byte[BlockCodec.MAX_BLOCK_BYTES + 1]));
        byte[] content = writeRecords(List.of(record), SCHEMA.schema(), codec);
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("cannot be expanded with " + codec);
    }

    private static byte[] write(List<Item> items) {
        MemoryFileIO io = new MemoryFileIO();
        RecordFileWriter<Item> writer =
                new RecordFileWriter<>(io, FILE, SCHEMA, RecordFileTest::encode, ManualEnv.create());
        items.forEach(writer::write);
        long size = writer.finish();
        byte[] content = io.readAll(FILE);
        assertThat(size).isEqualTo(content.length);
        return content;
    }

    private static void encode(Item item, RecordOutput output) {
        output.putInt(item.id);
        output.putLong(item.size);
        output.putString(item.name);
        output.putBytes(toArray(item.raw));
        encode(item.inner, output);
        if (item.level == null) {
            output.putNull();
        } else {
            output.putPresent();
            output.putInt(item.level);
        }
        if (item.counts == null) {
            output.putNull();
        } else {
            output.putPresent();
            output.beginArray(item.counts.size());
            for (Long count : item.counts) {
                if (count == null) {
                    output.putNull();
                } else {
                    output.putPresent();
                    output.putLong(count);
                }
            }
            output.endArray();
        }
        output.beginArray(item.names.size());
        item.names.forEach(output::putString);
        output.endArray();
        if (item.ids == null) {
            output.putNull();
        } else {
            output.putPresent();
            output.beginArray(item.ids.size());
            item.ids.forEach(output::putInt);
            output.endArray();
        }
        if (item.ranges == null) {
            output.putNull();
        } else {
            output.putPresent();
            output.beginArray(item.ranges.size());
            for (Inner range : item.ranges) {
                output.putPresent();
                encode(range, output);
            }
            output.endArray();
        }
    }

    private static void encode(Inner inner, RecordOutput output) {
        output.putString(inner.key);
        if (inner.count == null) {
            output.putNull();
        } else {
            output.putPresent();
            output.putLong(inner.count);
        }
    }

    private static List<Item> read(byte[] content) {
        RecordFileReader reader = new RecordFileReader(SCHEMA, FILE.name(), content);
        List<Item> items = new ArrayList<>();
        while (reader.advance()) {
            RecordView record = reader.record();
            items.add(new Item(
                    record.intAt(ID),
                    record.longAt(SIZE),
                    record.stringAt(NAME),
                    toList(record.bytesAt(RAW)),
                    decode(record.recordAt(INNER_RECORD)),
                    record.isNull(LEVEL) ? null : (Integer) record.intAt(LEVEL),
                    record.isNull(COUNTS) ? null : record.nullableLongsAt(COUNTS),
                    record.stringsAt(NAMES),
                    record.isNull(IDS) ? null : record.intsAt(IDS),
                    record.isNull(RANGES) ? null : record.recordsAt(RANGES, RecordFileTest::decode)));
            assertThat(record.bytesEqual(RAW, record.bytesAt(RAW))).isTrue();
        }
        return items;
    }

    private static Inner decode(RecordView inner) {
        return new Inner(inner.stringAt(0), inner.isNull(1) ? null : (Long) inner.longAt(1));
    }

    private static byte[] writeAvro(List<Item> items, Schema schema, String codec) {
        return writeRecords(items.stream().map(item -> toAvro(item, schema)).toList(), schema, codec);
    }

    private static byte[] writeRecords(List<? extends GenericRecord> records, Schema schema, String codec) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var writer = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(CodecFactory.fromString(codec));
            writer.create(schema, bytes);
            for (GenericRecord record : records) {
                writer.append(record);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static GenericRecord toAvro(Item item, Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        record.put("id", item.id);
        record.put("size", item.size);
        record.put("name", item.name);
        record.put("raw", ByteBuffer.wrap(toArray(item.raw)));
        record.put("inner", toAvro(item.inner, schema.getField("inner").schema()));
        record.put("level", item.level);
        record.put("counts", item.counts);
        record.put("names", item.names);
        record.put("ids", item.ids);
        record.put(
                "ranges",
                item.ranges == null
                        ? null
                        : item.ranges.stream()
                                .map(range ->
                                        toAvro(range, schema.getField("inner").schema()))
                                .toList());
        return record;
    }

    private static GenericRecord toAvro(Inner inner, Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        record.put("key", inner.key);
        record.put("count", inner.count);
        return record;
    }

    private static List<Item> fromAvro(byte[] content) {
        List<Item> items = new ArrayList<>();
        try (var reader =
                new DataFileReader<GenericRecord>(new SeekableByteArrayInput(content), new GenericDatumReader<>())) {
            reader.forEach(record -> items.add(fromAvro(record)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return items;
    }

    @SuppressWarnings("unchecked")
    private static Item fromAvro(GenericRecord record) {
        ByteBuffer raw = (ByteBuffer) record.get("raw");
        byte[] bytes = new byte[raw.remaining()];
        raw.get(bytes);
        List<GenericRecord> ranges = (List<GenericRecord>) record.get("ranges");
        return new Item(
                (Integer) record.get("id"),
                (Long) record.get("size"),
                record.get("name").toString(),
                toList(bytes),
                innerOf((GenericRecord) record.get("inner")),
                (Integer) record.get("level"),
                copy((List<Long>) record.get("counts")),
                ((List<Object>) record.get("names"))
                        .stream().map(Object::toString).toList(),
                copy((List<Integer>) record.get("ids")),
                ranges == null
                        ? null
                        : ranges.stream().map(RecordFileTest::innerOf).toList());
    }

    private static Inner innerOf(GenericRecord record) {
        return new Inner(record.get("key").toString(), (Long) record.get("count"));
    }

    private static <T> List<T> copy(List<T> list) {
        return list == null ? null : new ArrayList<>(list);
    }

    private static List<Item> randomItems(long seed, int count) {
        Random random = new Random(seed);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] raw = new byte[random.nextInt(60)];
            random.nextBytes(raw);
            items.add(new Item(
                    random.nextInt(),
                    random.nextLong() >> random.nextInt(64),
                    "name-" + random.nextInt() + "-\u4e2d\ud83d\ude00",
                    toList(raw),
                    randomInner(random),
                    random.nextBoolean() ? null : (Integer) random.nextInt(10),
                    random.nextInt(3) == 0 ? null : randomCounts(random),
                    Collections.nCopies(random.nextInt(3), "x" + i),
                    random.nextBoolean() ? null : List.of(random.nextInt(), 2, -3),
                    random.nextBoolean() ? null : List.of(randomInner(random), randomInner(random))));
        }
        return items;
    }

    private static List<Long> randomCounts(Random random) {
        List<Long> counts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            counts.add(random.nextInt(3) == 0 ? null : (Long) random.nextLong());
        }
        return counts;
    }

    private static Inner randomInner(Random random) {
        return new Inner("k" + random.nextInt(), random.nextBoolean() ? null : (Long) random.nextLong());
    }

    private static List<Byte> bytes(String text) {
        return toList(text.getBytes(UTF_8));
    }

    private static List<Byte> toList(byte[] bytes) {
        List<Byte> list = new ArrayList<>(bytes.length);
        for (byte next : bytes) {
            list.add(next);
        }
        return list;
    }

    private static byte[] toArray(List<Byte> bytes) {
        byte[] array = new byte[bytes.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = bytes.get(i);
        }
        return array;
    }

    private static byte[] replace(byte[] content, String from, String to) {
        String text = new String(content, java.nio.charset.StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
