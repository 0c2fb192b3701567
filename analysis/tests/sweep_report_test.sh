#!/usr/bin/env bash
# The report of one sweep: of good results, and of a single cell, of none, of
# many variants, and of long names with markup in them.
source harness/testing/small_sweep.sh

# draw FOLDER: its report, which loads nothing and has no NaN, and all figures
# with their numbers.
draw() {
    expect 0 "$quadrille" figures --results "$1"
    [[ ! -s err ]] || complain "$1: $(<err)"
    ! grep -oE '(src|href)="(https?:)?//[^"]*' "$1/report.html" ||
        complain "$1: the page loads something from elsewhere"
    ! sed 's/<[^>]*>//g' "$1/report.html" | grep -wE 'NaN|NA|Inf|NULL' ||
        complain "$1: a number is missing"
    for figure in "$1"/*.svg; do
        [[ $(head -1 "${figure%svg}csv") == "# figure: "* ]] ||
            complain "$figure has no numbers"
    done
}

# text_of FILE: what a reader of the page sees, on one line.
text_of() {
    sed 's/<style>.*//; s/<[^>]*>/ /g' "$1" | tr -s ' \n' ' '
}

write_config small seeds '{first: 1, count: 8}'
sed -i 's/^bytes:.*/bytes: [64, 4096]/' small.yaml
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results good
draw good
text_of good/report.html >text
for words in 'small: simulated CM-5' ' What to use ' 'Of 4 cases: in ' \
    'no difference could be shown' ' 95% interval ' ' bytes procs use ' \
    'Map of the best algorithm' 'Launches and precision' ' VALID 128 ' \
    'Made with '; do
    says text "$words"
done
for words in '<main>' '<nav aria-label="sections">' 'scope="col"' \
    'role="img" aria-label="Time against bytes' \
    '<section aria-labelledby="recommended">' 'prefers-color-scheme: dark' \
    '@media print' 'name="viewport"'; do
    says good/report.html "$words"
done
says out 'Of 4 cases: in '
[[ $(sed -n 2p good/best.csv) == words,bytes,procs,choice,known,* ||
    $(sed -n 2p good/best.csv) == words,*choice,known* ]] ||
    complain "best.csv: $(head -2 good/best.csv)"
(($(wc -c <good/report.html) < 1000000)) || complain 'a page of 1 MB or more'
cp good/report.html first.html
draw good
cmp -s first.html good/report.html || complain 'another page of equal results'

# At a terminal it says at once what it does.
expect 0 script -qec "'$quadrille' figures --results good" shown
says shown 'quadrille: reading good'
says shown 'quadrille: drawing report.html and its figures'

# Cells of a launch that is gone are missing, not left out.
cp -r good gone
rm gone/launch-00000-*
draw gone
text_of gone/report.html >text
grep -qE ' missing not measured [1-9]' text ||
    complain 'missing cells are not shown'

# One cell: nothing can be compared, and the page says so.
write_config one algorithms '[gs]'
sed -i 's/^procs:.*/procs: [4]/; s/count: 4/count: 1/' one.yaml
expect 0 "${sweep[@]}" run one.yaml --machine cm5_1992 --results one
draw one
text_of one/report.html >text
says text 'Nothing can be compared: no case has two algorithms'
says text ' VALID 1 '
[[ ! -e one/best.svg ]] || complain 'a map of one cell'

# No VALID cell: one line.
cp -r one none
make_old none
Rscript --vanilla -e 'root <- "."' -e 'source(commandArgs(TRUE)[1])' \
    -e 'replace_csv("none",
    charToRaw(paste0(readLines("none/launch-00000.csv")[1], "\n")))' \
    "$source_root/analysis/tests/damage.R"
sed -i 's/"VALID"/"INVALID"/; s/"samples": *1/"samples": null/' \
    none/launch-00000.json
refuse 'none: no complete launch with a VALID cell' "$quadrille" figures \
    --results none --output drawn_none
[[ -z $(ls drawn_none) ]] || complain 'files without a VALID cell'

# Three modes and five selectors: eleven curves, seven of them drawn.
write_config crowd workload vector densities '' bytes '[64, 4096]' \
    algorithms '[allreduce_short, allreduce_long, mpi_allreduce]' \
    modes '[synchronous, posted, persistent]' procs '[2]' seeds "$one_seed" \
    cells_per_launch 100 launches 6 selectors \
    '[default, basic_linear, recursive_doubling, ring, rabenseifner]'
expect 0 "${sweep[@]}" run crowd.yaml --results crowd
draw crowd
says out '11 curves in a panel, more than 7 are hard to distinguish'
text_of crowd/report.html >text
says text '; 4 curves that are slower on average are only in summary.csv.'
curves=$(Rscript --vanilla -e 'suppressPackageStartupMessages(
    library(data.table))' -e 'cat(uniqueN(fread("crowd/figure.csv", skip = 1)[
    , .(algorithm, how)]))')
[[ $curves == 7 ]] || complain "$curves curves"

# Names of 200 letters with markup are text, and nothing else.
name=$(printf '<script>alert("1")<!--&'\''%.0s' {1..9})
name=${name//\//}.txt
printf '0 1 2\n3 0 4\n5 6 0\n' >"$name"
printf '0 1 2\n3 0 0\n5 6 0\n' >plain.txt
cat >odd.yaml <<YAML
name: odd
workload: matrix_file
patterns: ['${name//\'/\'\'}', plain.txt]
algorithms: [gs, bs]
procs: [3]
bytes: [64, 128]
seeds: {first: 1, count: 1}
warmup: 1
repetitions: 1
order_seed: 7
cells_per_launch: 8
launch_cap_s: 60
YAML
title="</title><script>alert(2)</script> & $(printf 'long %.0s' {1..40})"
expect 0 "${sweep[@]}" run odd.yaml --machine cm5_1992 --results odd \
    --set "machine.title=\"$title\""
draw odd
! grep -iE '<script|<!--|</title>.*</title>' odd/report.html ||
    complain 'a name is markup'
says odd/report.html '&lt;script&gt;alert(2)&lt;/script&gt; &amp; long'
says odd/report.html '&lt;!--&amp;'
! grep -il '<script' odd/*.svg || complain 'a name is text of a figure'
finish
