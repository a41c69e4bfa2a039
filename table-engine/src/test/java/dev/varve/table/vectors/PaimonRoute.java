package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.PaimonTable;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.vectors.VectorCase.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Ways on which one engine reads what the other has written. */
enum PaimonRoute {
    /** Files of single rows, which Paimon merges as it reads. */
    PAIMON_READS_FLUSHES {
        @Override
        Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception {
            VarveTable varve = VarveTable.create(vectors, io, Map.of());
            vectors.inCommitsOfOne().forEach(step -> varve.commit(step.rows()));
            return varve.outcomes(paimon.rows(vectors.type()));
        }
    },
    /** What this engine's buffer makes of all rows. */
    PAIMON_READS_ONE_FLUSH {
        @Override
        Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception {
            VarveTable varve = VarveTable.create(vectors, io, Map.of());
            varve.commit(vectors.inOneCommit().rows());
            return varve.outcomes(paimon.rows(vectors.type()));
        }
    },
    /** What this engine has merged: there is nothing left to do. */
    PAIMON_READS_COMPACTED {
        @Override
        Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception {
            VarveTable varve = VarveTable.create(vectors, io, Map.of());
            vectors.inCommitsOfOne().forEach(step -> varve.commit(step.rows()));
            varve.compactFully();
            return varve.outcomes(paimon.rows(vectors.type()));
        }
    },
    /** Files of single rows of Paimon; this engine's full compaction of them changes nothing, for neither. */
    VARVE_READS_FLUSHES {
        @Override
        Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception {
            paimon.create(vectors.spec());
            for (Step step : vectors.inCommitsOfOne()) {
                commit(step, vectors, paimon);
            }
            return readAndCompact(vectors, io, paimon);
        }
    },
    /** The history as given, with Paimon's own compactions and one at the end. */
    VARVE_READS_COMPACTED {
        @Override
        Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception {
            paimon.create(vectors.spec());
            for (Step step : vectors.hasSteps() ? vectors.steps() : vectors.inCommitsOfOne()) {
                if (step.isCompaction()) {
                    paimon.compact();
                } else {
                    commit(step, vectors, paimon);
                }
            }
            paimon.compact();
            return readAndCompact(vectors, io, paimon);
        }
    };

    abstract Map<VectorCase, Outcome> run(VectorTable vectors, MemoryFileIO io, PaimonTable paimon) throws Exception;

    /** @param temporary a directory for the other engine's files */
    Map<VectorCase, Outcome> of(VectorTable vectors, Path temporary) {
        MemoryFileIO io = new MemoryFileIO();
        try {
            return run(vectors, io, PaimonTable.over(io, VarveTable.LOCATION.value(), temporary));
        } catch (Exception | AssertionError e) {
            return vectors.vectors().stream().collect(Collectors.toMap(vector -> vector, vector -> Outcome.failed(e)));
        }
    }

    /** Paimon writes what this engine would not refuse. */
    private static void commit(Step step, VectorTable vectors, PaimonTable paimon) throws Exception {
        paimon.commit(
                step.rows().stream().filter(row -> !vectors.isRefused(row)).toList(), vectors.type());
    }

    private static Map<VectorCase, Outcome> readAndCompact(VectorTable vectors, MemoryFileIO io, PaimonTable paimon)
            throws Exception {
        VarveTable varve = VarveTable.open(vectors, io);
        vectors.inOneCommit().rows().stream().filter(vectors::isRefused).forEach(varve::refuse);
        Map<VectorCase, Outcome> outcomes = varve.readInEveryWay();
        varve.compactFully();
        assertThat(varve.read()).as("after a full compaction").isEqualTo(outcomes);
        List<GenericRow> rows = paimon.rows(vectors.type());
        assertThat(varve.outcomes(rows))
                .as("Paimon after a full compaction of this engine")
                .isEqualTo(outcomes);
        return outcomes;
    }
}
