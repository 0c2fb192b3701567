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
# The launches of a folder as an archive that depends on nothing else.
pack() {
    mkdir -p "$2"
    cp "$1"/{experiment,machine,hardware,software}.yaml "$2"
    cp "$1"/definition.json "$2"
    (cd "$1" && printf '%s\0' launch-*.{csv,json}) |
        tar --create --directory "$1" --null --files-from=- --format=ustar \
            --mtime=@0 --owner=0 --group=0 --numeric-owner |
        xz -9 >"$2"/results.tar.xz
}
while IFS=, read -r experiment machine; do
    pack {"$1",$new}/"$experiment/$machine"
done < <(tail -n +2 experiments.csv | cut -d, -f3,4 | sort -u)
rm -rf data/results
mv $new data/results
du -sh --apparent-size data/results
freeze_figures
