#!/usr/bin/env bash
# third_party/cmake/write_sources.sh -- writes sources.cmake: Bazel's lists of
# sources and tests, for the CMake build. Run it when a C file comes or goes.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."
bazel build //third_party/cmake:written
cp -f bazel-bin/third_party/cmake/written.cmake third_party/cmake/sources.cmake
chmod 644 third_party/cmake/sources.cmake
