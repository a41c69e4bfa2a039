package dev.varve.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.expression.Expression;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import dev.varve.table.type.DataTypes;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnSettingsTest {
    private static final TableId ORDERS = new TableId("shop", "orders");

    private static TableLayoutSettings of(String... namesAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return TestSettings.of(properties).tables().of(ORDERS);
    }

    @Test
    void aTableWithoutSettingsHasTheFieldsOfItsRows() {
        ColumnSettings columns = of().columns();
        assertThat(columns).isEqualTo(ColumnSettings.NONE);
        assertThat(columns.includes("id")).isTrue();
        assertThat(columns.zoneOrUtc()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void settingsOfTheTableGoBeforeThoseOfAll() {
        TableLayoutSettings orders = of(
                "columns.computed.dt", "date_format(ts, yyyy)",
                "columns.computed.hour", "hour(ts)",
                "columns.metadata._offset", "offset",
                "columns.metadata._lsn", "source.lsn",
                "columns.rename.id", "key",
                "columns.exclude", "internal",
                "columns.include", "id, ts",
                "columns.time-zone", "Europe/Berlin",
                "columns.comments.dt", "the day",
                "tables.orders.computed.dt", "date_format(ts, yyyy-MM-dd)",
                "tables.shop.orders.metadata.hour", "op",
                "tables.orders.rename.id", "order_id",
                "tables.orders.exclude", "secret",
                "tables.orders.include", "id, ts, secret",
                "tables.orders.comment", "All orders",
                "tables.orders.comments.order_id", "never reused");
        ColumnSettings columns = orders.columns();
        assertThat(columns.computed())
                .containsExactly(Map.entry("dt", Expression.parse("date_format(ts, yyyy-MM-dd)")));
        assertThat(columns.metadata().keySet()).containsExactly("_lsn", "_offset", "hour");
        assertThat(columns.renames()).containsExactly(Map.entry("id", "order_id"));
        assertThat(columns.exclude()).containsExactlyInAnyOrder("internal", "secret");
        assertThat(columns.include()).contains(List.of("id", "ts", "secret"));
        assertThat(columns.includes("id")).isTrue();
        assertThat(columns.includes("secret")).as("exclude wins").isFalse();
        assertThat(columns.includes("other")).isFalse();
        assertThat(columns.zone()).isEqualTo(Optional.of(ZoneId.of("Europe/Berlin")));
        assertThat(columns.comments()).isEqualTo(Map.of("dt", "the day", "order_id", "never reused"));
        assertThat(orders.comment()).contains("All orders");
    }

    @Test
    void metadataHasExactTypes() {
        assertThat(MetadataSource.parse("offset").type()).isEqualTo(DataTypes.BIGINT);
        assertThat(MetadataSource.parse("partition").type()).isEqualTo(DataTypes.INT);
        assertThat(MetadataSource.parse("timestamp").type()).isEqualTo(DataTypes.timestampLtz(3));
        assertThat(MetadataSource.parse("source.ts_us").type()).isEqualTo(DataTypes.timestampLtz(6));
        assertThat(MetadataSource.parse("source.lsn").type()).isEqualTo(DataTypes.BIGINT);
        assertThat(MetadataSource.parse("source.shard_of_ours").type()).isEqualTo(DataTypes.STRING);
        assertThat(MetadataSource.parse("header.trace.id").name()).isEqualTo("trace.id");
        assertThat(MetadataSource.parse("transaction.total_order").toString()).isEqualTo("transaction.total_order");
    }

    @Test
    void computedColumnsMayReadOneAnother() {
        ColumnSettings columns = of(
                        "tables.orders.computed.dt", "date_format(ts, yyyy-MM-dd)",
                        "tables.orders.computed.path", "concat(region, '/', dt)",
                        "tables.orders.computed.region", "upper(region)")
                .columns();
        assertThat(columns.computedFromFields())
                .containsEntry("path", Expression.parse("concat(region, '/', date_format(ts, yyyy-MM-dd))"))
                .containsEntry("region", Expression.parse("upper(region)"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    tables.o.computed.dt=yaer(ts)                          | tables.o.computed.dt: there is no function 'yaer'; did you mean year(
                    tables.o.computd.dt=year(ts)                           | did you mean tables.o.computed.dt?
                    columns.computd.dt=year(ts)                            | did you mean columns.computed.dt?
                    columns.exclud=a                                       | did you mean columns.exclude?
                    columns.rename=a                                       | did you mean columns.rename.<column>?
                    colums.exclude=a                                       | did you mean columns.exclude?
                    tables.o.exclud=a                                      | did you mean tables.o.exclude?
                    tables.o.metadata._offset=ofset                        | a record has no 'ofset'; did you mean offset?
                    tables.o.metadata.x=source.lsm                         | did you mean source.lsn?
                    tables.o.metadata.x=frob                               | there are topic, partition, offset
                    tables.o.metadata._KEY_x=offset                        | no column can be called '_KEY_x'
                    tables.o.rename.a=                                     | no column can be called ''
                    tables.o.computed.=year(a)                             | the name ends where a column should follow
                    columns.time-zone=Europe/Berlim                        | did you mean Europe/Berlin?
                    tables.o.exclude=a,,b                                  | expected column names separated by commas
                    tables.o.rename.a=x;tables.o.rename.b=x                | tables.o.rename.b: field a is renamed to x already
                    tables.o.rename.a=x;columns.computed.x=year(b)         | tables.o.rename.a: column x is computed or metadata already
                    tables.o.metadata.x=op;tables.o.computed.x=year(b)     | tables.o.metadata.x: the column is computed by
                    tables.o.computed.a=year(b);tables.o.computed.b=month(a) | the column is computed from itself: a from b from a
                    tables.o.primary-key=id;columns.exclude=id             | tables.o.primary-key: field id is left out by exclude
                    tables.o.primary-key=id;tables.o.include=a             | tables.o.primary-key: field id is not among those of include
                    tables.o.primary-key=id;tables.o.rename.id=order_id    | the column is called order_id
                    tables.o.primary-key=id,o;tables.o.metadata.o=offset   | only with cdc.format=insert
                    """)
    void whatIsWrongIsSaidOfItsSetting(String properties, String message) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String property : properties.split(";", -1)) {
            int equals = property.indexOf('=');
            settings.put(property.substring(0, equals).strip(), property.substring(equals + 1));
        }
        assertThatThrownBy(() -> TestSettings.of(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void keysMayBeComputedOrOfTheRecord() {
        of(
                "tables.orders.primary-key", "dt, id, db",
                "tables.orders.partition-keys", "dt",
                "tables.orders.computed.dt", "year(ts)",
                "tables.orders.metadata.db", "source.db",
                "tables.orders.rename.order_no", "id",
                "tables.orders.exclude", "ts, id");
        of(
                "cdc.format", "insert",
                "tables.orders.primary-key", "p, o",
                "tables.orders.metadata.p", "partition",
                "tables.orders.metadata.o", "offset");
    }
}
