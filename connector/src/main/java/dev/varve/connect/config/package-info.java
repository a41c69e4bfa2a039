/**
 * Settings: their definition with groups, documentation, validators and recommenders, and the records into which they are
 * parsed once. First room of the connector: imports none of the others.
 */
package dev.varve.connect.config;
