/**
 * Settings: their definition with groups, documentation, validators and recommenders, and the records into which they are
 * parsed once. Imports {@code expression}.
 */
package dev.varve.connect.config;
