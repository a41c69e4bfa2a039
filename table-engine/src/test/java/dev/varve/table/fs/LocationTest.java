package dev.varve.table.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocationTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // text             value             scheme  authority path      name  parent
                "/data/t,           /data/t,          file,   '',       /data/t,  t,    /data",
                "/data/t/,          /data/t,          file,   '',       /data/t,  t,    /data",
                "/t,                /t,               file,   '',       /t,       t,    /",
                "/,                 /,                file,   '',       /,        '',   -",
                "///,               /,                file,   '',       /,        '',   -",
                "/a/b:/c,           /a/b:/c,          file,   '',       /a/b:/c,  c,    /a/b:",
                "file:/t,           file:/t,          file,   '',       /t,       t,    file:/",
                "file:///t,         file:///t,        file,   '',       /t,       t,    file:///",
                "file:///,          file:///,         file,   '',       /,        '',   -",
                "s3a://b/t,         s3a://b/t,        s3a,    b,        /t,       t,    s3a://b",
                "s3a://b/,          s3a://b,          s3a,    b,        '',       '',   -",
                "S3A://b/x/y//,     S3A://b/x/y,      s3a,    b,        /x/y,     y,    S3A://b/x",
                "hdfs://h:8020/w/t, hdfs://h:8020/w/t, hdfs,  h:8020,   /w/t,     t,    hdfs://h:8020/w",
                "/x%20y/100%,       /x%20y/100%,      file,   '',       /x%20y/100%, 100%, /x%20y",
            })
    void hasParts(String text, String value, String scheme, String authority, String path, String name, String parent) {
        Location location = Location.of(text);
        assertThat(location.value()).isEqualTo(value);
        assertThat(location.scheme()).isEqualTo(scheme);
        assertThat(location.authority()).isEqualTo(authority);
        assertThat(location.path()).isEqualTo(path);
        assertThat(location.name()).isEqualTo(name);
        if (parent == null) {
            assertThatThrownBy(location::parent).isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(location.parent()).isEqualTo(Location.of(parent));
        }
    }

    @Test
    void aChildIsBelow() {
        assertThat(Location.of("/").child("t")).isEqualTo(Location.of("/t"));
        assertThat(Location.of("s3a://b").child("w/t")).isEqualTo(Location.of("s3a://b/w/t"));
        assertThat(Location.of("file:///").child("t").parent()).isEqualTo(Location.of("file:///"));
        assertThatThrownBy(() -> Location.of("/a").child("/b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Location.of("/a").child("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsNoPlace() {
        assertThatThrownBy(() -> Location.of("")).isInstanceOf(IllegalArgumentException.class);
    }
}
