#!/usr/bin/env bash
# Replaces the stored wing meshes and their communication matrices,
# workloads/airfoil/meshes/wing_<points>.{msh,csv}.xz, by new ones. Only this
# script needs gmsh; another version of gmsh makes other meshes.
#   bazel build //workloads/tools:store_mesh
#   workloads/airfoil/make_meshes.sh bazel-bin/workloads/tools/store_mesh \
#       [POINTS ...]
# Takes ten minutes on one core; half a minute for a small size.
set -euo pipefail

# The factor of wing.geo whose mesh has nearly this number of points, found by
# trial with gmsh 4.8.4.
declare -A factors=([545]=5.93 [2000]=3.4272 [2800]=3.0157 [3000]=2.9299
    [9428]=1.9104 [53961]=1.0229)
# Eight meshes per size: these shares of the factor are added to it.
variations=(0 0.001 -0.001 0.002 -0.002 0.003 -0.003 0.004)

(($# > 0)) || { echo "usage: ${0##*/} STORE_MESH [POINTS ...]" >&2 && exit 2; }
store_mesh=$(readlink -e -- "$1") ||
    { echo "$1 does not exist; accepted: store_mesh" >&2 && exit 2; }
shift
(($# > 0)) || set -- 545 2000 2800 3000 9428 53961
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for points in "$@"; do
    meshes=()
    for i in "${!variations[@]}"; do
        factor=$(awk -v f="${factors[$points]}" -v v="${variations[i]}" \
            'BEGIN { printf "%.9g", f * (1 + v) }')
        meshes+=("$folder/$i.msh")
        # One thread: with two the mesh is not deterministic.
        gmsh -3 -nt 1 -v 1 -format msh22 -setnumber F "$factor" \
            -o "$folder/$i.msh" wing.geo
    done
    "$store_mesh" "$folder/wing_$points.msh" "${meshes[@]}" \
        >"$folder/wing_$points.csv"
    xz -9e "$folder/wing_$points".{msh,csv}
    mv -f "$folder/wing_$points".{msh,csv}.xz meshes/
done
