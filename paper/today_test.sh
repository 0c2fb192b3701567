#!/usr/bin/env bash
# Claims on a network of today, from one small sweep, have verdicts there;
# sweeps that did not run have none.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
sed -i '/^paper,/b; /,ponnusamy_figure5,/!d' tree/paper/experiments.csv
expect 0 tree/quadrille reproduce --today
says out 'id,paper,section,claim,machine,verdict,found'
grep -qE '^1,ponnusamy1992,.*,fat_tree,(holds|contradicts)[a-z ]*,' \
    out || complain "claim 1: $(<out)"
[[ $(grep -c ',fat_tree,' out) == $(tail -n +2 out | wc -l) ]] ||
    complain "another machine: $(<out)"
finish
