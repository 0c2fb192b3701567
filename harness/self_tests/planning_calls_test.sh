#!/usr/bin/env bash
# The numbers of collective calls in planning, by which `bench peers` models its
# time, are those of the library, for any number of ranks.
source harness/testing/expect.sh
program=$source_root/$1
for procs in 2 5; do
    expect 0 mpirun --oversubscribe -np $procs "$program"
    diff "$source_root/analysis/R/benchmarks/planning_calls.csv" out ||
        complain "planning on $procs ranks makes other calls"
done
finish
