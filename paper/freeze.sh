#!/usr/bin/env bash
# paper/freeze.sh [RESULTS] -- freezes RESULTS of `quadrille reproduce`, packed,
# for the figures and `quadrille verify`, draws the figures, writes their
# checksums and the verdicts on claims; without RESULTS it does only the latter.
set -euo pipefail
cd -- "${BASH_SOURCE[0]%/*}"

freeze_figures() {
    rm -rf out/figures
    ../quadrille figures >/dev/null
    cp out/figures/printed.png ../docs/figures
    cp out/claims.csv data
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
xz -9 $new/patterns/messages.csv
while IFS=, read -r experiment machine; do
    mkdir -p $new/"$experiment"
    ../quadrille results pack {"$1",$new}/"$experiment/$machine" >/dev/null
done < <(tail -n +2 experiments.csv | cut -d, -f3,4 | sort -u)
rm -rf data/results
mv $new data/results
du -sh --apparent-size data/results
freeze_figures
