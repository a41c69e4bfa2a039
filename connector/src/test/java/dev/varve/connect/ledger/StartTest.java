package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StartTest {
    private static OptionalLong maybe(long offset) {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    private static Optional<LedgerEntry> entry(long ledger) {
        return ledger < 0 ? Optional.empty() : Optional.of(LedgerEntry.at(ledger));
    }

    private static Start start(long ledger, long group) {
        return Start.of(entry(ledger), maybe(group), Optional.empty(), Optional.empty());
    }

    private static Start start(long ledger, long group, long logStart, long logEnd) {
        return Start.of(
                entry(ledger), maybe(group), Optional.of(new LogBounds(logStart, logEnd)), Optional.of("present"));
    }

    @Test
    void theLedgerGoesBeforeTheGroup() {
        assertThat(start(7, 5)).isEqualTo(new Start.AtLedger(7));
        assertThat(start(7, 9)).isEqualTo(new Start.AtLedger(7));
        assertThat(start(7, -1, 0, 7)).isEqualTo(new Start.AtLedger(7));
        assertThat(start(7, -1, 7, 7)).isEqualTo(new Start.AtLedger(7));
    }

    @Test
    void withoutALedgerTheGroupDecides() {
        assertThat(start(-1, 5)).isEqualTo(new Start.AtGroup());
        assertThat(start(-1, -1, 3, 9)).isEqualTo(new Start.AtGroup());
        assertThat(start(-1, 5, 3, 9)).isEqualTo(new Start.AtGroup());
    }

    @Test
    void whatNeitherHasSeenAndIsGoneIsAGap() {
        assertThat(start(7, 5, 9, 20)).isEqualTo(new Start.AfterGap(7, 9));
        assertThat(start(-1, 5, 9, 20)).isEqualTo(new Start.AfterGap(5, 9));
    }

    @Test
    void rangesWithoutRowsMayExpireBehindTheGroupAndWhatIsLeftOfThemIsReadAgain() {
        assertThat(start(2, 9, 8, 20)).isEqualTo(new Start.AtLedger(8));
        assertThat(start(2, 9, 9, 20)).isEqualTo(new Start.AtLedger(9));
    }

    @Test
    void aLogThatEndsBeforeWhatWasSeenIsANewOne() {
        assertThat(start(10_000, 10_000, 0, 20)).isEqualTo(new Start.NewLife(10_000, 20));
        assertThat(start(-1, 30, 0, 20)).isEqualTo(new Start.NewLife(30, 20));
        assertThat(start(5, 30, 0, 20)).isEqualTo(new Start.NewLife(30, 20));
    }

    @Test
    void aTopicWithAnotherIdIsAnotherTopicHoweverFarItHasCome() {
        var landed = new LedgerEntry(7, Optional.of("former"));
        var log = Optional.of(new LogBounds(3, 20));
        assertThat(Start.of(Optional.of(landed), maybe(9), log, Optional.of("present")))
                .isEqualTo(new Start.AnotherTopic(landed, "present", 3));
        assertThat(Start.of(Optional.of(landed), maybe(9), log, Optional.of("former")))
                .isEqualTo(new Start.AtLedger(7));
        assertThat(Start.of(Optional.of(landed), maybe(9), log, Optional.empty()))
                .isEqualTo(new Start.AtLedger(7));
    }
}
