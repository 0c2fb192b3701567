#!/usr/bin/env bash
# docs/meshes.md has the tables that cg_table and mesh_table print.
set -euo pipefail
# table FIRST_WORDS: an indented block of the page, without its indentation.
table() {
    sed -n "/^    $1/,/^\$/s/^    //p" docs/meshes.md
}
workloads/tools/cg_table >"$TEST_TMPDIR/grids"
diff <(table 'grid  *partition') "$TEST_TMPDIR/grids"
workloads/tools/mesh_table >"$TEST_TMPDIR/table"
diff <(table 'partition  *most') "$TEST_TMPDIR/table"
