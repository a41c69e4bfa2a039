package dev.varve.it.race;

import dev.varve.table.CompactionOwnership;
import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A process that commits one row after the other to a table to which others do the same. One of the racers compacts.
 *
 * <p>Arguments: the table's place, the racer's number, how many racers there are, how many commits it makes, a directory in which it says that it is ready and waits for
 * a file {@code go}, and {@code key=value} for the store. Prints how often it had to try again.
 */
public final class Racer {
    private static final long POLL_MILLIS = 20;

    private final TableWriter writer;
    private final int number;
    private long attempts;
    private long givenUp;

    private Racer(TableWriter writer, int number) {
        this.writer = writer;
        this.number = number;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int number = Integer.parseInt(arguments[1]);
        int commits = Integer.parseInt(arguments[3]);
        Path signals = Path.of(arguments[4]);
        Map<String, String> store = new HashMap<>();
        for (int i = 5; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            store.put(setting[0], setting[1]);
        }
        EngineSettings settings =
                EngineSettings.defaults().withMemoryBytes(8 << 20).withStoreSettings(store);
        var ownership = new CompactionOwnership(number, Integer.parseInt(arguments[2]));
        try (TableEngine engine = TableEngine.start(settings);
                TableWriter writer = engine.open(arguments[0]).newWriter(user(number), ownership)) {
            var racer = new Racer(writer, number);
            Files.createFile(signals.resolve("ready-" + number));
            while (!Files.exists(signals.resolve("go"))) {
                Thread.sleep(POLL_MILLIS);
            }
            for (int i = 1; i <= commits; i++) {
                racer.commit(i);
            }
            System.out.println("commits=" + commits + " retries=" + (racer.attempts - commits - racer.givenUp)
                    + " givenUp=" + racer.givenUp);
        }
    }

    static String user(int number) {
        return "racer-" + number;
    }

    /** Others may be faster more often than a commit tries; then the same changes are committed again. */
    private void commit(long identifier) {
        writer.write(GenericRow.of(number, 1L));
        var changes = writer.prepare();
        Guard counting = (latest, history) -> {
            attempts++;
            return Guard.Verdict.proceed();
        };
        while (true) {
            try {
                CommitResult result = writer.commit(changes, identifier, Map.of(), counting, false);
                if (!(result instanceof CommitResult.Committed)) {
                    throw new IllegalStateException("commit " + identifier + " came to " + result);
                }
                return;
            } catch (LimitExceededException others) {
                givenUp++;
            }
        }
    }
}
