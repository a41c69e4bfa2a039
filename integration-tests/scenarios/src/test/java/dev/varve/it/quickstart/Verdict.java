package dev.varve.it.quickstart;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.PaimonTables;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.pipeline.ShopPipeline;
import dev.varve.it.shop.ShopSchema;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares every table with the shop's database, through both readers, and prints a line for each. */
final class Verdict {
    /** Characters of a difference that are shown. */
    private static final int LONGEST = 300;

    private final Console console;
    private final ShopPipeline shop;
    private final String warehouse;
    private final String database;

    Verdict(Console console, ShopPipeline shop, Path warehouse, String database) {
        this.console = console;
        this.shop = shop;
        this.warehouse = warehouse.toString();
        this.database = database;
    }

    /** Whether all are equal. */
    boolean print() throws SQLException {
        console.line("");
        int unequal = 0;
        try (VarveTables varve = new VarveTables(warehouse);
                PaimonTables paimon = new PaimonTables(warehouse)) {
            for (String name : ShopSchema.TABLES) {
                if (!print(name, varve, paimon)) {
                    unequal++;
                }
            }
        }
        console.line("");
        int tables = ShopSchema.TABLES.size();
        console.line(
                unequal == 0
                        ? "All %d tables are equal to PostgreSQL's, read by Varve and by Apache Paimon."
                                .formatted(tables)
                        : "%d of %d tables are NOT equal to PostgreSQL's.".formatted(unequal, tables));
        return unequal == 0;
    }

    private boolean print(String name, VarveTables varve, PaimonTables paimon) throws SQLException {
        TableContent source = shop.source(name);
        TableId id = new TableId(database, name);
        Map<String, Differences> byReader = new LinkedHashMap<>();
        for (TableReader reader : new TableReader[] {varve, paimon}) {
            byReader.put(reader.name(), Differences.between(source, reader.read(id)));
        }
        boolean equal = byReader.values().stream().allMatch(Differences::isEmpty);
        Table table = varve.table(id);
        console.line("%-12s %,7d rows  %s  %,3d snapshots  %,3d files  %s"
                .formatted(
                        name,
                        source.rows().size(),
                        equal ? "equal" : summary(byReader),
                        table.snapshots().size(),
                        table.files().size(),
                        table.location()));
        byReader.forEach((reader, differences) -> differences
                .first()
                .forEach(text -> console.line("             read by " + reader + ": " + shortened(text))));
        return equal;
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
    }

    private static String summary(Map<String, Differences> byReader) {
        return byReader.entrySet().stream()
                .map(reader -> reader.getKey() + ": "
                        + (reader.getValue().isEmpty()
                                ? "equal"
                                : "%,d DIFFERENT".formatted(reader.getValue().count())))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
