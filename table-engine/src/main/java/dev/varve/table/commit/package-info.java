/**
 * {@link dev.varve.table.manifest.FileChanges} → manifests → snapshot: guard, conflicts, retry, clean-up. Never imports
 * {@code write} or {@code scan}.
 */
package dev.varve.table.commit;
