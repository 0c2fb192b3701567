#!/usr/bin/env bash
# The model without each of its parts, on two small sweeps: every cell runs, and
# the model is worse without a part that it needs.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
sed -i '/^paper,/b; /,wang_table\(3_32\|4_16\),/!d' tree/paper/experiments.csv
sed -i '/^wang_table4_16/s/bytes=.*/bytes=[1024]/' tree/paper/sweeps.tsv
expect 0 tree/quadrille reproduce --ablations
parts=$(sed -n 's/^ablations\t//p' tree/paper/again.tsv | cut -f1 | uniq)
[[ $(grep -c '^wang1993,' out) == $(wc -l <<<"$parts") ]] ||
    complain "parts: $(<out)"
error_without() {
    awk -F, -v part="$1" '$2 == part { print $5 }' out
}
for part in 'control network' 'serial processor' handshakes; do
    awk "BEGIN { exit !($(error_without "$part") > $(error_without none)) }" ||
        complain "without $part: $(error_without "$part"), with all:" \
            "$(error_without none)"
done
refuse "'--ablation'; accepted: --only PAPER:TABLE, --ablations," \
    tree/quadrille reproduce --ablation
finish
