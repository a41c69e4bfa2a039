package dev.varve.table.aggregate;

import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;

/** {@code theta_sketch}: the union of compact theta sketches with 4096 nominal entries, compact and ordered. */
final class ThetaSketchFunction extends BinaryFunction {
    private static final int NOMINAL_ENTRIES = 4096;

    ThetaSketchFunction(AggregateColumn column) {
        super("theta_sketch", "compact theta sketch", column);
    }

    @Override
    byte[] union(byte[] older, byte[] newer) {
        Union union = SetOperation.builder().setNominalEntries(NOMINAL_ENTRIES).buildUnion();
        update(union, older);
        update(union, newer);
        try {
            return union.getResult().toByteArray();
        } catch (RuntimeException | AssertionError e) {
            // Hashes that contradict their count or bound show only here.
            throw damaged(newer, e);
        }
    }

    private void update(Union union, byte[] bytes) {
        if (!SketchBytes.isWholeTheta(bytes)) {
            throw damaged(bytes, "the preamble is wrong, or it claims more than there is");
        }
        try {
            union.union(CompactSketch.heapify(Memory.wrap(bytes)));
        } catch (RuntimeException | AssertionError e) {
            // The library answers damage with exceptions of many kinds; some of its checks are assertions.
            throw damaged(bytes, e);
        }
    }
}
