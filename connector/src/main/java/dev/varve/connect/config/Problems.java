package dev.varve.connect.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with which setting, collected so that a user sees everything at once. Confined to one validation. */
final class Problems {
    private final Map<String, List<String>> bySetting = new LinkedHashMap<>();

    void add(String setting, String message) {
        List<String> messages = bySetting.computeIfAbsent(setting, name -> new ArrayList<>());
        if (!messages.contains(message)) {
            messages.add(message);
        }
    }

    boolean isEmpty() {
        return bySetting.isEmpty();
    }

    boolean has(String setting) {
        return bySetting.containsKey(setting);
    }

    Map<String, List<String>> bySetting() {
        return bySetting;
    }

    /** One line a problem. */
    String text() {
        StringBuilder text = new StringBuilder();
        bySetting.forEach((setting, messages) -> messages.forEach(message -> text.append(text.isEmpty() ? "" : "\n")
                .append(setting)
                .append(": ")
                .append(message)));
        return text.toString();
    }
}
