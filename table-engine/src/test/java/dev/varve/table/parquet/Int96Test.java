package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.Timestamp;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Int96Test {
    @Test
    void bytesAreThoseOfTheFormatPage() {
        assertThat(write("2024-02-29T12:34:56.789012345")).isEqualTo("79bf047b32290000d28a2500");
        assertThat(write("1969-12-31T23:59:59.999999999")).isEqualTo("ffffffffffffffff8c3d2500");
        assertThat(write("1970-01-01T00:00:00")).isEqualTo("00000000000000008c3d2500");
    }

    @Test
    void everyTimeComesBack() {
        var random = new Random(3);
        byte[] bytes = new byte[Int96.BYTES + 1];
        for (int i = 0; i < 10_000; i++) {
            var time = new Timestamp(random.nextLong() >> random.nextInt(10, 40), random.nextInt(1_000_000));
            byte[] written = new byte[Int96.BYTES];
            Int96.write(time, written);
            System.arraycopy(written, 0, bytes, 1, written.length);
            assertThat(Int96.read(bytes, 1)).isEqualTo(time);
        }
    }

    @Test
    void dividedTowardsThePastIsReadToo() {
        // Julian day before the epoch and nanoseconds that count from its midnight.
        byte[] bytes = HexFormat.of().parseHex("ffff4e91944e0000" + "8b3d2500");
        assertThat(Int96.read(bytes, 0).toLocalDateTime())
                .isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.999999999"));
    }

    private static String write(String time) {
        byte[] bytes = new byte[Int96.BYTES];
        Int96.write(Timestamp.of(LocalDateTime.parse(time)), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
