package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

/** How values become columns' values, and how far a table follows its stream. */
public record ConversionSettings(
        SchemaEvolution evolution,
        SchemaConflictPolicy conflicts,
        UnknownFieldPolicy unknownFields,
        InfinityPolicy infinities,
        SchemalessDecimal schemalessDecimals) {
    public ConversionSettings {
        requireNonNull(evolution, "evolution is null");
        requireNonNull(conflicts, "conflicts is null");
        requireNonNull(unknownFields, "unknownFields is null");
        requireNonNull(infinities, "infinities is null");
        requireNonNull(schemalessDecimals, "schemalessDecimals is null");
    }
}
