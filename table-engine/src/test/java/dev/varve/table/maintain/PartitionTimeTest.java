package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From partition values to the time they stand for. */
class PartitionTimeTest {
    private static final RowType TYPE = new RowType(
            List.of(
                    new DataField(0, "dt", DataTypes.STRING),
                    new DataField(1, "h", DataTypes.INT),
                    new DataField(2, "hour", DataTypes.INT)),
            false);

    private static BinaryRow partition(String dt, Integer h, Integer hour) {
        return new RowSerializer(TYPE).toBinary(GenericRow.of(dt == null ? null : BinaryString.of(dt), h, hour));
    }

    private static PartitionTime times(String pattern, String formatter) {
        Map<String, String> options = new HashMap<>();
        if (pattern != null) {
            options.put("partition.timestamp-pattern", pattern);
        }
        if (formatter != null) {
            options.put("partition.timestamp-formatter", formatter);
        }
        return PartitionTime.of(TYPE, TableOptions.of(options, 3));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "2026-01-31,              -,              -,                2026-01-31T00:00",
                "2026-1-3,                -,              -,                2026-01-03T00:00",
                "2026-1-3 4:5:6,          -,              -,                2026-01-03T04:05:06",
                "2026-01-31 23:59:59.123, -,              -,                2026-01-31T23:59:59.123",
                "20260131,                -,              yyyyMMdd,         2026-01-31T00:00",
                "20260131 07,             -,              yyyyMMdd HH,      2026-01-31T07:00",
                "20260131 0730,           -,              yyyyMMdd HHmm,    2026-01-31T07:30",
                "2026-01-31,              $dt $hour:00:00, -,               2026-01-31T17:00",
                "20260131,                $dt $h,         yyyyMMdd H,       2026-01-31T05:00",
                "20260131,                $dt $h:00,      yyyyMMdd H:mm,    2026-01-31T05:00",
                "20260131,                -,              -,                -",
                "soon,                    -,              -,                -",
                "-,                       -,              -,                -",
                "-,                       2026-01-31,     -,                2026-01-31T00:00",
                "-,                       $dt,            -,                -",
            })
    void textIsReadAsTime(String dt, String pattern, String formatter, LocalDateTime expected) {
        PartitionTime times = times(pattern, formatter);
        if (expected == null) {
            assertThat(times.of(partition(dt, 5, 17))).isEmpty();
        } else {
            assertThat(times.of(partition(dt, 5, 17))).contains(expected);
        }
    }

    @Test
    void aFormatterThatIsNoneIsNamed() {
        assertThatThrownBy(() -> times(null, "yyyy-bb"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("option 'partition.timestamp-formatter' = 'yyyy-bb'");
    }
}
