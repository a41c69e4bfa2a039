package dev.varve.it.postgres;

import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.ProgramLeash;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL server with logical replication, made for one run: user {@code postgres}, no password, database {@code postgres}.
 * Works for root and for ordinary users.
 */
public final class Postgres {
    public static final String USER = "postgres";
    public static final String DATABASE = "postgres";

    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final int port;

    private Postgres(int port) {
        this.port = port;
    }

    /** Unpacks, initialises and starts a server; returns when it accepts connections. */
    public static Postgres start(Workspace workspace) {
        ServerIdentity identity = ServerIdentity.find();
        Path home = home(workspace, identity);
        ServerBinaries.unpackInto(home, workspace::isClosing);
        if (identity.isSomebodyElse()) {
            run(workspace, "giving the server its files", List.of("chown", "-R", identity.owner(), home.toString()));
        }
        List<String> init = new ArrayList<>(identity.prefix());
        init.addAll(List.of(
                home.resolve("bin/initdb").toString(),
                "--pgdata=" + home.resolve("data"),
                "--username=" + USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        run(workspace, "initdb", init);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Postgres server = new Postgres(FreePorts.one());
            if (server.launch(workspace, identity, home, attempt)) {
                return server;
            }
        }
        throw new HarnessException(
                "PostgreSQL found its port taken " + ATTEMPTS + " times; logs are in " + workspace.directory("log"));
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    public String jdbcUrl() {
        return "jdbc:postgresql://" + host() + ":" + port + "/" + DATABASE;
    }

    /** A new connection; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), USER, "");
    }

    /** False if the port was taken. */
    private boolean launch(Workspace workspace, ServerIdentity identity, Path home, int attempt) {
        ChildProcess process =
                workspace.start("PostgreSQL", "log/postgres-" + attempt + ".log", serverCommand(identity, home));
        Waiting.untilTrue(
                "PostgreSQL to accept connections at " + jdbcUrl(),
                LIMIT,
                () -> !process.isAlive() || accepts(),
                process::evidence);
        if (process.isAlive()) {
            return true;
        }
        if (FreePorts.isTakenMessage(process.output())) {
            return false;
        }
        throw new HarnessException(process.evidence());
    }

    private List<String> serverCommand(ServerIdentity identity, Path home) {
        List<String> command = new ArrayList<>(identity.prefix());
        command.add(home.resolve("bin/postgres").toString());
        command.addAll(List.of("-D", home.resolve("data").toString()));
        for (String setting : List.of(
                "port=" + port,
                "listen_addresses=" + host(),
                "unix_socket_directories=",
                "wal_level=logical",
                "max_replication_slots=16",
                "max_wal_senders=16",
                "fsync=off",
                "timezone=UTC")) {
            command.addAll(List.of("-c", setting));
        }
        // With SIGTERM, PostgreSQL would wait for its clients.
        return ProgramLeash.of("INT", command);
    }

    private boolean accepts() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static void run(Workspace workspace, String what, List<String> command) {
        ChildProcess process = workspace.start(what, "log/postgres-" + what.split(" ")[0] + ".log", command);
        if (process.awaitExit(LIMIT) != 0) {
            throw new HarnessException(process.evidence());
        }
    }

    private static Path home(Workspace workspace, ServerIdentity identity) {
        if (!identity.isSomebodyElse()) {
            return workspace.scratch("postgres");
        }
        try {
            Path home = Files.createTempDirectory("varve-postgres-");
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            workspace.own(() -> Workspace.deleteTree(home));
            return home;
        } catch (IOException failed) {
            throw new HarnessException("no temporary directory for PostgreSQL can be made", failed);
        }
    }
}
