/** The made-up shop whose database is the source of the scenarios: its tables, and a life for them. */
package dev.varve.it.shop;
