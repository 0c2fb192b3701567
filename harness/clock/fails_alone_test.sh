#!/usr/bin/env bash
# harness/clock/fails_alone_test.sh PROGRAM -- a timed program ends when one
# rank fails, whichever it is, and says one line.
program=$PWD/$1
source harness/testing/expect.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1
read -ra start <<<"${MPIEXEC:-mpirun --oversubscribe} -np 3"

# fails WHO WORDS: the program says WORDS, alone, with exit status 2.
fails() {
    local who=$1 words=$2 status=0
    timeout 60 "${start[@]}" "$program" "$who" >out 2>err </dev/null ||
        status=$?
    ((status == 2)) || complain "$who: status $status: $(<err)"
    [[ $(grep -c '^fails_alone:' err) == 1 ]] || complain "$who: $(<err)"
    says err "$words"
}
fails all 'fails_alone: it fails'
fails 0 'fails_alone: it fails'
fails 1 'fails_alone: rank 1: it fails'
fails 2 'fails_alone: rank 2: it fails'
finish
