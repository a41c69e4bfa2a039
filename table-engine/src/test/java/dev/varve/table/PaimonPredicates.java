package dev.varve.table;

import dev.varve.table.predicate.And;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.In;
import dev.varve.table.predicate.IsNotNull;
import dev.varve.table.predicate.IsNull;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Or;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.predicate.StartsWith;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.predicate.PredicateBuilder;

/** Conditions as Apache Paimon Java has them. */
final class PaimonPredicates {
    private final PredicateBuilder builder;

    PaimonPredicates(RowType type) {
        builder = new PredicateBuilder(PaimonRows.type(type));
    }

    /** The same condition; empty if Paimon has no such one. */
    Optional<org.apache.paimon.predicate.Predicate> of(Predicate predicate) {
        if (predicate instanceof And and) {
            return all(and.parts()).map(PredicateBuilder::and);
        } else if (predicate instanceof Or or) {
            return all(or.parts()).map(PredicateBuilder::or);
        } else if (predicate instanceof Constant) {
            return Optional.empty();
        } else if (predicate instanceof IsNull leaf) {
            return Optional.of(builder.isNull(leaf.column()));
        } else if (predicate instanceof IsNotNull leaf) {
            return Optional.of(builder.isNotNull(leaf.column()));
        } else if (predicate instanceof StartsWith leaf) {
            return leaf.negated()
                    ? Optional.empty()
                    : Optional.of(builder.startsWith(
                            leaf.column(), BinaryString.fromBytes(leaf.prefix().toBytes())));
        } else if (predicate instanceof In leaf) {
            var literals =
                    leaf.literals().stream().map(PaimonPredicates::literal).toList();
            return Optional.of(
                    leaf.negated() ? builder.notIn(leaf.column(), literals) : builder.in(leaf.column(), literals));
        }
        Comparison leaf = (Comparison) predicate;
        boolean ordered = leaf.operator() != Comparison.Operator.EQ && leaf.operator() != Comparison.Operator.NE;
        if (ordered && leaf.literal().type().root().isBinary()) {
            // Its conditions compare bytes with their sign, unlike its keys.
            return Optional.empty();
        }
        Object literal = literal(leaf.literal());
        return Optional.of(
                switch (leaf.operator()) {
                    case EQ -> builder.equal(leaf.column(), literal);
                    case NE -> builder.notEqual(leaf.column(), literal);
                    case LT -> builder.lessThan(leaf.column(), literal);
                    case LE -> builder.lessOrEqual(leaf.column(), literal);
                    case GT -> builder.greaterThan(leaf.column(), literal);
                    case GE -> builder.greaterOrEqual(leaf.column(), literal);
                });
    }

    private Optional<List<org.apache.paimon.predicate.Predicate>> all(List<Predicate> parts) {
        var converted = new ArrayList<org.apache.paimon.predicate.Predicate>();
        for (Predicate part : parts) {
            Optional<org.apache.paimon.predicate.Predicate> one = of(part);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            converted.add(one.get());
        }
        return Optional.of(converted);
    }

    private static Object literal(Literal literal) {
        return PaimonRows.toPaimon(GenericRow.of(literal.value()), 0, literal.type());
    }
}
