package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.option.TableOptions;
import dev.varve.table.option.TagCreationMode;
import dev.varve.table.snapshot.Snapshot;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.options.Options;
import org.apache.paimon.tag.TagPeriodHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutomaticTagsTest {
    private static final ZoneId UTC = ZoneOffset.UTC;

    /** Times of snapshots as text; a tag is written NAME@SNAPSHOT. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "tag.creation-period=hourly | - | 2026-01-01T10:15 | 2026-01-01 09@1",
                "tag.creation-period=hourly | - | 2026-01-01T10:15 2026-01-01T10:59 2026-01-01T11:00 | 2026-01-01 09@1 2026-01-01 10@3",
                "tag.creation-period=hourly | 2026-01-01 09 | 2026-01-01T10:15 2026-01-01T10:59 | -",
                // three periods without a snapshot
                "tag.creation-period=hourly | 2026-01-01 09 | 2026-01-01T14:01 2026-01-01T14:02 | 2026-01-01 13@1",
                "tag.creation-period=hourly tag.automatic-completion=true | 2026-01-01 09 | 2026-01-01T14:01 2026-01-01T14:02 | 2026-01-01 10@1 2026-01-01 11@2",
                "tag.creation-period=hourly tag.creation-delay=10min | 2026-01-01 09 | 2026-01-01T11:09 2026-01-01T11:10 | 2026-01-01 10@2",
                "tag.creation-period=daily | - | 2026-01-02T00:00 | 2026-01-01@1",
                "tag.creation-period=daily sink.process-time-zone=Asia/Tokyo | - | 2026-01-01T15:00 | 2026-01-01@1",
                "tag.creation-period=daily sink.process-time-zone=Asia/Tokyo | - | 2026-01-01T14:59 | 2025-12-31@1",
                "tag.creation-period=two-hours | - | 2026-01-01T11:59 2026-01-01T12:00 | 2026-01-01 08@1 2026-01-01 10@2",
                "tag.creation-period-duration=15min | - | 2026-01-01T10:44 2026-01-01T10:46 | 202601011015@1 202601011030@2",
                "tag.automatic-creation=none | - | 2026-01-02T00:00 | -",
                "tag.automatic-creation=batch | - | 2026-01-02T00:00 | -"
            })
    void tagsAreDue(String settings, String newest, String times, String expected) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (String time : times.strip().split(" ")) {
            snapshots.add(snapshot(snapshots.size() + 1, time, OptionalLong.empty()));
        }
        AutomaticTags rules = rules(settings);
        List<String> due = rules.due(Optional.ofNullable(newest).map(String::strip), snapshots).stream()
                .map(tag -> tag.name() + "@" + tag.snapshot().id())
                .toList();
        assertThat(String.join(" ", due)).isEqualTo(expected == null ? "" : expected.strip());
    }

    @Test
    void watermarksCountInsteadOfTime() {
        AutomaticTags rules = rules("tag.automatic-creation=watermark tag.creation-period=hourly");
        assertThat(rules.mode()).isEqualTo(TagCreationMode.WATERMARK);
        List<Snapshot> snapshots = List.of(
                snapshot(1, "2026-01-01T20:00", OptionalLong.empty()),
                snapshot(2, "2026-01-01T20:00", OptionalLong.of(Long.MIN_VALUE)),
                snapshot(3, "2026-01-01T20:00", OptionalLong.of(millis("2026-01-01T05:30"))));
        assertThat(rules.due(Optional.empty(), snapshots))
                .containsExactly(new AutomaticTags.Due("2026-01-01 04", snapshots.get(2)));
    }

    /** All periods and forms of names are those of Paimon, at many times. */
    @Test
    void periodsAndNamesAreThoseOfPaimon() {
        Random random = new Random(5);
        int compared = 0;
        for (String period : List.of("daily", "hourly", "two-hours", "PT15M", "PT7H")) {
            for (String formatter : List.of("with_dashes", "without_dashes", "without_dashes_and_spaces")) {
                Map<String, String> options = new HashMap<>(Map.of("tag.period-formatter", formatter));
                if (period.startsWith("PT")) {
                    options.put(
                            "tag.creation-period-duration",
                            period.substring(2).replace("M", "min").replace("H", "h"));
                } else {
                    options.put("tag.creation-period", period);
                }
                TagPeriodHandler theirs = TagPeriodHandler.create(new CoreOptions(Options.fromMap(options)));
                TagPeriod ours = TagPeriod.of(TableOptions.of(options, 3));
                for (int i = 0; i < 200; i++) {
                    LocalDateTime time = LocalDateTime.ofEpochSecond(
                            random.nextLong(4_000_000_000L), random.nextInt(1000) * 1_000_000, ZoneOffset.UTC);
                    LocalDateTime begin = ours.lastComplete(time);
                    assertThat(begin).isEqualTo(theirs.normalizeToPreviousTag(time));
                    assertThat(ours.nameOf(begin)).isEqualTo(theirs.timeToTag(begin));
                    assertThat(ours.next(begin)).isEqualTo(theirs.nextTagTime(begin));
                    assertThat(ours.parse(ours.nameOf(begin))).contains(theirs.tagToTime(theirs.timeToTag(begin)));
                    compared++;
                }
                // Paimon takes hourly names for daily ones, too.
                for (String name : List.of("mine", "2026-01-01x", "20260101", "2026-01-01", "202601010500")) {
                    assertThat(ours.parse(name).isPresent())
                            .as(period + formatter + name)
                            .isEqualTo(theirs.isAutoTag(name));
                }
            }
        }
        assertThat(compared).isEqualTo(3000);
    }

    private static AutomaticTags rules(String settings) {
        Map<String, String> options = new HashMap<>(Map.of("tag.automatic-creation", "process-time"));
        for (String setting : settings.strip().split(" ")) {
            options.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return AutomaticTags.of(TableOptions.of(options, 3), UTC);
    }

    private static Snapshot snapshot(long id, String time, OptionalLong watermark) {
        return ExpirationPlanTest.snapshot(id, millis(time), watermark, Map.of());
    }

    private static long millis(String time) {
        return Instant.parse(time + ":00Z").toEpochMilli();
    }
}
