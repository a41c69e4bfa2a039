package dev.varve.table.cli;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.DurationText;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations on the command line: as table options write them ({@code 2 h}) or as ISO 8601 does ({@code PT2H}). */
final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return text.strip().regionMatches(true, 0, "P", 0, 1)
                    ? Duration.parse(text.strip())
                    : DurationText.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not an ISO duration; expected for example P30D, PT12H or P1DT6H");
        } catch (InvalidInputException e) {
            throw new TypeConversionException(e.getMessage() + "; or an ISO duration such as PT10M");
        }
    }
}
