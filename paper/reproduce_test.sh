#!/usr/bin/env bash
# All of reproduce on a smaller Table 11, then figures again: the first table
# has the required accuracy, and simulations give the same bytes again.
source harness/testing/expect.sh
# Without --vanilla R would run this file of the current folder.
echo 'file.create("executed")' >.Rprofile
mkdir tree
cp -rL "$source_root"/{quadrille,CITATION.cff,configs,analysis,docs,paper} \
    "$source_root"/{workloads,third_party} tree
rm tree/paper/data/results.tar.xz # reproduce must not need them
# Eight patterns; on this machine one, with fewer launches and samples.
sed -i 's/count: 40/count: 8/' tree/configs/sweeps/ponnusamy_table11.yaml
sed -i 's/count: 4/count: 1/; s/repetitions: 10/repetitions: 2/
    s/^launches: 10/launches: 6/' \
    tree/configs/sweeps/ponnusamy_table11_measured.yaml
# Only the length of Table 3 that takes seconds.
sed -i 's/, 65536, 1048576\]/]/' tree/configs/sweeps/barnett_table3.yaml
# One pattern and launch of each ablation, mesh and table of wang1993; short
# messages.
sed -i 's/count: [2-8]}/count: 1}/' \
    tree/configs/sweeps/{wang_*,ranka_*,ponnusamy_table12_*}.yaml
sed -i 's/^degrees: .*/degrees: [4]/' tree/configs/sweeps/wang_table3.yaml
sed -i 's/^launches: 4/launches: 1/' tree/configs/sweeps/wang_table2.yaml
sed -i -E 's/seeds.count=[0-9]+/seeds.count=1/; s/launches=5/launches=1/
    /^wang_table3/s/degrees=[^ ]*//
    /_long/s/degrees=[^ ]* bytes=[^ ]*/degrees=[4] bytes=[1024]/' \
    tree/paper/sweeps.tsv
sed -i 's/^degrees: .*/degrees: [4, 8]/; s/^bytes: .*/bytes: [16, 1024]/' \
    tree/configs/sweeps/wang_figure*.yaml
# Fewer nodes, and shorter transforms.
sed -i 's/, 128, 256\]/]/; s/^procs: \[32, 256\]/procs: [32]/
    s/, 1024, 2048\]/]/' \
    tree/configs/sweeps/ponnusamy_{table5,figure6,figure10}.yaml
out=tree/paper/out

expect 2 tree/quadrille figures --results tree/results
says err 'which ./quadrille reproduce makes'
refuse "'wang1993:11'; accepted: barnett1994:3 ponnusamy1992:11" \
    tree/quadrille reproduce --only wang1993:11
# One table alone: its cells and verdicts only.
expect 0 tree/quadrille reproduce --only wang1993:2
says out 'bytes=256;fan_in=1   '
says out 'verdict, cm5_1993: of 42 predicted times '
says out 'claim 22a, cm5_1993: '
! grep -hEi 'NaN|not run|warning|Table|ponnusamy' out err ||
    complain "--only: $(<out) $(<err)"
[[ ! -e $out/ledger.csv ]] || complain '--only makes a report of one table'
rm -r tree/results/wang_table2

expect 0 tree/quadrille reproduce
# Of two at once each table is one's, whole.
runs=()
for _ in 1 2; do
    # shellcheck disable=SC2030,SC2034,SC1091 # reproduce.sh has these
    (export QUADRILLE_ROOT=$PWD/tree
        root=$PWD/tree built=$QUADRILLE_BUILT
        source tree/paper/reproduce.sh
        results=$PWD/both
        reproduce_schedules && reproduce_patterns && reproduce_predictions) &
    runs+=($!)
done
for run in "${runs[@]}"; do
    wait "$run" || complain 'one of two at once failed'
done
for folder in schedules patterns predictions; do
    diff -r tree/results/$folder both/$folder >changes ||
        complain "two at once: $folder: $(<changes)"
done
(($(wc -l <out) <= 40)) || complain "more than 40 lines: $(<out)"
says err 'simulated: 53 sweeps, '
mv $out/summary.txt out
for file in ledger.csv measured.csv claims.csv ablations.csv first_run.csv \
    report.html; do
    [[ -s $out/$file ]] || complain "$file is not there"
