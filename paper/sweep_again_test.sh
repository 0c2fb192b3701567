#!/usr/bin/env bash
# paper/sweep_again_test.sh OPTION ... -- options of `reproduce` that run sweeps
# again, each on one or two small ones.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
sweeps=tree/configs/sweeps

# again OPTION EXPERIMENT: of the experiments only those that match.
again() {
    cp -fL "$source_root/paper/experiments.csv" tree/paper
    sed -i "/^paper,/b; /,$2,/!d" tree/paper/experiments.csv
    expect 0 tree/quadrille reproduce "--$1"
}

# has_claim MACHINE: a verdict on claim 1.
has_claim() {
    says out 'id,paper,section,claim,machine,verdict,found'
    grep -qE "^1,ponnusamy1992,.*,$1,(holds|contradicts)[a-z ]*," out ||
        complain "claim 1: $(<out)"
}

for option; do
    case $option in
    # Sweeps that did not run have no verdict.
    today)
        again today ponnusamy_figure5
        has_claim fat_tree
        [[ $(grep -c ',fat_tree,' out) == $(tail -n +2 out | wc -l) ]] ||
            complain "another machine: $(<out)"
        ;;
    # On this machine: each verdict is over ten launches.
    here)
        sed -i 's/^procs:.*/procs: [4]/; s/^bytes:.*/bytes: [16, 2048]/' \
            $sweeps/ponnusamy_figure5.yaml
        again here ponnusamy_figure5
        has_claim local
        [[ $(cat tree/results/here/ponnusamy_figure5/local/launch-*.csv |
            grep -v ^launch | cut -d, -f14 | sort -u | wc -l) == 10 ]] ||
            complain 'not ten launches of every cell'
        ;;
    # All 50 matrices: every printed cell has its mean over all of them and a
    # similar one over eight.
    matrices)
        sed -i 's/^bytes: .*/bytes: [512]/
            s/^algorithms: .*/algorithms: [lp, rs_n]/' $sweeps/wang_table4.yaml
        again matrices wang_table4_4
        says err '100 cells valid'
        cells='^wang1993,4,(bytes=512;)?degree=4,(lp|rs_n),'
        [[ $(grep -cE "$cells" out) -ge 4 ]] || complain "cells: $(<out)"
        awk -F, 'NR > 1 && $8 != "" {
                n++; if ($13 / $8 > 1.1 || $13 / $8 < 0.9) bad++ }
            END { exit !(n >= 4 && bad == 0) }' out || complain "means: $(<out)"
        ;;
    # Every cell runs, and the model is worse without a part that it needs.
    ablations)
        sed -i '/^wang_table4_16/s/bytes=.*/bytes=[1024]/' tree/paper/sweeps.tsv
        again ablations 'wang_table\(3_32\|4_16\)'
        parts=$(sed -n 's/^ablations\t//p' tree/paper/again.tsv | cut -f1 |
            uniq)
        [[ $(grep -c '^wang1993,' out) == $(wc -l <<<"$parts") ]] ||
            complain "parts: $(<out)"
        # Columns: the part 2, the median error 5.
        for part in 'control network' 'serial processor' handshakes; do
            awk -F, -v part="$part" '$2 == "none" { all = $5 }
                $2 == part { without = $5 } END { exit !(without > all) }' \
                out || complain "without $part: $(<out)"
        done
        ;;
    esac
done
finish
