#!/usr/bin/env bash
# Committed predictions: no batch has changed, and the present models, if it is
# theirs, still say the same.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
rows=tree/paper/data/predictions.csv batches=tree/paper/data/predictions.sha256

# batch_is_whole FILE LINES DIGEST
batch_is_whole() { [[ $(head -n "$2" "$1" | sha256sum) == "$3  -" ]]; }

while read -r lines digest date; do
    batch_is_whole $rows "$lines" "$digest" ||
        complain "a row of the predictions of $date has changed"
done < <(grep -v '^#' $batches)
read -r lines digest _ < <(tail -n 1 $batches)
[[ $lines == "$(wc -l <$rows)" ]] ||
    complain "$(basename $batches) lacks the last rows"
# A changed row is found.
sed '2s/[1-9]/7/' $rows >changed.csv
! batch_is_whole changed.csv "$lines" "$digest" || complain 'no change is found'

# The swaps again.
sed -i '/^sweep/b; /^predict_swaps\tcm5_1993/!d
    s/launches=4/& bytes=[16,4096]/' tree/paper/predicted.tsv
expect 0 tree/quadrille reproduce --predictions
made=tree/results/predictions/predictions.csv
(($(wc -l <$made) > 20)) || complain "predictions: $(<$made)"
models=$(sed -n '2s/.*,//p' $made)
if grep -q ",$models$" $rows; then
    ! grep -vxFf $rows $made || complain 'the models now predict otherwise'
else
    echo "skipped: committed rows are of other models than $models"
fi
refuse "'--prediction'; accepted: --only PAPER:TABLE, --ablations, \
--matrices, --refits," tree/quadrille reproduce --prediction
finish
