#!/usr/bin/env bash
# docs/meshes.md ends with the table that mesh_table prints.
set -euo pipefail
workloads/partition/mesh_table >"$TEST_TMPDIR/table"
diff <(sed -n '/^| points | dealt by/,$p' docs/meshes.md) "$TEST_TMPDIR/table"
