package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.TopicIds;
import dev.varve.table.env.Env;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Which topics, of all that have had their names, the task's partitions belong to. Brokers are asked when partitions come, and
 * again before what was fetched since is committed: if both answers are the same, all of it is of that topic, since ids are not
 * used twice. Confined to the task's thread.
 */
final class TopicLives implements TopicIds {
    /** Brokers that do not answer must not hold up every commit. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final KafkaLog log;
    private final Env env;
    private final Map<TopicPartition, String> ids = new HashMap<>();
    private boolean sure;
    private Optional<Long> unansweredAt = Optional.empty();

    TopicLives(KafkaLog log, Env env) {
        this.log = requireNonNull(log, "log is null");
        this.env = requireNonNull(env, "env is null");
    }

    @Override
    public Optional<String> of(TopicPartition partition) {
        return Optional.ofNullable(ids.get(partition));
    }

    /** Asks for the partitions' topics; to be done before anything of them is fetched. */
    void opened(Collection<TopicPartition> partitions) {
        forget(partitions);
        Map<String, String> answer = ask(partitions);
        partitions.forEach(partition -> took(partition, answer.get(partition.topic())));
    }

    /** From now on, records of this partition are of the topic with this id. */
    void took(TopicPartition partition, String id) {
        if (id == null) {
            ids.remove(partition);
        } else {
            ids.put(partition, id);
        }
    }

    /** The partitions are no longer the task's. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(ids::remove);
    }

    /** More records have been fetched. */
    void fetched() {
        sure = false;
    }

    /**
     * The partitions whose topics were created anew while the task had them, with the new ids. Without an answer a topic counts as
     * what it was.
     */
    Map<TopicPartition, String> begunAnew() {
        var anew = new TreeMap<TopicPartition, String>(Starts.IN_ORDER);
        if (sure || ids.isEmpty()) {
            return anew;
        }
        Map<String, String> now = ask(ids.keySet());
        ids.forEach((partition, id) -> {
            String found = now.get(partition.topic());
            if (found != null && !found.equals(id)) {
                anew.put(partition, found);
            }
        });
        sure = anew.isEmpty();
        return anew;
    }

    private Map<String, String> ask(Collection<TopicPartition> partitions) {
        long now = env.nanoTime();
        if (partitions.isEmpty()
                || unansweredAt.map(at -> now - at < PAUSE.toNanos()).orElse(false)) {
            return Map.of();
        }
        var topics = new TreeSet<String>();
        partitions.forEach(partition -> topics.add(partition.topic()));
        Map<String, String> answer = log.topicIds(topics);
        unansweredAt = answer.isEmpty() ? Optional.of(env.nanoTime()) : Optional.empty();
        return answer;
    }
}
