#!/usr/bin/env bash
# R and the programs accept the same aliases.
source harness/testing/expect.sh
expect 0 "$quadrille" list --format csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "alias") alias = i }
    NR > 1 && $alias != "" { print $1 "," $alias }' out | sort >programs
tail -n +2 "$source_root/analysis/R/inputs/algorithm_aliases.csv" | sort >of_r
[[ -s programs ]] || complain 'no algorithm has an alias'
cmp -s programs of_r || complain "aliases differ: $(diff programs of_r)"
finish
