#!/usr/bin/env bash
# Follows docs/adding-an-algorithm.md and docs/adding-a-workload.md in a copy of
# the sources, and compiles what is new and the tables that name it. In seconds:
# adding_test, of --long, also builds, runs and tests it.
set -euo pipefail
source_root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
# shellcheck source=docs/follow_adding.sh
source "$source_root/docs/follow_adding.sh"
cd "$TEST_TMPDIR"
cp -rL "$source_root"/{kernels,workloads,docs,README.md,.clang-format} .
follow_adding
for file in kernels/alltoallv/alltoallv_shift.c kernels/alltoallv/in_turn/*.c \
    kernels/registry.c kernels/engine_table.c workloads/synthetic/ring.c \
    workloads/workload.c; do
    mpicc -std=gnu11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I. \
        -c "$file" -o "$(basename "$file").o"
done
# Each table refers to what the new file of that name defines.
for pair in registry:alltoallv_shift registry:alltoallv_in_turn \
    engine_table:alltoallv_in_turn_engine workload:ring; do
    nm -u "${pair%:*}.c.o" | sed 's/.* //' | sort >wanted
    nm --defined-only -g "${pair#*:}.c.o" | sed 's/.* //' | sort >given
    [[ -n $(comm -12 wanted given) ]] || {
        echo "FAILED: ${pair%:*}.c names nothing of ${pair#*:}.c" >&2
        exit 1
    }
done
