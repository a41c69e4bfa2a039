package dev.varve.table.merge;

import dev.varve.table.error.Check;

/**
 * A tournament of {@code k} players that keeps its winner while players change: {@code log k} matches a change.
 *
 * <p>Stored as a winner tree: node {@code n} holds the winner of nodes {@code 2n} and {@code 2n + 1}, player {@code i} sits at
 * node {@code k + i}, the overall winner at node 1. It plays as many matches as a loser tree, and other than there any player may
 * change, not only the winner: a merge moves several runs on at once when they hold the same key. Confined to one thread.
 */
public final class Tournament {
    private final int players;
    private final int[] winners;
    private final Match match;

    /** Decides between two players. */
    @FunctionalInterface
    public interface Match {
        /** Whether {@code left} beats {@code right}; a total order. */
        boolean beats(int left, int right);
    }

    /** Plays all matches of at least two players, numbered from 0. */
    public Tournament(int players, Match match) {
        Check.argument(players >= 2, "a tournament of %s", players);
        this.players = players;
        this.winners = new int[2 * players];
        this.match = match;
        for (int i = 0; i < players; i++) {
            winners[players + i] = i;
        }
        for (int node = players - 1; node > 0; node--) {
            play(node);
        }
    }

    /** The player that beats all others. */
    public int winner() {
        return winners[1];
    }

    /** Plays the matches of a player that has changed. */
    public void replay(int player) {
        for (int node = (players + player) >>> 1; node > 0; node >>>= 1) {
            play(node);
        }
    }

    /** Whether somebody that lost against the winner directly passes the test; the runner-up is always among them. */
    public boolean anyRival(Rival test) {
        for (int node = players + winners[1]; node > 1; node >>>= 1) {
            if (test.holds(winners[node ^ 1])) {
                return true;
            }
        }
        return false;
    }

    /** A question about one player. */
    @FunctionalInterface
    public interface Rival {
        boolean holds(int player);
    }

    private void play(int node) {
        int left = winners[2 * node];
        int right = winners[2 * node + 1];
        winners[node] = match.beats(left, right) ? left : right;
    }
}
