package dev.varve.table.aggregate;

import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/** {@code hll_sketch}: the union of HLL sketches as a compact sketch of 4 bits a register, no larger than the newer one. */
final class HllSketchFunction extends BinaryFunction {
    HllSketchFunction(AggregateColumn column) {
        super("hll_sketch", "HLL sketch", column);
    }

    @Override
    byte[] union(byte[] older, byte[] newer) {
        HllSketch left = read(older);
        HllSketch right = read(newer);
        try {
            Union union = new Union(right.getLgConfigK());
            union.update(right);
            union.update(left);
            return union.getResult(TgtHllType.HLL_4).toCompactByteArray();
        } catch (RuntimeException | AssertionError e) {
            // Registers that contradict one another show only here; some of the library's checks are assertions.
            throw damaged(newer, e);
        }
    }

    private HllSketch read(byte[] bytes) {
        if (!SketchBytes.isWholeHll(bytes)) {
            throw damaged(bytes, "the preamble is wrong, or it claims more than there is");
        }
        try {
            return HllSketch.heapify(bytes);
        } catch (RuntimeException | AssertionError e) {
            throw damaged(bytes, e);
        }
    }
}
