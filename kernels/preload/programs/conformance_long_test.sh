#!/usr/bin/env bash
# kernels/preload/programs/conformance_long_test.sh PROGRAM LIBRARY.so --
# 10,000 communicators made and freed, and 30 runs of the threads.
program=$PWD/$1 library=$PWD/$2
source harness/testing/expect.sh
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"

for procs in 1 2 3 5 8 10; do
    run_ranks $procs "$library" "$program" --communicators 10000 lifetimes
done
for ((i = 0; i < 30; i++)); do
    run_ranks $((2 + i % 4)) "$library" "$program" --threads threads nonblocking
done
finish
