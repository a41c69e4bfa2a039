package dev.varve.table.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotJsonPropertyTest {
    private static final int ROUNDS = Integer.getInteger("varve.test.rounds", 500);

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void paimonReadsAndWritesTheSameText(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Snapshot snapshot = snapshot(random);
            String text = SnapshotJson.format(snapshot);
            String paimons = org.apache.paimon.Snapshot.fromJson(text).toJson();
            assertThat(SnapshotJson.parse(text, "ours"))
                    .as("seed %s, round %s", seed, round)
                    .isEqualTo(snapshot);
            assertThat(SnapshotJson.parse(paimons, "Paimon's"))
                    .as("seed %s, round %s", seed, round)
                    .isEqualTo(snapshot);
            assertThat(paimons).as("seed %s, round %s", seed, round).isEqualTo(text);
        }
    }

    /** Whatever the bytes, the answer is a snapshot or one of the two errors that name the file. */
    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void damagedTextNeverSurprises(long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = damage(SnapshotJson.format(snapshot(random)), random);
            try {
                SnapshotJson.parse(text, "the-file");
            } catch (CorruptTableException | UnsupportedFormatException e) {
                refused++;
                assertThat(e).as("seed %s, round %s: %s", seed, round, text).hasMessageContaining("the-file");
            }
        }
        assertThat(refused).isGreaterThan(ROUNDS / 2);
    }

    private static String damage(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int times = 1 + random.nextInt(3); times > 0 && damaged.length() > 0; times--) {
            int at = random.nextInt(damaged.length());
            int end = Math.min(damaged.length(), at + random.nextInt(20));
            switch (random.nextInt(5)) {
                case 0 -> damaged.delete(at, end);
                case 1 -> damaged.insert(at, damaged.substring(at, end));
                case 2 -> damaged.setCharAt(at, "\"{}[]:,0-.eE\\ntu\u0000\uFFFD".charAt(random.nextInt(18)));
                case 3 -> damaged.insert(at, "[".repeat(random.nextInt(3) == 0 ? 5000 : 2));
                default -> damaged.insert(at, "9".repeat(random.nextInt(50)));
            }
        }
        return damaged.toString();
    }

    private static Snapshot snapshot(Random random) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int count = Math.max(0, random.nextInt(5) - 2); count > 0; count--) {
            properties.put("key " + random.nextInt(100) + text(random), text(random));
        }
        return new Snapshot(
                1 + random.nextInt(Integer.MAX_VALUE),
                random.nextInt(100),
                text(random),
                number(random),
                text(random),
                number(random),
                optionalText(random),
                number(random),
                optionalText(random),
                text(random),
                random.nextLong(),
                CommitKind.values()[random.nextInt(CommitKind.values().length)],
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                number(random),
                number(random),
                optionalText(random),
                properties,
                number(random));
    }

    private static OptionalLong number(Random random) {
        return random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty();
    }

    private static Optional<String> optionalText(Random random) {
        return random.nextBoolean() ? Optional.of(text(random)) : Optional.empty();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--) {
            text.appendCodePoint(random.nextInt(6) == 0 ? 0x1F600 + random.nextInt(40) : random.nextInt(0x180));
        }
        return text.toString();
    }
}
