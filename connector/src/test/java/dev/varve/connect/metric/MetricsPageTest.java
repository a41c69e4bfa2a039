package dev.varve.connect.metric;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference page of metrics names every attribute, and none that does not exist. */
class MetricsPageTest {
    private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z]+)`");

    @Test
    void pageNamesEveryAttribute() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher matcher = NAME.matcher(Files.readString(Path.of("../docs/reference/metrics.md"), UTF_8));
        while (matcher.find()) {
            named.add(matcher.group(1));
        }
        Set<String> attributes = new TreeSet<>();
        Stream.of(ConnectorMetricsMXBean.class, TaskMetricsMXBean.class, TableMetricsMXBean.class)
                .flatMap(bean -> Stream.of(bean.getMethods()))
                .map(Method::getName)
                .forEach(getter -> attributes.add(getter.substring("get".length())));
        assertThat(named).isEqualTo(attributes);
    }
}
