package dev.varve.it.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Lake;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;

/** A {@link Catalogue} on its way from a database into tables, in every way of reading it. Confined to one thread. */
final class TypeMatrix {
    private final Catalogue catalogue;
    private final SourceDatabase database;
    private final Broker broker;
    private final Connection connection;
    private final Lake lake;
    private final List<TypedPipeline> pipelines;
    private boolean isStarted;
    private long round;

    private TypeMatrix(
            Workspace workspace,
            Catalogue catalogue,
            SourceDatabase database,
            Broker broker,
            List<TypedPipeline> pipelines)
            throws SQLException {
        this.catalogue = catalogue;
        this.database = database;
        this.broker = broker;
        this.connection = workspace.own(database.connect());
        this.lake = Lake.chosen(workspace);
        this.pipelines = pipelines;
    }

    /** @param avroConverter settings of readings in Avro, by what follows {@code value.converter} in their names */
    static TypeMatrix of(
            Workspace workspace,
            Catalogue catalogue,
            SourceDatabase database,
            Broker broker,
            ConnectCluster connect,
            Map<String, String> avroConverter)
            throws SQLException {
        List<TypedPipeline> pipelines = catalogue.readings().stream()
                .map(reading -> workspace.own(new TypedPipeline(database, reading, connect, broker, avroConverter)))
                .toList();
        return new TypeMatrix(workspace, catalogue, database, broker, pipelines);
    }

    /** Makes and fills the tables, and starts everything. */
    void start() throws SQLException {
        for (String statement : catalogue.prelude()) {
            SourceTable.execute(connection, statement);
        }
        for (SourceTable table : catalogue.tables()) {
            table.create(connection, database.keyless());
            table.fill(connection, 1);
        }
        pipelines.forEach(TypedPipeline::startSource);
        pipelines.forEach(pipeline -> pipeline.startSink(lake, catalogue.sinkSettings()));
        isStarted = true;
    }

    void change() throws SQLException {
        requireStarted();
        for (SourceTable table : catalogue.tables()) {
            table.change(connection);
        }
    }

    /** Every copy is what the database says, value by value. */
    void requireEqual() throws SQLException {
        SourceTable.execute(connection, database.announceEnd());
        round++;
        SoftAssertions all = new SoftAssertions();
        for (TypedPipeline pipeline : pipelines) {
            pipeline.await(round);
            pipeline.requireEqual(all, connection, lake);
        }
        all.assertAll();
    }

    /** What the documentation says of each type is what the run has shown; {@code -Dtestdata.rewrite=true} makes it so. */
    void requireDocumented(TypesPage page) throws IOException {
        requireStarted();
        StringBuilder text = new StringBuilder();
        appendHead(text, "preserved");
        TypedPipeline usual = pipelines.get(0);
        for (SourceTable table : usual.tables()) {
            if (catalogue.documented().contains(table.name())) {
                append(text, usual, table, SourceColumn::preserved);
            }
        }
        text.append("\nThe source's other ways to write values:\n\n");
        appendHead(text, "setting of the source");
        for (TypedPipeline pipeline : pipelines) {
            if (!pipeline.mode().avro() && pipeline != usual) {
                for (SourceTable table : pipeline.tables()) {
                    append(text, pipeline, table, column -> setting(pipeline.mode(), column));
                }
            }
        }
        if (Boolean.getBoolean("testdata.rewrite")) {
            page.replace(text.toString());
        }
        assertThat(page.made()).isEqualTo(text.toString());
    }

    private void requireStarted() {
        if (!isStarted) {
            throw new HarnessException("the matrix of " + catalogue.name() + " has not started");
        }
    }

    private static String setting(SourceMode mode, SourceColumn column) {
        String setting = column.family().setting();
        return "`" + setting + "=" + mode.settings().get(setting) + "`";
    }

    private void appendHead(StringBuilder text, String last) {
        text.append(
                "| " + catalogue.name() + " | Connect schema | column | " + last + " |\n| --- | --- | --- | --- |\n");
    }

    private void append(
            StringBuilder text, TypedPipeline pipeline, SourceTable table, Function<SourceColumn, String> last) {
        pipeline.types(table, broker, lake)
                .forEach((column, types) -> text.append("| " + catalogue.documented(column.type()) + " | "
                        + types.get(0) + " | " + types.get(1) + " | " + last.apply(column) + " |\n"));
    }
}
