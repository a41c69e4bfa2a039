package dev.varve.table.parquet;

import static dev.varve.table.parquet.ParquetFiles.FILE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.TableException;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to a file's bytes, reading it gives rows or one of the engine's own errors, in bounded memory and time.
 * {@code -Dparquet.damages=n} runs more.
 */
class ParquetDamagePropertyTest {
    private static final int DAMAGES = Integer.getInteger("parquet.damages", 1500);

    @TempDir
    Path directory;

    @Test
    void damagedFilesOfOursGiveRowsOrAnErrorThatNamesTheFile() {
        List<Sample> samples = IntStream.range(0, 25).mapToObj(Sample::random).toList();
        int refused = 0;
        for (int seed = 0; seed < DAMAGES; seed++) {
            refused += readDamaged(samples.get(seed % samples.size()), seed);
        }
        assertThat(refused).isGreaterThan(DAMAGES / 2);
    }

    @Test
    void damagedFilesWithoutChecksumsDoSoToo() throws IOException {
        // Without checksums, damage reaches levels, dictionaries and all encodings.
        var samples = new ArrayList<Sample>();
        for (WriterVersion version : WriterVersion.values()) {
            for (CompressionCodecName codec : List.of(CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY)) {
                for (boolean dictionary : new boolean[] {true, false}) {
                    var rows = new ArrayList<GenericRow>();
                    ParquetFiles files = ForeignFiles.allTypes(
                            directory.resolve("foreign-" + samples.size()),
                            200,
                            builder -> builder.withWriterVersion(version)
                                    .withCompressionCodec(codec)
                                    .withDictionaryEncoding(dictionary)
                                    .withPageWriteChecksumEnabled(false),
                            rows);
                    samples.add(new Sample(ForeignFiles.ALL_TYPE, rows, files.bytes()));
                }
            }
        }
        int refused = 0;
        for (int seed = 0; seed < DAMAGES; seed++) {
            refused += readDamaged(samples.get(seed % samples.size()), seed);
        }
        assertThat(refused).isGreaterThan(DAMAGES / 4);
    }

    /** Returns 1 if the damage was found, else 0. */
    private static int readDamaged(Sample sample, int seed) {
        var files = new ParquetFiles().put(damage(sample.bytes.clone(), new Random(seed)));
        try {
            files.read(sample.type);
            return 0;
        } catch (TableException e) {
            assertThat(e).as("seed " + seed).hasMessageContaining(FILE.value());
            return 1;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + " of " + sample.type, e);
        }
    }

    /** Changes some bytes, mostly few; one time in two near the end, where the footer is. */
    private static byte[] damage(byte[] bytes, Random random) {
        int from = random.nextBoolean() ? 0 : Math.max(0, bytes.length - 600);
        switch (random.nextInt(5)) {
            case 0 -> bytes[from + random.nextInt(bytes.length - from)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                for (int i = 1 + random.nextInt(8); i > 0; i--) {
                    bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt();
                }
            }
            case 2 -> {
                int at = from + random.nextInt(bytes.length - from);
                Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(64)), (byte) random.nextInt());
            }
            case 3 -> {
                // A run of 0xFF: the largest numbers in every encoding.
                int at = from + random.nextInt(bytes.length - from);
                Arrays.fill(bytes, at, Math.min(bytes.length, at + 5), (byte) -1);
            }
            default -> {
                int length = random.nextInt(1 + bytes.length / 2);
                int source = random.nextInt(bytes.length - length + 1);
                int target = random.nextInt(bytes.length - length + 1);
                System.arraycopy(bytes, source, bytes, target, length);
            }
        }
        return bytes;
    }

    @Test
    void everyFlippedBitOfADataPageIsFound() {
        Sample sample = Sample.random(3);
        int pages = sample.bytes.length - 1500;
        assertThat(pages).isGreaterThan(500);
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = sample.bytes.clone();
            damaged[4 + random.nextInt(pages / 2)] ^= (byte) (1 << random.nextInt(8));
            var files = new ParquetFiles().put(damaged);
            // A header's bits that nobody needs, such as those of statistics, may be flipped without harm.
            assertThatCode(() -> assertThat(files.read(sample.type)).isEqualTo(sample.rows))
                    .satisfiesAnyOf(
                            error -> assertThat(error).isNull(),
                            error -> assertThat(error).isInstanceOf(CorruptTableException.class));
        }
    }

    private record Sample(RowType type, List<GenericRow> rows, byte[] bytes) {
        static Sample random(int seed) {
            var random = new Random(1000 + seed);
            RowType type = new RandomTypes(random).row(1 + random.nextInt(6), 3);
            var rows = new ArrayList<GenericRow>();
            var values = new RandomRows(random);
            for (int i = 0; i < 120; i++) {
                rows.add(values.row(type));
            }
            String codec = List.of("zstd", "snappy", "lz4", "gzip", "none").get(random.nextInt(5));
            var files = new ParquetFiles();
            files.write(type, rows, ParquetFiles.settings(type, codec, 4000, StatisticsMode.NONE));
            return new Sample(type, rows, files.bytes());
        }
    }
}
