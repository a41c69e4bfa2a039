package dev.varve.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.type.DataType;
import dev.varve.table.type.TypeParser;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideningTest {
    private static Optional<String> between(String column, String needed) {
        return Widening.between(TypeParser.parse(column), TypeParser.parse(needed))
                .map(DataType::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TINYINT | INT | INT
            SMALLINT NOT NULL | BIGINT | BIGINT
            INT | BIGINT | BIGINT
            BIGINT | DECIMAL(4, 2) | DECIMAL(21, 2)
            INT | DECIMAL(30, 0) | DECIMAL(30, 0)
            DECIMAL(10, 2) | DECIMAL(14, 4) | DECIMAL(14, 4)
            DECIMAL(14, 4) | DECIMAL(10, 6) | DECIMAL(16, 6)
            DECIMAL(10, 2) | BIGINT | DECIMAL(21, 2)
            SMALLINT | FLOAT | FLOAT
            INT | FLOAT | DOUBLE
            INT | DOUBLE | DOUBLE
            FLOAT | DOUBLE | DOUBLE
            FLOAT | INT | DOUBLE
            VARCHAR(10) | VARCHAR(20) | VARCHAR(20)
            VARCHAR(10) | STRING | STRING
            CHAR(3) | STRING | STRING
            CHAR(3) | CHAR(4) | VARCHAR(4)
            BINARY(3) | BYTES | BYTES
            TIMESTAMP(3) | TIMESTAMP(6) | TIMESTAMP(6)
            TIMESTAMP(6) WITH LOCAL TIME ZONE | TIMESTAMP(9) WITH LOCAL TIME ZONE | TIMESTAMP(9) WITH LOCAL TIME ZONE
            ARRAY<INT> | ARRAY<BIGINT> | ARRAY<BIGINT>
            MAP<STRING, INT> | MAP<STRING, BIGINT> | MAP<STRING, BIGINT>
            ROW<a INT> | ROW<a BIGINT, b STRING> | ROW<`a` BIGINT, `b` STRING>
            """)
    void widens(String column, String needed, String result) {
        assertThat(between(column, needed)).contains(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BIGINT | INT
            BIGINT NOT NULL | BIGINT
            DOUBLE | FLOAT
            DOUBLE | INT
            BIGINT | DOUBLE
            BIGINT | FLOAT
            DECIMAL(10, 2) | DOUBLE
            DOUBLE | DECIMAL(10, 2)
            DECIMAL(38, 10) | DECIMAL(38, 2)
            DECIMAL(38, 2) | DECIMAL(20, 2)
            STRING | INT
            INT | STRING
            BOOLEAN | INT
            STRING | BYTES
            DATE | TIMESTAMP(3)
            TIME(3) | TIME(6)
            TIMESTAMP(6) | TIMESTAMP(3)
            TIMESTAMP(3) | TIMESTAMP(3) WITH LOCAL TIME ZONE
            ARRAY<INT> | INT
            ARRAY<INT> | ARRAY<STRING>
            MAP<STRING, INT> | MAP<INT, INT>
            ROW<a INT> | ROW<a STRING>
            """)
    void leavesWhatNeedsNothingOrCannotBeExact(String column, String needed) {
        assertThat(between(column, needed)).isEmpty();
    }

    @Test
    void decimalsBeyond38DigitsDoNotExist() {
        assertThat(Widening.decimal(30, 9)).isEmpty();
        assertThat(Widening.decimal(0, 0)).map(DataType::toString).contains("DECIMAL(1, 0)");
    }
}
