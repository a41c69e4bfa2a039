package dev.varve.table.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BOOLEAN                                | BOOLEAN",
                "boolean not null                       | BOOLEAN NOT NULL",
                "TINYINT                                | TINYINT",
                "SMALLINT                               | SMALLINT",
                "INT                                    | INT",
                "Integer                                | INT",
                "INT NULL                               | INT",
                "BIGINT NOT   NULL                      | BIGINT NOT NULL",
                "FLOAT                                  | FLOAT",
                "DOUBLE                                 | DOUBLE",
                "DOUBLE PRECISION                       | DOUBLE",
                "double  precision NOT NULL             | DOUBLE NOT NULL",
                "DECIMAL                                | DECIMAL(10, 0)",
                "DEC(5)                                 | DECIMAL(5, 0)",
                "NUMERIC( 38 ,38 )                      | DECIMAL(38, 38)",
                "decimal(1,0)not null                   | DECIMAL(1, 0) NOT NULL",
                "CHAR                                   | CHAR(1)",
                "CHAR(2147483647)                       | CHAR(2147483647)",
                "VARCHAR                                | VARCHAR(1)",
                "VARCHAR (20)                           | VARCHAR(20)",
                "VARCHAR(2147483647)                    | STRING",
                "STRING                                 | STRING",
                "BINARY                                 | BINARY(1)",
                "VARBINARY(7)                           | VARBINARY(7)",
                "VARBINARY(2147483647)                  | BYTES",
                "BYTES NOT NULL                         | BYTES NOT NULL",
                "DATE                                   | DATE",
                "TIME                                   | TIME(0)",
                "TIME(9)                                | TIME(9)",
                "TIME(3) WITHOUT TIME ZONE              | TIME(3)",
                "TIME WITHOUT TIME ZONE                 | TIME(0)",
                "TIMESTAMP                              | TIMESTAMP(6)",
                "TIMESTAMP(0)                           | TIMESTAMP(0)",
                "TIMESTAMP(3) WITHOUT TIME ZONE         | TIMESTAMP(3)",
                "TIMESTAMP WITH LOCAL TIME ZONE         | TIMESTAMP(6) WITH LOCAL TIME ZONE",
                "timestamp(9)with local time zone not null | TIMESTAMP(9) WITH LOCAL TIME ZONE NOT NULL",
                "TIMESTAMP_LTZ                          | TIMESTAMP(6) WITH LOCAL TIME ZONE",
                "TIMESTAMP_LTZ(3)                       | TIMESTAMP(3) WITH LOCAL TIME ZONE",
                "ARRAY<INT>                             | ARRAY<INT>",
                "array < int not null > not null        | ARRAY<INT NOT NULL> NOT NULL",
                "ARRAY<ARRAY<STRING>>                   | ARRAY<ARRAY<STRING>>",
                "MULTISET<VARCHAR(3)>                   | MULTISET<VARCHAR(3)>",
                "MAP<STRING,DECIMAL(10,2)>              | MAP<STRING, DECIMAL(10, 2)>",
                "ROW<>                                  | ROW<>",
                "ROW<a INT, `b c` STRING NOT NULL>      | ROW<`a` INT, `b c` STRING NOT NULL>",
                "ROW(a INT, b ROW(c DATE))              | ROW<`a` INT, `b` ROW<`c` DATE>>",
                "ROW<`x``y` INT 'it''s a comment'>      | ROW<`x``y` INT 'it''s a comment'>",
                "ROW<date DATE, größe INT, $x_1 BYTES>  | ROW<`date` DATE, `größe` INT, `$x_1` BYTES>",
            })
    void readsEverySpelling(String text, String expected) {
        DataType type = TypeParser.parse(text);
        assertThat(type).hasToString(expected);
        assertThat(TypeParser.parse(type.toString())).isEqualTo(type);
    }

    @Test
    void whiteSpaceOfAnyKindIsFree() {
        assertThat(TypeParser.parse("\t DECIMAL\n(10\r\n,2 )  NOT\tNULL \n"))
                .isEqualTo(DataTypes.decimal(10, 2).notNull());
    }

    @Test
    void fieldsGetIdsInTheOrderOfReading() {
        RowType row = (RowType) TypeParser.parse("ROW<a INT, b ROW<c INT, d INT>, e INT>");
        assertThat(row.field(0).id()).isZero();
        assertThat(row.field(1).id()).isEqualTo(1);
        assertThat(((RowType) row.type(1)).field(1).id()).isEqualTo(3);
        assertThat(row.field(2).id()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                      | a type name expected, found the end at position 1",
                "NUMBER                  | a type name expected, found 'NUMBER' at position 1",
                "INT NOT                 | NULL expected, found the end at position 8",
                "INT UNSIGNED            | the end of the type or NOT NULL expected, found 'U' at position 5",
                "INT(4)                  | the end of the type or NOT NULL expected, found '(' at position 4",
                "DECIMAL(10, 2           | ')' expected, found the end at position 14",
                "DECIMAL(39, 2)          | precision must be 1 to 38 and scale 0 to precision at position 1",
                "DECIMAL(5, 6)           | precision must be 1 to 38 and scale 0 to precision at position 1",
                "DECIMAL(x)              | a precision expected, found 'x' at position 9",
                "DECIMAL(-1)             | a precision expected, found '-' at position 9",
                "VARCHAR(0)              | must be at least 1, got 0 at position 1",
                "VARCHAR(99999999999)    | at most 2147483647 expected, found '99999999999' at position 9",
                "TIMESTAMP(10)           | must be 0 to 9, got 10 at position 1",
                "ARRAY<TIME(11)>         | must be 0 to 9, got 11 at position 7",
                "TIMESTAMP WITH TIME ZONE| LOCAL expected, found 'T' at position 16",
                "ARRAY                   | '<' expected, found the end at position 6",
                "ARRAY<INT               | '>' expected, found the end at position 10",
                "MAP<INT>                | ',' expected, found '>' at position 8",
                "ROW<a INT, a STRING>    | a new field name expected, found 'a' a second time at position 12",
                "ROW<a>                  | a type name expected, found '>' at position 6",
                "ROW<`a INT>             | a ` without its partner at position 5",
                "ROW(a INT>              | ')' expected, found '>' at position 10",
            })
    void errorsNameThePositionAndWhatWasExpected(String text, String message) {
        assertThatThrownBy(() -> TypeParser.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot read the type '" + text + "'")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"VARIANT", "BLOB NOT NULL", "VECTOR<FLOAT, 3>", "ARRAY<VARIANT>"})
    void typesOfTheFormatThatThisEngineLacksAreSaidToBe(String text) {
        assertThatThrownBy(() -> TypeParser.parse(text))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("not supported")
                .hasMessageContaining(text);
    }
}
