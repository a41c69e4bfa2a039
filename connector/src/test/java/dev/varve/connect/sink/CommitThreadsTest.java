package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitThreadsTest {
    private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64})
    void everyTableIsTakenOnceAndResultsAreInOrder(int tables) {
        Set<Integer> taken = ConcurrentHashMap.newKeySet();
        try (CommitThreads threads = CommitThreads.start("t-0", tables)) {
            for (int round = 0; round < 20; round++) {
                taken.clear();
                assertThat(threads.each(HUNDRED, table -> {
                                    assertThat(taken.add(table)).isTrue();
                                    return -table;
                                })
                                .entrySet())
                        .extracting(entry -> entry.getKey() + entry.getValue())
                        .hasSize(HUNDRED.size())
                        .containsOnly(0);
                assertThat(taken).hasSize(HUNDRED.size());
            }
            assertThat(List.copyOf(threads.each(HUNDRED, table -> table).keySet()))
                    .isEqualTo(HUNDRED);
            assertThat(threads.each(List.of(), table -> table)).isEmpty();
        }
    }

    @Test
    void asManyAreTakenAtATimeAsWereAskedFor() {
        CyclicBarrier together = new CyclicBarrier(3);
        try (CommitThreads threads = CommitThreads.start("t-0", 3)) {
            assertThat(threads.each(HUNDRED.subList(0, 9), table -> await(together)))
                    .hasSize(9);
        }
    }

    private static boolean await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("the others did not come", e);
        }
    }

    @Test
    void withoutThreadsAllIsDoneInOrderByTheCaller() {
        List<Integer> order = new ArrayList<>();
        Set<Thread> threads = new HashSet<>();
        CommitThreads.NONE.each(HUNDRED, table -> {
            threads.add(Thread.currentThread());
            return order.add(table);
        });
        assertThat(order).isEqualTo(HUNDRED);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aFailureIsThrownWhenNothingRunsAnyMore(int tables) {
        Set<Integer> begun = ConcurrentHashMap.newKeySet();
        Set<Integer> ended = ConcurrentHashMap.newKeySet();
        try (CommitThreads threads = CommitThreads.start("t-0", tables)) {
            assertThatThrownBy(() -> threads.each(HUNDRED, table -> {
                        begun.add(table);
                        try {
                            if (table == 10) {
                                throw new IllegalStateException("table 10");
                            }
                            return table;
                        } finally {
                            ended.add(table);
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("table 10");
            assertThat(ended).isEqualTo(begun).contains(10);
            if (tables == 1) {
                assertThat(begun).hasSize(11);
            }
            assertThat(threads.each(HUNDRED, table -> table)).hasSize(HUNDRED.size());
        }
    }
}
