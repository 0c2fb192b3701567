#!/usr/bin/env bash
# All 50 matrices of one small sweep: every printed cell has its mean over all
# of them and over eight.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
sed -i '/^paper,/b; /,wang_table4_4,/!d' tree/paper/experiments.csv
sed -i 's/^bytes: .*/bytes: [512]/; s/^algorithms: .*/algorithms: [lp, rs_n]/' \
    tree/configs/sweeps/wang_table4.yaml
expect 0 tree/quadrille reproduce --matrices
says err '100 cells valid'
# Three numbers in each row: the mean of fifty, and a similar mean of eight.
[[ $(grep -cE '^wang1993,4,(bytes=512;)?degree=4,(lp|rs_n),' out) -ge 4 ]] ||
    complain "cells: $(<out)"
awk -F, 'NR > 1 && $8 != "" { n++; if ($13 / $8 > 1.1 || $13 / $8 < 0.9) bad++ }
    END { exit !(n >= 4 && bad == 0) }' out || complain "means: $(<out)"
refuse "'--matrix'; accepted: --only PAPER:TABLE, --ablations, --matrices," \
    tree/quadrille reproduce --matrix
finish
