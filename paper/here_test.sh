#!/usr/bin/env bash
# Claims on this machine, from one small sweep: each verdict is over ten
# launches.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
sed -i '/^paper,/b; /,ponnusamy_figure5,/!d' tree/paper/experiments.csv
sed -i 's/^procs:.*/procs: [4]/; s/^bytes:.*/bytes: [16, 2048]/' \
    tree/configs/sweeps/ponnusamy_figure5.yaml
expect 0 tree/quadrille reproduce --here
says out 'id,paper,section,claim,machine,verdict,found'
grep -qE '^1,ponnusamy1992,.*,local,(holds|contradicts)[a-z ]*,' out ||
    complain "claim 1: $(<out)"
here=tree/results/here/ponnusamy_figure5/local
[[ $(cat "$here"/launch-*.csv | grep -v ^launch | cut -d, -f14 | sort -u |
    wc -l) == 10 ]] || complain 'not ten launches of every cell'
finish
