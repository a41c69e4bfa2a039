package dev.varve.connect.convert;

import dev.varve.table.row.BinaryString;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.LengthType;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Texts, and numbers and booleans as they print → CHAR, VARCHAR. Dates and times coded as numbers are written out
 * ({@link IsoText}): their digits would mislead.
 */
record TextConverter(Site site, LengthType type, Meaning meaning) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        String text = value instanceof String string ? string : print(value);
        if (text == null) {
            return value instanceof Number && !meaning.isCodedTime()
                    ? attempt.misfit(site, null, "the number is too large or too small to be written out")
                    : attempt.wrongType(
                            site,
                            value,
                            meaning.isCodedTime() ? "a text, or a date or time coded as a number" : "a text");
        }
        boolean tooLong = text.length() > type.length() && text.codePointCount(0, text.length()) > type.length();
        if (hasHalfCharacter(text)) {
            return attempt.malformed(site, "the text has half a surrogate pair, which is no character");
        }
        return tooLong
                ? attempt.misfit(
                        site, DataTypes.STRING, "the text has " + text.codePointCount(0, text.length()) + " characters")
                : BinaryString.of(text);
    }

    /** Whether the value can be written as a text. */
    boolean isText(Object value) {
        String text = value instanceof String string ? string : print(value);
        return text != null && !hasHalfCharacter(text);
    }

    /** Encoding would silently make a question mark of it. */
    private static boolean hasHalfCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private String print(Object value) {
        if (meaning.isCodedTime()) {
            return IsoText.of(meaning, value);
        }
        if (value instanceof BigDecimal decimal) {
            return Numbers.plainText(decimal);
        }
        if (value instanceof Number number) {
            boolean prints = Numbers.isIntegral(number)
                    || number instanceof Double
                    || number instanceof Float
                    || number instanceof BigInteger;
            return prints ? number.toString() : null;
        }
        if (value instanceof Boolean) {
            return value.toString();
        }
        BigDecimal variable = meaning == Meaning.VARIABLE_SCALE_DECIMAL ? Numbers.variableScale(value) : null;
        return variable == null ? null : Numbers.plainText(variable);
    }
}
