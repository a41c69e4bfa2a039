package dev.varve.connect;

import dev.varve.table.testing.Rooms;
import org.junit.jupiter.api.Test;

/** The package map as law: the connector's rooms in their one total order, and what it may use of the engine. */
class RoomOrderTest {
    private static final Rooms ROOMS = Rooms.of(
            "dev.varve.connect",
            "expression",
            "config",
            "event",
            "route",
            "convert",
            "ledger",
            "metric",
            "sink",
            Rooms.ROOT);

    @Test
    void everyClassLivesInAListedRoom() {
        ROOMS.everyClassLivesInAListedRoom();
    }

    @Test
    void aRoomUsesOnlyRoomsBeforeIt() {
        ROOMS.aRoomUsesOnlyRoomsBeforeIt();
    }

    @Test
    void onlyTheEnginesPublicRoomsAreUsed() {
        ROOMS.mayUseOf(
                "dev.varve.table",
                Rooms.ROOT,
                "error",
                "env",
                "option",
                "type",
                "row",
                "predicate",
                "schema",
                "snapshot");
    }

    @Test
    void filesAreTheEnginesBusiness() {
        ROOMS.confine("org.apache.parquet");
        ROOMS.confine("org.apache.avro");
        ROOMS.confine("org.apache.hadoop");
        ROOMS.confine("org.apache.paimon");
        ROOMS.confine("software.amazon");
    }

    @Test
    void timeAndChanceComeFromTheEnvironment() {
        ROOMS.noAmbientTimeOrChance();
    }

    @Test
    void nothingIsDeserializedByJava() {
        ROOMS.noJavaDeserialization();
    }
}
