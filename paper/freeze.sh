#!/usr/bin/env bash
# paper/freeze.sh RESULTS -- makes RESULTS, of `quadrille reproduce`, the frozen
# ones: what the figures and `quadrille verify` read of them, and no more.
set -euo pipefail
cd -- "${BASH_SOURCE[0]%/*}"
new=data/results.new
rm -rf $new
mkdir $new
cp -r "$1"/{schedules,patterns,predictions} $new
while IFS=, read -r _ _ experiment machine _; do
    mkdir -p $new/"$experiment/$machine"
    cp "$1/$experiment/$machine"/{launch-*.csv,launch-*.json,*.yaml} \
        $new/"$experiment/$machine"
done < <(tail -n +2 experiments.csv)
rm -rf data/results
mv $new data/results
du -sh --apparent-size data/results
