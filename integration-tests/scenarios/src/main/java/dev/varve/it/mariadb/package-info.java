/** A MariaDB server for a run; its programs are there with the Maven profile {@code mariadb} only. */
package dev.varve.it.mariadb;
