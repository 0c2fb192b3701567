#!/usr/bin/env bash
# The tables of docs/meshes.md equal the output of cg_table and mesh_table.
set -euo pipefail
# table FIRST_WORDS: prints an indented block of the page, without indentation.
table() {
    sed -n "/^    $1/,/^\$/s/^    //p" docs/meshes.md
}
workloads/tools/cg_table >"$TEST_TMPDIR/grids"
diff <(table 'grid  *partition') "$TEST_TMPDIR/grids"
workloads/tools/mesh_table >"$TEST_TMPDIR/table"
diff <(table 'partition  *most') "$TEST_TMPDIR/table"
