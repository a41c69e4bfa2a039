/**
 * Fakes and oracles for tests of the engine and, as a test jar, of the connector: {@link dev.varve.table.testing.MemoryFileIO}
 * for the store, {@link dev.varve.table.testing.ManualEnv} for time and chance.
 */
package dev.varve.table.testing;
