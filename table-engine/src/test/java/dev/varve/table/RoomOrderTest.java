package dev.varve.table;

import dev.varve.table.testing.Rooms;
import org.junit.jupiter.api.Test;

/** The package map as law: the engine's rooms in their one total order, and who may use which third party. */
class RoomOrderTest {
    private static final Rooms ROOMS = Rooms.of(
            "dev.varve.table",
            // Ground: values, no I/O
            "error",
            "env",
            "option",
            "type",
            "row",
            "predicate",
            // Storage: bytes, one file
            "fs",
            "hadoop",
            "layout",
            "format",
            "parquet",
            "avro",
            "index",
            "deletion",
            // Metadata: what exists
            "schema",
            "manifest",
            "snapshot",
            // Tree: one bucket
            "aggregate",
            "merge",
            "datafile",
            "memtable",
            "lsm",
            "changelog",
            "compact",
            // Operations: one table
            "bucket",
            "write",
            "commit",
            "scan",
            "maintain",
            // API
            Rooms.ROOT,
            // Faces
            "cli");

    @Test
    void everyClassLivesInAListedRoom() {
        ROOMS.everyClassLivesInAListedRoom();
    }

    @Test
    void aRoomUsesOnlyRoomsBeforeIt() {
        ROOMS.aRoomUsesOnlyRoomsBeforeIt();
    }

    @Test
    void writeCommitAndScanNeverMeet() {
        ROOMS.strangers("write", "commit", "scan");
    }

    @Test
    void parquetAndHadoopAreFoundByServiceLookupOnly() {
        ROOMS.usedByNobody("parquet");
        ROOMS.usedByNobody("hadoop");
    }

    @Test
    void theCommandLineUsesOnlyWhatUsersHave() {
        ROOMS.onlyUses("cli", Rooms.ROOT, "error", "env", "option", "type", "row", "predicate", "schema", "snapshot");
    }

    @Test
    void thirdPartiesStayInTheirRoom() {
        ROOMS.confine("org.apache.parquet", "parquet");
        ROOMS.confine("org.apache.avro", "avro");
        ROOMS.confine("org.apache.hadoop", "hadoop", "parquet");
        ROOMS.confine("software.amazon", "hadoop");
        ROOMS.confine("com.fasterxml.jackson", "schema", "snapshot", "cli");
        ROOMS.confine("org.roaringbitmap", "deletion", "aggregate");
        ROOMS.confine("org.apache.datasketches", "aggregate");
        ROOMS.confine("picocli", "cli");
    }

    @Test
    void theEngineKnowsNeitherKafkaNorPaimon() {
        ROOMS.confine("org.apache.kafka");
        ROOMS.confine("org.apache.paimon");
    }

    @Test
    void timeAndChanceComeFromTheEnvironment() {
        ROOMS.noAmbientTimeOrChance("env", "cli");
    }

    @Test
    void nothingIsDeserializedByJava() {
        ROOMS.noJavaDeserialization();
    }
}
