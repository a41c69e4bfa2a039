/** Change event → table, by rules and templates. Imports {@code config} and {@code event}. */
package dev.varve.connect.route;
