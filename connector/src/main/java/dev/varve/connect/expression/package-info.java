/**
 * What computed columns are computed by: parsed from text, bound to the types of their columns, evaluated on values in the
 * engine's internal form. Names and meanings are those of the computed columns of Apache Paimon's CDC ingestion where it has them.
 * First room of the connector: imports none of the others.
 *
 * <pre>
 * "date_format(created_at, yyyy-MM)" ─ExpressionParser▸ Expression ─bind(types)▸ Computation ─evaluate(values)▸ value
 * </pre>
 */
package dev.varve.connect.expression;