done
# The figures that are frozen, and no others.
(cd $out/figures && ls ./*.svg ./*.pdf) | sed 's|./||' | sort >drawn
awk '$2 ~ /\.(svg|pdf)$/ { print $2 }' tree/paper/data/figures.sha256 |
    sort | diff - drawn >changes || complain "figures: $(<changes)"
header=paper,table,case,algorithm,quantity,unit,published,reproduced,low,high
header+=,draws,mean_within,ratio,role,machine,verdict,note,seen,workload
[[ $(head -1 $out/ledger.csv) == "$header" ]] ||
    complain "ledger: $(head -1 $out/ledger.csv)"

# Without fitted constants: at least 30 of 32 times within 25%, median at most
# 1.20.
read -r times within median < <(awk '$1 == "cm5_1992" { print $2, $6, $8 }' out)
((times == 32 && within >= 30)) || complain "$within of $times within 25%"
awk "BEGIN { exit !($median <= 1.20) }" || complain "median factor $median"
for claim in '18a, cm5_1992: gs is the fastest at 10% and 25%: holds' \
    '16, cm5_1992: ps and bs are comparable: holds' \
    '1, cm5_1992: lex is much the worst, of 0 to 2048 bytes: holds' \
    '12, cm5_1992: .*system.s broadcast above 1 kB: fitted, holds' \
    '13, cm5_1992: on 256 nodes above 2 kB.*: not run' \
    '21b, none: bex spreads them evenly over its rounds: contradicts' \
    '34c, cm5_1993: a delay of one transfer saves inquiries: holds' \
    '47c, cm5_1993: both improvements together help: holds' \
    '56d, cm5_1993: both single-stage variants outperform two_stage: holds' \
    '60, cm5_1993: over l, single-stage varies more than two_stage: holds'; do
    grep -qE "^claim $claim" out || complain "$claim"
done
says out '(4 to 8 a round on 16, 4 to 32 a round on 64)'
read -r times missing within < <(awk '$1 == "paragon_16x32" {
    print $2, $4, $6 }' out)
((times == 9 && missing == 6 && within >= 1)) ||
    complain "Table 3: $within of $times within 25%, $missing not run"
grep -qE '^exact numbers .*: 86 exact, 7 contradict \(7 errata\)' \
    out || complain "exact: $(grep exact out)"
says "$source_root/docs/artifact.md" "$(grep -o '[0-9]* exact, .* errata)' out)"
says $out/ledger.csv '2 <-> 4,4 -> 2'
# Scheduling times and numbers of messages are reproduced, too.
for cells in '^wang1993,4,.*,build_time,ms,.*,within' \
    '^wang1993,test_set3,.*,mean_messages,.*,within' \
    '^ponnusamy1992,12,.*,density,.*,input,none,within'; do
    grep -q "$cells" $out/ledger.csv || complain "ledger: no $cells"
done
# The simulated part from nothing gives the same bytes. (figures_test compares
# those of two reports.)
run=tree/results/ponnusamy_table11/cm5_1992
mv $run kept
expect 0 tree/quadrille reproduce --only ponnusamy1992:11
says out '8 processes on '
(($(samples kept | wc -l) > 0)) || complain 'no samples'
cmp -s <(samples kept) <(samples $run) || complain "simulated again: $(
    diff <(samples kept) <(samples $run))"

# A missing launch is missing, not zero. (The whole report above lacks cells of
# barnett1994's Table 3.)
rm $run/launch-*.json
expect 0 Rscript --vanilla tree/paper/print_table.R tree tree/results \
    ponnusamy1992:11
[[ $(grep ' cm5_1992 ' out | grep -o '/ not run' | wc -l) == 32 ]] ||
    complain "cells that did not run have times: $(<out)"
! grep NaN out || complain 'a number is NaN'

# The measured part is not in the ledger, and ends in time.
! grep -q local $out/ledger.csv || complain 'the ledger has measured numbers'
rm -r tree/results/ponnusamy_table11_measured
QUADRILLE_MEASURED_S=0.1 expect 0 tree/quadrille reproduce --only \
    ponnusamy1992:11
says err 'measured: stopped after 0.1 s'
[[ ! -e executed ]] || complain 'R ran a .Rprofile of the current folder'
finish
