#!/usr/bin/env bash
# A wrong MPI is refused when CMake starts, in one line.
set -uo pipefail
root=$PWD
cd "$TEST_TMPDIR" || exit 1
num_failures=0
for program in cmake mpicc mpirun; do
    command -v $program >/dev/null || { echo "skipped all: no $program"; exit; }
done

# refuse WORDS ENVIRONMENT ...: CMake fails, and says this in one line, in a
# folder where it has failed with another MPI before.
refuse() {
    local words=$1
    shift
    if env "$@" cmake -S "$root" -B b >log 2>&1 ||
        [[ $(grep -c '^ *quadrille: ' log) != 1 ]] ||
        ! grep '^ *quadrille: ' log | grep -qF -- "$words"; then
        echo "$*: should say '$words', said: $(<log)" >&2
        num_failures=1
    fi
}

# fake NAME COMMAND: a program.
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"; }

fake no_headers 'echo "mpi.h: No such file or directory" >&2; exit 1'
# shellcheck disable=SC2016 # the program's own
fake half '[ "$1" = -E ] && echo "#define OMPI_MAJOR_VERSION 4"'
mkdir of_mpich of_open_mpi
fake of_mpich/mpirun 'echo "HYDRA build details:"'
fake of_open_mpi/mpirun 'echo "mpirun (Open MPI) 4.1.4"'
fake mpich 'echo "#define MPICH_NUMVERSION 40202300"'
refuse "no program 'absent' on the PATH" MPICC=absent
refuse 'no_headers finds no mpi.h' MPICC="$PWD/no_headers"
refuse 'cc finds no mpi.h' MPICC=cc
refuse 'could be linked' MPICC="$PWD/half"
refuse "is of Open MPI, but the PATH's mpirun of MPICH" MPICC="$PWD/half" \
    PATH="$PWD/of_mpich:$PATH"
# $MPIEXEC is the tests' alone: the programs are started by mpirun.
refuse "is of MPICH, but the PATH's mpirun of Open MPI" MPICC="$PWD/mpich" \
    PATH="$PWD/of_open_mpi:$PATH" MPIEXEC="$PWD/of_mpich/mpirun"
exit $num_failures
