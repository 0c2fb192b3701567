#!/bin/sh
# kernels/preload/rename_calls.sh ARCHIVE RENAMED -- copies the archive; the
# copy calls PMPI_Isend where the archive calls MPI_Isend. Only functions have a
# second name; constants such as MPI_UNWEIGHTED are in capitals.
set -eu
nm -u "$1" | awk '$2 ~ /^MPI_[A-Z][a-z]/ { print $2, "P" $2 }' |
    sort -u >"$2.names"
objcopy --redefine-syms="$2.names" "$1" "$2"
