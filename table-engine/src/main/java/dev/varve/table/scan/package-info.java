/**
 * Plans and reads: snapshot ▸ live files ▸ splits ▸ merged rows. Never imports {@code write} or {@code commit}.
 */
package dev.varve.table.scan;
