#!/usr/bin/env bash
# third_party/cmake/sources_test.sh -- sources.cmake is what Bazel's lists are.
diff -u third_party/cmake/sources.cmake third_party/cmake/written.cmake || {
    echo "third_party/cmake/sources.cmake is not up to date; accepted: what \
third_party/cmake/write_sources.sh writes" >&2
    exit 1
}
