#!/usr/bin/env bash
# harness/run/run_preloaded.sh -- COMMAND ... -- runs a command that starts an
# MPI program, with the preload library in the program's processes.
# `./quadrille run` runs it. Its status is the command's.
#
# A launcher passes no environment to other nodes by itself, and need not be
# preloaded, so each gets an option of its own; any other command is preloaded
# itself.
set -euo pipefail
library=$QUADRILLE_BUILT_DIR/libquadrille_preload.so
fail() {
    printf 'quadrille: run: %s\n' "$1" >&2
    exit 2
}

[[ ${1:-} == -- ]] || fail "argument '${1:-}'; accepted: -- and a command, \
such as ./quadrille run -- mpirun -np 4 ./program"
shift
(($# > 0)) || fail "no command; accepted: one after --, such as mpirun \
-np 4 ./program"
command -v -- "$1" >/dev/null ||
    fail "command '$1' is not found; accepted: a launcher or a program"
[[ $library != *[[:space:]:]* ]] || fail "LD_PRELOAD takes no blank and no \
colon, as in $library; accepted: QUADRILLE_BUILT with a folder without them"
preload=$library${LD_PRELOAD:+:$LD_PRELOAD}
variables=()
for name in QUADRILLE_PRELOAD QUADRILLE_VERBOSE QUADRILLE_NETWORK; do
    [[ -z ${!name+set} ]] || variables+=("$name")
done

# Whether Open MPI's launcher reads its programs from a file, and ignores -x.
has_file() {
    for word in "${arguments[@]}"; do
        [[ $word != --app && $word != -app ]] || return 0
    done
    return 1
}

# kind_of PROGRAM: whose launcher it is. mpirun and mpiexec are several's.
kind_of() {
    case ${1##*/} in
    srun) echo slurm ;;
    orterun | prterun) echo open_mpi ;;
    mpiexec.hydra) echo hydra ;;
    mpirun* | mpiexec*)
        case $("$1" --version 2>&1 </dev/null) in
        *'Open MPI'* | *OpenRTE* | *PRRTE*) echo open_mpi ;;
        *HYDRA* | *Hydra* | *Intel*) echo hydra ;;
        *) echo other ;;
        esac
        ;;
    *) echo other ;;
    esac
}

launcher=$1
shift
options=()
arguments=("$@")
case $(kind_of "$launcher") in
slurm)
    # srun passes the variables of its environment, and LD_PRELOAD to the tasks.
    options=(--export="ALL,LD_PRELOAD=$preload")
    ;;
open_mpi)
    if has_file; then
        list=${OMPI_MCA_mca_base_env_list:+$OMPI_MCA_mca_base_env_list;}
        list+=LD_PRELOAD=$preload
        for name in "${variables[@]}"; do list+=";$name"; done
        export OMPI_MCA_mca_base_env_list=$list
        exec "$launcher" "${arguments[@]}"
    fi
    options=(-x "LD_PRELOAD=$preload")
    for name in "${variables[@]}"; do options+=(-x "$name"); done
    # -x is for one program; several are joined by colons.
    arguments=()
    for word; do
        arguments+=("$word")
        [[ $word != : ]] || arguments+=("${options[@]}")
    done
    ;;
hydra)
    options=(-genv LD_PRELOAD "$preload")
    for name in "${variables[@]}"; do options+=(-genv "$name" "${!name}"); done
    ;;
*) exec env LD_PRELOAD="$preload" "$launcher" "$@" ;;
esac
exec "$launcher" "${options[@]}" "${arguments[@]}"
