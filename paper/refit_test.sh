#!/usr/bin/env bash
# Scalars fitted again: a fit on the cell of the machine's file finds its value,
# or what that is since the waits of same_instant.h, which came later; another
# cell moves the times of its table, and a bad line is refused.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
chmod -R u+w tree
hardware=tree/configs/machines/hardware/cm5.yaml
sed -i '/,wang_table3_32,/b; /^wang1993,3,/d' tree/paper/experiments.csv
# Other scalars only have a reason; this one has its own cell, as if it had been
# fitted on another.
own='wang1993 3 degree=4;procs=32 active_message time'
sed -i "s/$own/wang1993 3 degree=8;procs=32 active_message time/" "$hardware"
awk -F'\t' -v OFS='\t' -v own="$own" '
    NR == 1 { print; next }
    seen[$1, $2]++ { next }
    $2 != "control_network.sum_us" {
        print $1, $2, "", "", "", "", "", "", "", "", "not in this test"; next }
    { $3 = own; $9 = "wang1993:3"
        sub(/degrees=.*/, "degrees=[4] launches=20", $5); print }
    ' "$source_root/paper/refits.tsv" >tree/paper/refits.tsv
expect 0 tree/quadrille reproduce --refits
line=$(grep ',control_network.sum_us,' out) ||
    complain "no line of the scalar: $(<out)"
# Columns: value 5, refitted 7, cells 8, moved 10.
[[ $line == *,10.11,"$own",10.14,looked\ at,* ]] || complain "line: $line"
[[ $(grep -c 'not in this test' out) == \
    $(($(wc -l <tree/paper/refits.tsv) - 2)) ]] || complain "lines: $(<out)"
sed -i "s/degrees=\[4\]/degrees=[8]/" tree/paper/refits.tsv
expect 2 tree/quadrille reproduce --refits
says err "degrees=[8] launches=20' do not run wang1993 3 degree=4;procs=32"
sed -i "s/$own/wang1993 3 degree=5 concat time/" tree/paper/refits.tsv
expect 2 tree/quadrille reproduce --refits
says err 'refits.tsv:3: accepted: a printed cell that was looked at'
finish
