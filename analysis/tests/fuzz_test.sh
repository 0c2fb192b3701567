#!/usr/bin/env bash
# Damaged files and samples, in R's functions and through the commands: a line
# that names the file, exit status 2, nothing written.
source harness/testing/expect.sh
expect 0 Rscript --vanilla "$source_root/analysis/tests/fuzz.R" \
    "$source_root" 6 41
cat out
[[ ! -s err ]] || complain "$(<err)"

mkdir good
good=good/ponnusamy_figure6/cm5_1992
tar --extract --file "$source_root/paper/data/results.tar.xz" \
    --directory good --strip-components=1 results/ponnusamy_figure6
expect 0 "$quadrille" compare $good --baseline bex
# One of its times replaced.
cp -r $good bad
Rscript --vanilla -e 'suppressPackageStartupMessages(library(data.table))' \
    -e 'source(commandArgs(TRUE)[1])' \
    -e 'set_sample("bad", 2, "time_ns", "nan")' \
    "$source_root/analysis/tests/damage.R" || complain 'bad: cannot be made'
words='bad/launch-00000.json: its csv has a time_ns that is no whole'
for command in 'compare bad --baseline bex' "compare bad $good" \
    "compare $good bad" 'figures --results bad'; do
    # shellcheck disable=SC2086 # a command and its words
    expect 0 "$quadrille" $command
    says err "$words"
    [[ $(wc -l <err) == 1 ]] || complain "$command: $(<err)"
done
cp -r $good no-json
echo '{"cells": [' >no-json/launch-00000.json
expect 0 "$quadrille" figures --results no-json
says err "no-json/launch-00000.json: it is not a launch's JSON; it does not"
# The files of the paper.
mkdir -p tree/{analysis,docs}
cp -L "$source_root/docs/machines.md" tree/docs
cp -rL "$source_root"/{paper,configs} tree
cp -rL "$source_root"/analysis/{R,published,report,errata.csv,outliers.csv} \
    "$source_root"/analysis/misses.csv tree/analysis
chmod -R u+w tree
make=(Rscript --vanilla tree/paper/make_paper_figures.R tree good made)
draw=("${make[@]}" ponnusamy_figure7)
# damaged FILE FROM TO WORDS COMMAND ...: refused while FROM is TO.
damaged() {
    local file=$1 from=$2 to=$3 words=$4
    shift 4
    cp "$file" kept
    sed -i "0,/$from/s//$to/" "$file"
    ! cmp -s "$file" kept || complain "$file: has no $from"
    refuse "$words" "$@"
    mv kept "$file"
}
damaged tree/paper/figures.yaml '  panels:' '  panel:' \
    'figures.yaml 1: no key panels' "${draw[@]}"
damaged tree/paper/figures.yaml 'name: ponnusamy_figure5' 'name: [a, b]' \
    'figures.yaml 1, name: accepted: a name' "${make[@]}"
damaged tree/paper/experiments.csv simulated simulate \
    "experiments.csv:2: kind 'simulate'; accepted: simulated measured" \
    "${make[@]}"
damaged tree/analysis/published/claims.yaml 'holds: >-' 'hold: >-' \
    "claims.yaml 1: key 'hold'; accepted: id, paper" "${make[@]}"
damaged tree/analysis/published/claims.yaml 'all(lex' 'all((lex' \
    'claims.yaml 1, holds: accepted: an expression of R' "${make[@]}"
head -c 200000 "$source_root/paper/data/results.tar.xz" >cut.tar.xz
refuse 'cut.tar.xz: lzma decoding result' "${make[@]:0:4}" cut.tar.xz made
[[ ! -e made ]] || complain 'something was drawn'
finish
