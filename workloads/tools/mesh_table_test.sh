#!/usr/bin/env bash
# docs/meshes.md has the tables that cg_table and mesh_table print.
set -euo pipefail
workloads/tools/cg_table >"$TEST_TMPDIR/grids"
diff <(sed -n '/^| grid | dealt in/,/^$/p' docs/meshes.md | sed '$d') \
    "$TEST_TMPDIR/grids"
workloads/tools/mesh_table >"$TEST_TMPDIR/table"
diff <(sed -n '/^| points | dealt by/,$p' docs/meshes.md) "$TEST_TMPDIR/table"
