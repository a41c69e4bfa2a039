/** A cluster to which everything happens at once, for as long as asked, and the accounts that must be right afterwards. */
package dev.varve.it.chaos;
