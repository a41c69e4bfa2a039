package dev.varve.connect.config;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.MemorySize;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Checks of single settings. Each says what is wrong and what is expected. */
final class SettingChecks {
    static final MemorySize LEAST_MEMORY = MemorySize.ofMebibytes(1);

    private SettingChecks() {}

    static Validator check(String expected, TextCheck check) {
        return new Validator() {
            @Override
            public void ensureValid(String name, Object value) {
                check.require(name, value == null ? null : value.toString());
            }

            @Override
            public String toString() {
                return expected;
            }
        };
    }

    static void requireText(String name, String text) {
        if (text == null || text.isBlank()) {
            throw new ConfigException(name, text, "it must not be empty");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new ConfigException(name, text, "it must not contain control characters");
        }
    }

    static void requirePlaceholder(String name, String text) {
        requireText(name, text);
        if (text.startsWith("hex:") && !text.matches("hex:([0-9A-Fa-f]{2})+")) {
            throw new ConfigException(name, text, "after hex: an even number of hexadecimal digits must follow");
        }
    }

    static void requirePlainName(String name, String text) {
        if (text == null || !text.matches("[\\p{L}\\p{N}_\\-]+")) {
            throw new ConfigException(name, text, "a name consists of letters, digits, '_' and '-'");
        }
    }

    static void requireRegex(String name, String text) {
        try {
            Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new ConfigException(
                    name,
                    text,
                    "it is not a regular expression: " + e.getDescription() + " near index " + e.getIndex());
        }
    }

    static void requirePositive(String name, String text) {
        if (text != null && Long.parseLong(text) < 1) {
            throw new ConfigException(name, text, "it must be at least 1");
        }
    }

    static void requireMemory(String name, String text) {
        if (text == null) {
            return;
        }
        try {
            if (MemorySize.parse(text).compareTo(LEAST_MEMORY) < 0) {
                throw new ConfigException(name, text, "it must be at least " + LEAST_MEMORY);
            }
        } catch (InvalidInputException e) {
            throw new ConfigException(name, text, e.getMessage());
        }
    }

    static void requireAbsolutePath(String name, String text) {
        try {
            if (text != null && !Path.of(text).isAbsolute()) {
                throw new ConfigException(name, text, "it must be an absolute path of the worker's machine");
            }
        } catch (InvalidPathException e) {
            throw new ConfigException(name, text, "it is not a path: " + e.getMessage());
        }
    }

    /** Checks the text of a setting, which is null if unset. */
    interface TextCheck {
        void require(String name, String text);
    }
}
