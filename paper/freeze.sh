#!/usr/bin/env bash
# paper/freeze.sh [RESULTS] -- freezes RESULTS of `quadrille reproduce` for the
# figures and `quadrille verify`, draws the figures and writes their checksums;
# without RESULTS it only draws and writes checksums.
set -euo pipefail
cd -- "${BASH_SOURCE[0]%/*}"

freeze_figures() {
    ../quadrille figures >/dev/null
    {
        echo "# $(./drawn_by.sh)"
        (cd out/figures && sha256sum -- *)
    } >data/figures.new
    mv data/figures.new data/figures.sha256
    sha256sum data/figures.sha256
}

if (($# == 0)); then
    freeze_figures
    exit
fi
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
freeze_figures
