package dev.varve.connect.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "year(created_at)",
                "date_format(ts, 'yyyy-MM-dd', '3')",
                "concat(first, ' ', `order`, upper(last))",
                "cast(price, 'DECIMAL(10, 2)')",
                "'it''s'",
                "`1`",
                "name with blanks"
            })
    void printsWhatItReads(String text) {
        String printed = Expression.parse(text).toString();
        assertThat(Expression.parse(printed)).isEqualTo(Expression.parse(text));
        assertThat(Expression.parse(printed).toString()).isEqualTo(printed);
    }

    @Test
    void argumentsAreWrittenAsPaimonWritesThem() {
        assertThat(Expression.parse("DATE_FORMAT( ts ,yyyy-MM-dd'T'HH)"))
                .isEqualTo(Expression.parse("date_format(ts, 'yyyy-MM-dd''T''HH')"));
        assertThat(Expression.parse("cast(price, DECIMAL(10, 2))"))
                .isEqualTo(Expression.parse("cast(price, 'DECIMAL(10, 2)')"));
        assertThat(Expression.parse("substring(name,0,2)").columns()).containsExactly("name");
        assertThat(Expression.parse("concat(b, 1, 'x', trim(a), b)").columns()).containsExactly("b", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    yaer(ts)                   | did you mean year(column[, digits])?
                    frobnicate(ts)             | there is no function 'frobnicate'; there are year(
                    year()                     | found 0 arguments, expected year(column[, digits])
                    year(ts, 4)                | found '4', expected the unit of numbers since the epoch: 0 (seconds)
                    date_format(ts)            | found 1 argument, expected date_format(
                    date_format(ts, yyyy-bb)   | 'yyyy-bb' is no pattern
                    date_format(ts, VV)        | 'VV' is no pattern
                    substring(a, -1)           | found '-1', expected the begin, a number from 0
                    substring(a, 2, 2)         | the end, 2, must be greater than the begin, 2
                    truncate(a, 0)             | found '0', expected the width, a number from 1
                    cast(a, INTT)              | 'INTT'
                    cast(a, ARRAY<INT>)        | cannot be cast to ARRAY<INT>
                    year(ts                    | found 'year(ts', expected a column
                    upper(lower(a)             | a ')' is missing
                    upper(a))                  | there is a ')' too many
                    concat(a, 'b)              | a ' is missing at the end
                    concat(a, )                | found nothing, expected a column
                    """)
    void whatIsNoExpressionSaysWhy(String text, String message) {
        assertThatThrownBy(() -> Expression.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void typesAreKnownWithoutColumnsWhereFunctionsFixThem() {
        assertThat(type("month(a)")).contains(DataTypes.INT);
        assertThat(type("concat(a, b)")).contains(DataTypes.STRING);
        assertThat(type("cast(a, TIMESTAMP(3))")).contains(DataTypes.timestamp(3));
        assertThat(type("truncate(a, 5)")).isEmpty();
        assertThat(type("a")).isEmpty();
        assertThat(Expression.parse("truncate(a, 5)").type(Map.of("a", DataTypes.decimal(9, 2))))
                .contains(DataTypes.decimal(9, 2));
    }

    private static Optional<DataType> type(String text) {
        return Expression.parse(text).type(Map.of());
    }

    @Test
    void columnsAreReplacedByWhatTheyAreComputedBy() {
        Expression day = Expression.parse("date_format(ts, yyyy-MM-dd)");
        assertThat(Expression.parse("concat(region, '/', day)").with(Map.of("day", day)))
                .isEqualTo(Expression.parse("concat(region, '/', date_format(ts, yyyy-MM-dd))"));
    }
}
