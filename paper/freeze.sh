#!/usr/bin/env bash
# paper/freeze.sh [RESULTS] -- freezes RESULTS of `quadrille reproduce`
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
mkdir -p $new/results
cp -r "$1"/{schedules,patterns,predictions} $new/results
while IFS=, read -r experiment machine; do
    sweep=$experiment/$machine
    mkdir -p "$new/results/$sweep"
    cp "$1/$sweep"/*.yaml "$new/results/$sweep"
    # One attempt at each launch, with the launch's name: an attempt's own has
    # host and process.
    for file in "$1/$sweep"/launch-*.{csv,json}; do
        name=${file##*/}
        name=$new/results/$sweep/${name:0:12}.${file##*.}
        [[ ! -e $name ]] || { echo "two attempts: $file" >&2 && exit 1; }
        cp "$file" "$name"
    done
done < <(tail -n +2 experiments.csv | cut -d, -f3,4 | sort -u)
# An archive that depends on nothing else.
tar --create --directory $new --sort=name --format=ustar --mtime=@0 \
    --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX results |
    xz -9 >$new.tar.xz
mv $new.tar.xz data/results.tar.xz
rm -r $new
du --apparent-size data/results.tar.xz
freeze_figures
