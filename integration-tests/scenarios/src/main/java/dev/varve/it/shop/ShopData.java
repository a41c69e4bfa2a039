package dev.varve.it.shop;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Made-up values, all from one seed. Some are awkward on purpose: empty, negative, long, from before 1970, beyond ASCII. */
final class ShopData {
    private static final List<String> NAMES = List.of(
            "Ada",
            "Björn",
            "Chloé",
            "Dmitri",
            "Eun-ji",
            "Fatima",
            "Grzegorz",
            "Hélène",
            "Iñigo",
            "Jürgen",
            "高橋",
            "O'Neil");
    private static final List<String> THINGS = List.of(
            "lamp", "chair", "teapot", "notebook", "umbrella", "scarf", "bicycle bell", "sieve", "kettle", "clock");
    private static final List<String> COLOURS = List.of("red", "green", "blue", "black", "white", "ultramarine");
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Random random;

    ShopData(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** True once in {@code n} times on average. */
    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    UUID uuid() {
        byte[] seed = new byte[16];
        random.nextBytes(seed);
        return UUID.nameUUIDFromBytes(seed);
    }

    String name() {
        return oneOf(NAMES) + " " + oneOf(NAMES);
    }

    String email() {
        return "customer" + random.nextInt(1_000_000) + "@shop.example";
    }

    String title() {
        return oneOf(COLOURS) + " " + oneOf(THINGS);
    }

    String sku() {
        return "SKU-%08d".formatted(random.nextInt(100_000_000));
    }

    /** Null, empty, short, or long enough to be compressed by the database. */
    String note() {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "Ring twice; \"back door\"\nsecond floor \\ left\t✓ 📦";
            case 2 -> title().repeat(20 + random.nextInt(20));
            case 3 -> "for " + name();
            default -> null;
        };
    }

    /** An amount with two decimals, negative one time in eight. */
    BigDecimal amount(int wholeBelow) {
        long cents = random.nextInt(wholeBelow) * 100L + random.nextInt(100);
        return BigDecimal.valueOf(oneIn(8) ? -cents : cents, 2);
    }

    Float rating() {
        return oneIn(5) ? null : random.nextInt(51) / 10f;
    }

    Double weight() {
        return oneIn(5) ? null : random.nextDouble() * Math.pow(10, random.nextInt(9) - 4);
    }

    LocalDate birthday() {
        return oneIn(4) ? null : LocalDate.of(1920 + random.nextInt(90), 1, 1).plusDays(random.nextInt(365));
    }

    LocalDate date() {
        return oneIn(4) ? null : START.toLocalDate().plusDays(random.nextInt(400));
    }

    /** With milliseconds. */
    LocalTime time() {
        return oneIn(4) ? null : LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L);
    }

    /** With microseconds. */
    LocalDateTime timestamp() {
        return START.plusSeconds(random.nextInt(30_000_000)).plusNanos(random.nextInt(1_000_000) * 1_000L);
    }

    /** With milliseconds. */
    LocalDateTime timestampMillis() {
        return START.plusSeconds(random.nextInt(30_000_000)).plusNanos(random.nextInt(1_000) * 1_000_000L);
    }

    OffsetDateTime instant() {
        return timestamp().atOffset(ZoneOffset.ofHours(random.nextInt(25) - 12));
    }

    String address() {
        if (oneIn(5)) {
            return null;
        }
        return "{\"street\": \"%s Street\", \"number\": %d, \"floors\": [%d, null], \"gate\": %b, \"shift\": %s}"
                .formatted(
                        oneOf(NAMES),
                        random.nextInt(200),
                        random.nextInt(9),
                        random.nextBoolean(),
                        random.nextInt(100) / 8.0);
    }

    String attributes() {
        return oneIn(3) ? null : "{\"colour\": \"" + oneOf(COLOURS) + "\", \"parts\": " + random.nextInt(12) + "}";
    }

    /** Null, empty, or a few, some of them null. */
    String[] tags() {
        if (oneIn(4)) {
            return null;
        }
        String[] tags = new String[random.nextInt(4)];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = oneIn(6) ? null : oneOf(COLOURS);
        }
        return tags;
    }

    Integer[] sizes() {
        if (oneIn(4)) {
            return null;
        }
        Integer[] sizes = new Integer[random.nextInt(4)];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = random.nextInt(400) - 100;
        }
        return sizes;
    }

    byte[] picture() {
        if (oneIn(4)) {
            return null;
        }
        byte[] picture = new byte[random.nextInt(60)];
        random.nextBytes(picture);
        return picture;
    }

    /** So long and so random that the database stores it outside of the row (TOAST). */
    byte[] largePicture() {
        byte[] picture = new byte[6_000];
        random.nextBytes(picture);
        return picture;
    }
}
