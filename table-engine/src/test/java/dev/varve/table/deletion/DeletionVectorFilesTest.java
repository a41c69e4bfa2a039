package dev.varve.table.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.MemoryFileIO;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeletionVectorFilesTest {
    private static final Location FILE = Location.of("memory:/t/index/index-1");

    private final MemoryFileIO io = new MemoryFileIO();
    private final DeletionVectorFiles files = new DeletionVectorFiles(io);

    private List<VectorPlace> write(SortedMap<String, DeletionVector> vectors, DeletionVectorFormat format) {
        io.delete(FILE);
        return files.write(FILE, vectors, format);
    }

    private String hex() {
        return HexFormat.of().formatHex(io.readAll(FILE));
    }

    private void put(byte[] bytes) {
        io.delete(FILE);
        try (var output = io.create(FILE)) {
            output.write(bytes, 0, bytes.length);
        }
    }

    private static VectorPlace place(long fileBytes, int offset, int length, OptionalLong cardinality) {
        return new VectorPlace(FILE, fileBytes, "data-1.parquet", offset, length, cardinality);
    }

    /** A file that Apache Paimon 1.4.2 wrote, of the golden table deletion_vectors. */
    @Test
    void writes32BitVectorsAsOthersDo() {
        var places = write(new TreeMap<>(Map.of("d", DeletionVector.of(2, 3))), DeletionVectorFormat.BITMAP_32);
        assertThat(hex()).isEqualTo("01000000185e43f2d03a30000001000000000001001000000002000300c898f63d");
        assertThat(places).containsExactly(new VectorPlace(FILE, 33, "d", 1, 24, OptionalLong.of(2)));
    }

    @Test
    void writes64BitVectorsAsOthersDo() {
        var places = write(new TreeMap<>(Map.of("d", DeletionVector.of(1))), DeletionVectorFormat.BITMAP_64);
        assertThat(hex())
                .isEqualTo(
                        "0100000022d1d339640100000000000000000000003a300000010000000000000010000000" + "0100eebd85f4");
        assertThat(places).containsExactly(new VectorPlace(FILE, 43, "d", 1, 42, OptionalLong.of(1)));
    }

    @ParameterizedTest
    @EnumSource
    void aFileWithoutVectorsIsItsVersion(DeletionVectorFormat format) {
        assertThat(write(new TreeMap<>(), format)).isEmpty();
        assertThat(hex()).isEqualTo("01");
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrote(DeletionVectorFormat format) {
        for (long seed = 1; seed <= 20; seed++) {
            SortedMap<String, DeletionVector> vectors = random(new Random(seed), format);
            for (VectorPlace place : write(vectors, format)) {
                assertThat(files.read(place)).isEqualTo(vectors.get(place.dataFile()));
            }
        }
    }

    private static SortedMap<String, DeletionVector> random(Random random, DeletionVectorFormat format) {
        SortedMap<String, DeletionVector> vectors = new TreeMap<>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            var builder = new DeletionVector.Builder(DeletionVector.NONE);
            int rows = 1 + random.nextInt(random.nextBoolean() ? 5 : 3_000);
            int range = 1 << 4 + random.nextInt(20);
            for (int row = 0; row < rows; row++) {
                long far = format == DeletionVectorFormat.BITMAP_64 && row % 7 == 0 ? 3L << 32 : 0;
                builder.add(far + random.nextInt(range));
            }
            vectors.put("data-" + i, builder.build());
        }
        return vectors;
    }

    @Test
    void a32BitVectorHasNoRowsBeyond() {
        SortedMap<String, DeletionVector> vectors = new TreeMap<>(Map.of("d", DeletionVector.of(1L << 32)));
        assertThatThrownBy(() -> files.write(FILE, vectors, DeletionVectorFormat.BITMAP_32))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4294967296");
    }

    @Test
    void aFileThatIsGoneIsNotThere() {
        assertThatThrownBy(() -> files.read(place(33, 1, 24, OptionalLong.empty())))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.isNotFound()).isTrue());
    }

    @Test
    void everyErrorNamesTheFileAndWhatWasFound() {
        put(HexFormat.of().parseHex("01000000185e43f2d03a30000001000000000001001000000002000300c898f63d"));
        refuses(place(33, 1, 25, OptionalLong.empty()), "BITMAP_32 vector of length 24", "says 25");
        refuses(place(33, 1, 23, OptionalLong.empty()), "a length of 24 bytes");
        refuses(place(33, 1, 24, OptionalLong.of(3)), "2 deleted rows", "says 3");
        refuses(place(33, 0, 24, OptionalLong.empty()), "cannot be at 0");
        refuses(place(33, 40, 24, OptionalLong.empty()), "cannot be at 40");
        refuses(place(33, 30, 24, OptionalLong.empty()), "only 3 bytes");
        refuses(place(33, 2, 24, OptionalLong.empty()), "a length of");
        put(HexFormat.of().parseHex("01000000185e43f2d03a30000001000000000001001000000002000400c898f63d"));
        refuses(place(33, 1, 24, OptionalLong.of(2)), "checksum c898f63d", "damaged");
        put(HexFormat.of().parseHex("010000001877777777" + "00".repeat(24)));
        refuses(place(33, 1, 24, OptionalLong.of(2)), "unknown magic number");
    }

    private void refuses(VectorPlace place, String... parts) {
        assertThatThrownBy(() -> files.read(place))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("data-1.parquet")
                .hasMessageContaining(FILE.toString())
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    /** Whatever happens to the bytes, with a checksum that fits or not: the same vector, or an error that says so. */
    @ParameterizedTest
    @EnumSource
    void damageIsNeverReadAsSomethingElse(DeletionVectorFormat format) {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            SortedMap<String, DeletionVector> vectors = random(random, format);
            List<VectorPlace> places = write(vectors, format);
            byte[] bytes = io.readAll(FILE);
            int damages = 1 + random.nextInt(3);
            for (int i = 0; i < damages; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            boolean resealed = random.nextBoolean();
            if (resealed) {
                reseal(bytes, places);
            }
            put(bytes);
            for (VectorPlace place : places) {
                try {
                    DeletionVector read = files.read(place);
                    assertThat(read.cardinality()).isEqualTo(place.cardinality().orElseThrow());
                    if (!resealed) {
                        assertThat(read).isEqualTo(vectors.get(place.dataFile()));
                    }
                } catch (CorruptTableException e) {
                    assertThat(e).hasMessageContaining(place.dataFile());
                }
            }
        }
    }

    private static void reseal(byte[] bytes, List<VectorPlace> places) {
        List<Integer> ends = new ArrayList<>();
        places.stream().skip(1).forEach(place -> ends.add(place.offset()));
        ends.add(bytes.length);
        for (int i = 0; i < places.size(); i++) {
            int start = places.get(i).offset() + 4;
            int length = ends.get(i) - 4 - start;
            int checksum = DeletionVectorFormat.checksum(bytes, start, length);
            ByteBuffer.wrap(bytes).putInt(start + length, checksum);
        }
    }
}
