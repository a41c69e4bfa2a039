/** What happens in a ticket office, and what tables that aggregate it must say: for the scenarios of merge engines. */
package dev.varve.it.sales;
