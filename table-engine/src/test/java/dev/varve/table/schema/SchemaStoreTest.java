package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.schema.SchemaChange.AddColumn;
import dev.varve.table.schema.SchemaChange.DropColumn;
import dev.varve.table.schema.SchemaChange.SetOption;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SchemaStoreTest {
    private static final TableLayout LAYOUT = new TableLayout(Location.of("/w/d.db/t"));

    private final MemoryFileIO files = new MemoryFileIO();
    private final SchemaStore store = storeOver(files);

    private static SchemaStore storeOver(FileIO io) {
        return new SchemaStore(io, LAYOUT, ManualEnv.create());
    }

    private static TableSpec spec(String... moreColumns) {
        List<DataField> fields = new ArrayList<>(List.of(new DataField(0, "id", DataTypes.INT)));
        for (String column : moreColumns) {
            fields.add(new DataField(0, column, DataTypes.STRING));
        }
        return new TableSpec(fields, List.of("id"), List.of(), Map.of("bucket", "1"), Optional.empty());
    }

    private static List<SchemaChange> add(String name) {
        return List.of(AddColumn.last(name, DataTypes.STRING));
    }

    @Test
    void thereIsNoTableBeforeItIsCreated() {
        assertThat(store.latest()).isEmpty();
        assertThat(store.ids()).isEmpty();
        assertThatThrownBy(() -> store.evolve(add("a"), false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no table at /w/d.db/t");
    }

    @Test
    void createsAndReadsBack() {
        TableSchema created = store.create(spec("v"));
        assertThat(created.timeMillis()).isEqualTo(ManualEnv.START.toEpochMilli());
        assertThat(store.latest()).contains(created);
        assertThat(store.load(0)).isEqualTo(created);
        assertThat(files.files()).containsExactly(LAYOUT.schema(0));
        assertThat(files.text(LAYOUT.schema(0))).isEqualTo(SchemaJson.format(created));
    }

    @Test
    void whoComesSecondGetsTheTableThatIsThere() {
        TableSchema first = store.create(spec("v"));
        assertThat(storeOver(files).create(spec("other"))).isEqualTo(first);
        TableSchema evolved = store.evolve(add("w"), false);
        assertThat(store.create(spec("other"))).isEqualTo(evolved);
    }

    @Test
    void whoLosesTheRaceToCreateGetsTheWinnersTable() {
        FaultyFileIO io = new FaultyFileIO(files);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)) {
                store.create(spec("winner"));
            }
        });
        TableSchema schema = storeOver(io).create(spec("loser"));
        assertThat(schema.rowType().names()).containsExactly("id", "winner");
    }

    @Test
    void nothingIsStoredOfAnImpossibleTable() {
        TableSpec impossible =
                new TableSpec(spec("v").fields(), List.of("x"), List.of(), Map.of("bucket", "1"), Optional.empty());
        assertThatThrownBy(() -> store.create(impossible)).isInstanceOf(InvalidInputException.class);
        assertThat(files.files()).isEmpty();
    }

    @Test
    void eachChangeIsANewFileAndOldOnesStay() {
        TableSchema first = store.create(spec("v"));
        TableSchema second = store.evolve(add("w"), false);
        TableSchema third = store.evolve(List.of(new SetOption("write-only", "true")), false);
        assertThat(store.ids()).containsExactly(0L, 1L, 2L);
        assertThat(store.load(0)).isEqualTo(first);
        assertThat(store.load(1)).isEqualTo(second);
        assertThat(store.latest()).contains(third);
    }

    @Test
    void noChangeIsNoFile() {
        store.create(spec("v"));
        TableSchema evolved = store.evolve(add("w"), false);
        assertThat(store.evolve(add("w"), false)).isEqualTo(evolved);
        assertThat(store.ids()).containsExactly(0L, 1L);
    }

    @Test
    void aRefusedChangeChangesNothing() {
        store.create(spec("v"));
        assertThatThrownBy(() -> store.evolve(
                        List.of(AddColumn.last("w", DataTypes.STRING), new DropColumn(List.of("id"))), false))
                .isInstanceOf(InvalidInputException.class);
        assertThat(store.ids()).containsExactly(0L);
    }

    @Test
    void idsAreOrderedAsNumbers() {
        store.create(spec("v"));
        for (int i = 0; i < 11; i++) {
            store.evolve(add("c" + i), false);
        }
        files.put(LAYOUT.schemaDirectory().child("schema-x"), "not a schema");
        files.put(LAYOUT.schemaDirectory().child(".schema-99.tmp"), "half");
        assertThat(store.ids()).isEqualTo(LongStream.range(0, 12).boxed().toList());
        assertThat(store.latest().orElseThrow().id()).isEqualTo(11);
    }

    @Test
    void aLostRaceIsRunAgainOnTheNewestSchema() {
        store.create(spec("v"));
        FaultyFileIO io = new FaultyFileIO(files);
        boolean[] done = new boolean[1];
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && !done[0]) {
                done[0] = true;
                store.evolve(add("rival"), false);
            }
        });
        TableSchema evolved = storeOver(io).evolve(add("mine"), false);
        assertThat(evolved.id()).isEqualTo(2);
        assertThat(evolved.rowType().names()).containsExactly("id", "v", "rival", "mine");
    }

    @Test
    void aRivalWhoMakesTheSameChangeLeavesNothingToDo() {
        store.create(spec("v", "gone"));
        FaultyFileIO io = new FaultyFileIO(files);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && store.ids().size() == 1) {
                store.evolve(List.of(AddColumn.last("same", DataTypes.STRING), new DropColumn(List.of("gone"))), false);
            }
        });
        TableSchema evolved = storeOver(io)
                .evolve(List.of(new DropColumn(List.of("gone")), AddColumn.last("same", DataTypes.STRING)), false);
        assertThat(evolved.id()).isEqualTo(1);
        assertThat(store.ids()).containsExactly(0L, 1L);
    }

    @Test
    void changesWorkedOutFromAnOlderSchemaAreNotMade() {
        TableSchema old = store.create(spec("v"));
        TableSchema newest = store.evolve(add("w"), false);
        assertThat(store.evolveFrom(old, add("x"), false)).isEmpty();
        assertThat(store.ids()).containsExactly(0L, 1L);
        assertThat(store.evolveFrom(newest, add("w"), false)).contains(newest);
        assertThat(store.evolveFrom(newest, add("x"), false))
                .hasValueSatisfying(evolved -> assertThat(evolved.id()).isEqualTo(2));
    }

    @Test
    void changesWorkedOutFromASchemaThatSomebodyReplacesMeanwhileAreNotMade() {
        TableSchema base = store.create(spec("v"));
        FaultyFileIO io = new FaultyFileIO(files);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && store.ids().size() == 1) {
                store.evolve(add("rival"), false);
            }
        });
        assertThat(storeOver(io).evolveFrom(base, add("mine"), false)).isEmpty();
        assertThat(store.latest().orElseThrow().rowType().names()).containsExactly("id", "v", "rival");
    }

    @Test
    void endlessRacesEnd() {
        store.create(spec("v"));
        FaultyFileIO io = new FaultyFileIO(files);
        int[] rivals = new int[1];
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)) {
                store.evolve(add("rival" + rivals[0]++), false);
            }
        });
        assertThatThrownBy(() -> storeOver(io).evolve(add("mine"), false))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("/w/d.db/t");
        assertThat(rivals[0]).isEqualTo(100);
    }

    @Test
    void anUnknownOutcomeIsReadBack() {
        FaultyFileIO io = new FaultyFileIO(files);
        SchemaStore faulty = storeOver(io);
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_AFTER));
        TableSchema created = faulty.create(spec("v"));
        assertThat(store.latest()).contains(created);
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_AFTER));
        TableSchema evolved = faulty.evolve(add("w"), false);
        assertThat(evolved.id()).isEqualTo(1);
        assertThat(store.ids()).containsExactly(0L, 1L);
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_BEFORE));
        assertThatThrownBy(() -> faulty.evolve(add("x"), false)).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(store.ids()).containsExactly(0L, 1L);
    }

    @Test
    void manyWritersAtOnceLoseNothing() throws Exception {
        store.create(spec("v"));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<TableSchema>> tasks = new ArrayList<>();
            for (int task = 0; task < 16; task++) {
                List<SchemaChange> change = add("c" + task % 8);
                tasks.add(() -> storeOver(files).evolve(change, false));
            }
            for (Future<TableSchema> evolved : threads.invokeAll(tasks)) {
                assertThat(evolved.get()).isNotNull();
            }
        } finally {
            threads.shutdownNow();
        }
        TableSchema latest = store.latest().orElseThrow();
        assertThat(latest.rowType().names())
                .containsExactlyInAnyOrder("id", "v", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7");
        assertThat(latest.id()).isEqualTo(8);
        assertThat(latest.fields().stream().map(DataField::id)).doesNotHaveDuplicates();
    }

    @Test
    void damageIsNamed() {
        assertThatThrownBy(() -> store.load(7))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("schema-7 is missing");
        store.create(spec("v"));
        files.put(LAYOUT.schema(1), files.text(LAYOUT.schema(0)));
        assertThatThrownBy(store::latest)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("schema-1 says that its id is 0");
    }
}
