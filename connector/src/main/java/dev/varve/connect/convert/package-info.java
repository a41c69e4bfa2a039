/**
 * Connect schemas and values → engine types and rows, and what a table lacks for them → {@code SchemaChange}. Values are
 * stored exactly or not at all. Imports {@code expression},
 * {@code config} and {@code event}.
 *
 * <pre>
 * event ─▸ TableConverter ─▸ StructReader | MapReader      raw values by column      (one plan a value schema, cached)
 *                         ─▸ ValueConverter, one a column  internal form             (built once a plan)
 *                         ─▸ ComputedColumn, MetadataColumn   columns that are no fields of the row
 *                         ─▸ Rows | Drift | BadRecordException
 * no table yet: event ─▸ TableSpecs ─▸ TableSpec
 * </pre>
 */
package dev.varve.connect.convert;
