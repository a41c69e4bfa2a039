package dev.varve.it.sales;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.table.TableId;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The tables that aggregate a {@link TicketOffice}: how sinks must be set for them, and whether they say what it says. */
public final class SalesTables {
    public static final String DATABASE = "office";
    /** Three standard errors of an HLL sketch with 4096 registers. */
    private static final double HLL_PERCENT = 100 * 3 * 1.04 / 64;

    private SalesTables() {}

    /** Sums per product of the orders, whose key is another: what several tasks add up. */
    public static Map<String, String> revenue() {
        return Map.of(
                "table.format", "revenue",
                "tables.revenue.primary-key", "product_id",
                "tables.revenue.types.amount", "DECIMAL(38, 2)",
                "tables.revenue.options.merge-engine", "aggregation",
                "tables.revenue.options.fields.quantity.aggregate-function", "sum",
                "tables.revenue.options.fields.amount.aggregate-function", "sum",
                "tables.revenue.options.fields.default-aggregate-function", "last_value");
    }

    /** Different buyers per product. Sketches take nothing back, and visits are only added. */
    public static Map<String, String> buyers() {
        return Map.of(
                "table.format", "buyers",
                "tables.buyers.primary-key", "product_id",
                "tables.buyers.options.merge-engine", "aggregation",
                "tables.buyers.options.fields.theta.aggregate-function", "theta_sketch",
                "tables.buyers.options.fields.hll.aggregate-function", "hll_sketch",
                "tables.buyers.options.fields.default-aggregate-function", "last_value");
    }

    /** What was said last of a product, and the tags of its tickets: order counts, so the tickets' topic is keyed by product. */
    public static Map<String, String> progress() {
        return Map.of(
                "table.format", "progress",
                "tables.progress.primary-key", "product_id",
                "tables.progress.options.merge-engine", "aggregation",
                "tables.progress.options.fields.status.aggregate-function", "last_value",
                "tables.progress.options.fields.status.ignore-retract", "true",
                "tables.progress.options.fields.tags.aggregate-function", "collect",
                "tables.progress.options.fields.default-aggregate-function", "last_value");
    }

    /** Compares every table, as the reader reads it, with what the database says. */
    public static void requireEqual(TicketOffice office, TableReader reader) throws SQLException {
        String revenue =
                "select product_id, sum(quantity)::text, sum(amount)::text from sales.orders group by product_id";
        assertThat(rows(reader, "revenue", "quantity", "amount"))
                .as("revenue read by %s", reader.name())
                .containsExactlyInAnyOrderEntriesOf(office.query(revenue));

        String tags = "select product_id, array_agg(tag order by tag)::text from sales.tickets, unnest(tags) tag"
                + " group by product_id";
        assertThat(map(rows(reader, "progress", "tags"), SalesTables::sorted))
                .as("tags read by %s", reader.name())
                .containsExactlyInAnyOrderEntriesOf(office.query(tags));

        assertThat(rows(reader, "progress", "status"))
                .as("last status read by %s", reader.name())
                .containsExactlyInAnyOrderEntriesOf(office.query("select product_id, status from sales.latest"));

        Map<String, List<String>> buyers =
                office.query("select product_id, count(distinct buyer_id)::text from sales.visits group by product_id");
        Map<String, List<String>> sketches = rows(reader, "buyers", "theta", "hll");
        assertThat(sketches.keySet()).isEqualTo(buyers.keySet());
        buyers.forEach((product, count) -> {
            double exact = Double.parseDouble(count.get(0));
            List<String> found = sketches.get(product);
            // Below its 4096 entries a theta sketch is exact.
            assertThat(Sketches.thetaEstimate(found.get(0)))
                    .as("buyers of %s by theta, read by %s", product, reader.name())
                    .isEqualTo(exact);
            assertThat(Sketches.hllEstimate(found.get(1)))
                    .as("buyers of %s by HLL, read by %s", product, reader.name())
                    .isCloseTo(exact, withinPercentage(HLL_PERCENT));
        });
    }

    /** Values of some columns by key, as the database writes them. */
    private static Map<String, List<String>> rows(TableReader reader, String table, String... columns) {
        TableContent content = reader.read(new TableId(DATABASE, table));
        Map<String, List<String>> rows = new TreeMap<>();
        content.rows()
                .forEach((key, values) -> rows.put(
                        key,
                        Arrays.stream(columns)
                                .map(column ->
                                        plain(values.get(content.columns().indexOf(column))))
                                .toList()));
        return rows;
    }

    private static String plain(String canonical) {
        if (canonical.equals("null")) {
            return null;
        } else if (canonical.startsWith("'")) {
            return canonical.substring(1, canonical.length() - 1);
        }
        return canonical.endsWith("m") ? canonical.substring(0, canonical.length() - 1) : canonical;
    }

    /** A list in canonical text as an ordered array of the database. */
    private static String sorted(String list) {
        List<String> elements = Arrays.stream(
                        list.substring(1, list.length() - 1).split(", "))
                .map(SalesTables::plain)
                .sorted()
                .toList();
        return "{" + String.join(",", elements) + "}";
    }

    private static Map<String, List<String>> map(Map<String, List<String>> rows, Function<String, String> change) {
        Map<String, List<String>> changed = new TreeMap<>();
        rows.forEach(
                (key, values) -> changed.put(key, values.stream().map(change).toList()));
        return changed;
    }
}
