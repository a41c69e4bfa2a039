/**
 * The merge engines against a second opinion: a plain model of the written rules, which shares no class with the engines, and
 * Apache Paimon Java where it keeps to the same rules. Random tables and random histories, cut at random into commits and
 * compactions. Test code.
 */
package dev.varve.table.differential;
