package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked examples of the format page on binary rows, measured with Apache Paimon. */
class BinaryRowVectorsTest {
    private static final HexFormat HEX = HexFormat.of();

    static Stream<JsonNode> layouts() {
        return vectors("binary-row.json");
    }

    static Stream<JsonNode> hashes() {
        return vectors("bucket-hash.json");
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void bytesAndSerializedFormAreThoseOfTheFormat(JsonNode vector) {
        List<DataType> types = types(vector);
        RowKind kind = RowKind.parse(vector.get("rowKind").textValue());
        GenericRow row = row(vector, types, kind);

        BinaryRow binary = new RowSerializer(types).toBinary(row);

        assertThat(HEX.formatHex(binary.toBytes()))
                .isEqualTo(vector.get("rowBytes").textValue());
        assertThat(HEX.formatHex(binary.serialize()))
                .isEqualTo(vector.get("serialized").textValue());
        assertThat(binary.murmur3()).isEqualTo(vector.get("hash").intValue());
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void theSerializedFormReadsBack(JsonNode vector) {
        List<DataType> types = types(vector);
        RowKind kind = RowKind.parse(vector.get("rowKind").textValue());

        BinaryRow binary =
                BinaryRow.deserialize(HEX.parseHex(vector.get("serialized").textValue()));

        assertThat(binary.kind()).isEqualTo(kind);
        assertThat(GenericRow.copyOf(binary, RowType.ofTypes(types))).isEqualTo(row(vector, types, kind));
    }

    @ParameterizedTest
    @MethodSource("hashes")
    void hashAndBucketAreThoseOfTheFormat(JsonNode vector) {
        List<DataType> types = types(vector);
        BinaryRow binary = new RowSerializer(types).toBinary(row(vector, types, RowKind.INSERT));

        assertThat(HEX.formatHex(binary.toBytes()))
                .isEqualTo(vector.get("rowBytes").textValue());
        assertThat(binary.murmur3()).isEqualTo(vector.get("hash").intValue());
        vector.get("bucket").fields().forEachRemaining(entry -> {
            int buckets = Integer.parseInt(entry.getKey());
            assertThat(Math.abs(binary.murmur3() % buckets))
                    .as("of %s", buckets)
                    .isEqualTo(entry.getValue().intValue());
        });
    }

    private static List<DataType> types(JsonNode vector) {
        List<DataType> types = new ArrayList<>();
        vector.get("types").forEach(type -> types.add(TypeParser.parse(type.textValue())));
        return types;
    }

    private static GenericRow row(JsonNode vector, List<DataType> types, RowKind kind) {
        Object[] values = new Object[types.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = GoldenValues.fromJson(vector.get("values").get(i), types.get(i));
        }
        return GenericRow.ofKind(kind, values);
    }

    private static Stream<JsonNode> vectors(String file) {
        try (InputStream in = BinaryRowVectorsTest.class.getResourceAsStream("/vectors/" + file)) {
            JsonNode vectors = GoldenValues.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get("vectors");
            return StreamSupport.stream(vectors.spliterator(), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
