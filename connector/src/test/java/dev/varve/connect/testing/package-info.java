/** Shared by the connector's tests. */
package dev.varve.connect.testing;
