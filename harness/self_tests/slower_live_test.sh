#!/usr/bin/env bash
# Detects a slow-down of 5% in streams recorded now: 20 comparisons of 40
# launches, or of up to 200 if a first comparison shows that this machine needs
# more. Takes from 6 minutes on a quiet machine to half an hour.
source harness/testing/expect.sh

# record COMPARISONS LAUNCHES
record() {
    "$source_root/harness/self_tests/record_streams.sh" \
        "$source_root/programs/quadrille" \
        "$source_root/harness/testing/fault_injection.so" "$@"
}

record 1 40 >first.csv || complain 'recording failed'
needed=$(Rscript --vanilla -e 'library(data.table)' \
    -e 'source(commandArgs(TRUE)[1])' \
    -e 'cat(launches_to_find(fread("first.csv")))' \
    "$source_root/analysis/R/statistics/slower.R")
launches=$((needed < 40 ? 40 : needed > 200 ? 200 : needed))
echo "$needed launches find 5%; $launches are recorded"
record 20 "$launches" >streams.csv || complain 'recording failed'
Rscript --vanilla -e 'library(data.table)' \
    -e 'source(commandArgs(TRUE)[1])' \
    -e 'found <- compare_streams(fread("streams.csv"))' \
    -e 'print(found)' \
    -e 'slow <- found[kind == "slow", sum(is_slower)]' \
    -e 'same <- found[kind == "same", sum(is_slower)]' \
    -e 'cat(slow, "of 20 found;", same, "of 20 false alarms\n")' \
    -e 'quit(status = if (slow >= 18 && same <= 2) 0 else 1)' \
    "$source_root/analysis/R/statistics/slower.R" ||
    complain 'slow and same are not distinguished'
finish
