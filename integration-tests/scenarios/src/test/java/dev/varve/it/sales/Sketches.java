package dev.varve.it.sales;

import java.util.HexFormat;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.Sketch;
import org.apache.datasketches.theta.UpdateSketch;

/** Sketches of buyers as the application stores them with each visit, and what tables have made of them. */
final class Sketches {
    private Sketches() {}

    /** A theta sketch of one buyer. */
    static byte[] theta(long buyer) {
        UpdateSketch sketch = UpdateSketch.builder().build();
        sketch.update(buyer);
        return sketch.compact().toByteArray();
    }

    /** An HLL sketch of one buyer. */
    static byte[] hll(long buyer) {
        HllSketch sketch = new HllSketch();
        sketch.update(buyer);
        return sketch.toCompactByteArray();
    }

    /** @param text canonical text of the bytes */
    static double thetaEstimate(String text) {
        return Sketch.wrap(Memory.wrap(bytes(text))).getEstimate();
    }

    /** @param text canonical text of the bytes */
    static double hllEstimate(String text) {
        return HllSketch.heapify(bytes(text)).getEstimate();
    }

    private static byte[] bytes(String text) {
        return HexFormat.of().parseHex(text.substring(1));
    }
}
