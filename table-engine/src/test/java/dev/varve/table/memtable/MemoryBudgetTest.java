package dev.varve.table.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final int PAGE = MemoryBudget.PAGE_BYTES;

    private record Owner(String name, long largestBytes, boolean gives, List<String> asked) implements MemoryOwner {
        @Override
        public boolean yieldMemory(long wantedBytes) {
            asked.add(name + " " + wantedBytes);
            return gives;
        }
    }

    @Test
    void neverGivesMoreThanTheLimit() {
        MemoryBudget budget = new MemoryBudget(100);
        assertThat(budget.tryReserve(60)).isTrue();
        assertThat(budget.tryReserve(41)).isFalse();
        assertThat(budget.usedBytes()).isEqualTo(60);
        assertThat(budget.tryReserve(40)).isTrue();
        budget.release(100);
        assertThat(budget.usedBytes()).isZero();
        assertThatThrownBy(() -> budget.release(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void pagesAreUsedAgainUnlessOtherMemoryIsNeeded() {
        MemoryBudget budget = new MemoryBudget(2L * PAGE);
        assertThat(budget.tryReserve(PAGE)).isTrue();
        byte[] page = budget.takePage();
        budget.releasePage(page);
        assertThat(budget.usedBytes()).isZero();

        assertThat(budget.tryReserve(PAGE)).isTrue();
        assertThat(budget.takePage()).isSameAs(page);
        budget.releasePage(page);

        // Pooled pages may not push what is really held over the limit.
        assertThat(budget.tryReserve(PAGE + 1L)).isTrue();
        budget.release(PAGE + 1L);
        assertThat(budget.tryReserve(PAGE)).isTrue();
        assertThat(budget.takePage()).isNotSameAs(page);
    }

    @Test
    void theLargestBufferYieldsFirst() {
        MemoryBudget budget = new MemoryBudget(100);
        var asked = new ArrayList<String>();
        budget.register(new Owner("small", 10, true, asked));
        budget.register(new Owner("large", 30, false, asked));
        budget.register(new Owner("middle", 20, true, asked));
        budget.register(new Owner("none", 0, true, asked));
        assertThat(budget.yieldMemory(7)).isTrue();
        assertThat(asked).containsExactly("large 7", "middle 7");
    }

    @Test
    void nobodyYieldsWhatNobodyHas() {
        MemoryBudget budget = new MemoryBudget(100);
        var asked = new ArrayList<String>();
        Owner owner = new Owner("empty", 0, true, asked);
        budget.register(owner);
        assertThat(budget.yieldMemory(1)).isFalse();
        budget.unregister(owner);
        assertThat(budget.yieldMemory(1)).isFalse();
        assertThat(asked).isEmpty();
    }
}
