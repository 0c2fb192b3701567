#!/usr/bin/env bash
# Report and figures of the frozen results: they have every printed number, are
# the same bytes twice, and the page works in a browser.
source harness/testing/expect.sh
# shellcheck source=paper/browse_report.sh
source "$source_root/paper/browse_report.sh"
mkdir tree
cp -rL "$source_root"/{quadrille,CITATION.cff,configs,analysis,docs,paper} \
    "$source_root/third_party" tree
out=tree/paper/out

mkdir empty
refuse 'empty has no results; accepted: a results folder of a sweep or of' \
    tree/quadrille figures --results empty
refuse "--only 'wang_figur7'; accepted: wang_figure7 " \
    tree/quadrille figures --only wang_figur7
refuse "--only 'zebra'; accepted: printed table11_cm5_1992 " \
    tree/quadrille figures --only zebra
[[ ! -e $out/figures ]] || complain 'an unknown figure left files'
expect 0 tree/quadrille figures --only growth --output one
[[ $(cd one && find . -type f | sort | xargs) == \
    './figures/growth.csv ./figures/growth.pdf ./figures/growth.svg' ]] ||
    complain "--only growth left $(find one -type f)"
expect 0 tree/quadrille figures
for ending in csv pdf svg; do
    cmp -s {one,$out}/figures/growth.$ending ||
        complain "--only growth: another growth.$ending"
done
says $out/summary.txt 'predicted times more than 25% off: '
says $out/summary.txt '; 0 of them without a reason'
# Each of nine tables is compared with null models that have all of its times.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["rms_ln"] > 0 { count[$at["model"]]++; best += $at["best"] == "TRUE" }
    END { exit !(count["simulation"] == 9 && count["nearest neighbour"] == 9 &&
                 count["closed form"] >= 8 &&
                 best == count["closed form"]) }' $out/nulls.csv ||
    complain "nulls.csv: $(<$out/nulls.csv)"
says $out/coverage.csv \
    'wang1993,Figure 9,communication cost of the airfoil meshes,differs,'
# README has the figure's words, and its table is that of totals.csv.
tr '\n' ' ' <"$source_root/README.md" |
    grep -qF -- "$(<$out/figures/printed.txt)" ||
    complain "README.md lacks the words of $out/figures/printed.txt"
cp -L "$source_root/README.md" .
while IFS= read -r line; do
    grep -qxF -- "$line" README.md || complain "README.md lacks: $line"
done < <(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["quantities"] == "times" {
        printf "| %s | %s | %d | %.0f%% | %.0f%% | %.0f%% |\n", $at["cells"],
            $at["models"], $at["number"], 100 * $at["within_10"],
            100 * $at["within_25"], 100 * $at["within_50"] }' $out/totals.csv)
says README.md "$(grep -o 'What was not looked at has .*' $out/summary.txt)"
read -r times within < <(awk '/^ponnusamy1992, Table 12/ {
    getline; print $2, $6 }' $out/summary.txt)
says README.md "($within of $times within 25%; "
# So are the shares in docs/machines.md: of the last row of its table, and of
# what was last unseen.
cp -L "$source_root/docs/machines.md" .
shares() {
    awk -F, -v cells="$1" -v models="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["cells"] == cells && $at["models"] == models &&
            $at["quantities"] == "times" {
            printf "%d %.0f/%.0f/%.0f%%\n", $at["number"],
                100 * $at["within_10"], 100 * $at["within_25"],
                100 * $at["within_50"] }' $out/totals.csv
}
read -r number looked_at < <(shares 'looked at' "today's models")
sed -n '/^| change /,/^$/p' machines.md | tail -n 2 |
    grep -qF "| $number | $looked_at |" ||
    complain "machines.md: the last change is not $number, $looked_at"
last_unseen() { shares 'last unseen' "$1"; }
read -r number before < <(last_unseen 'first models of 23 November 2026')
read -r _ now < <(last_unseen 'models of 27 November 2026')
tr '\n' ' ' <machines.md >machines_line
for words in "The $number times that were last unseen" \
    "$before with the first models, $now with those of 27 November 2026."; do
    says machines_line "$words"
done
# So are its tables of long runs.
while IFS= read -r line; do
    grep -qxF -- "$line" machines.md || complain "machines.md lacks: $line"
done < <(Rscript --vanilla tree/paper/print_elapsed.R tree $out)
(($(wc -l <out) <= 40)) || complain "more than 40 lines: $(<out)"
for words in 'wang1993, Table 5 ' 'not reproduced:' \
    "/$out/report.html; more: "; do
    says out "$words"
done
! grep -E 'NaN|NA%' out $out/summary.txt || complain 'a number is NaN'
! grep -i warning err || complain "R warns: $(<err)"
(cd $out && find . -type f -exec sha256sum {} + | sort -k 2) >first
rm -r $out
# The same on a machine with other fonts: all families but that of the figures
# have serifs.
cat >fonts.conf <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family" compare="not_eq"><string>DejaVu Sans</string></test>
    <edit name="family" mode="prepend" binding="strong">
      <string>DejaVu Serif</string>
    </edit>
  </match>
</fontconfig>
END
draw_word() {
    Rscript --vanilla -e 'svg(commandArgs(TRUE)); grid::grid.text("word")' \
        "$1" >/dev/null
}
draw_word before.svg
export FONTCONFIG_FILE=$PWD/fonts.conf
draw_word after.svg
! cmp -s before.svg after.svg || complain 'fonts.conf changes no font'
expect 0 tree/quadrille figures
unset FONTCONFIG_FILE
(cd $out && find . -type f -exec sha256sum {} + | sort -k 2) >second
cmp -s first second || complain "figures differ: $(diff first second)"

if ! grep -q '^no paper.pdf: pdflatex or commonmark is missing' out; then
    [[ $(head -c 5 $out/paper.pdf) == %PDF- ]] || complain 'no paper.pdf'
    # Every number in the text exists, and every reference.
    ! grep '{--}' $out/paper/numbers.tex >missing ||
        complain "numbers: $(<missing)"
    ! grep -E 'undefined|Overfull' out || complain 'the paper has faults'
fi

# The frozen checksums, if the same versions draw the figures.
drew=$(sed -n '1s/^# //p' tree/paper/data/figures.sha256)
draws=$("$source_root/paper/drawn_by.sh")
if [[ $draws == "$drew" ]]; then
    sed 1d tree/paper/data/figures.sha256 >sums
    (cd $out/figures && sha256sum --quiet -c ../../../../sums) ||
        complain 'not the frozen figures: paper/freeze.sh'
    cmp -s $out/figures/printed.png "$source_root/docs/figures/printed.png" ||
        complain "docs/figures/printed.png is not today's: paper/freeze.sh"
    [[ $(wc -l <sums) == $(find $out/figures -type f | wc -l) ]] ||
        complain 'not as many figures as are frozen'
else
    echo "skipped: checksums are of $drew, this is $draws"
fi

# Every published number is in the ledger, with a verdict, and every figure of
# figures.yaml is there.
printed=$(cat tree/analysis/published/*.csv | grep -vc '^paper,')
there=$(sed 1d $out/ledger.csv | cut -d, -f 1-5 | sort -u | wc -l)
((there == printed)) ||
    complain "$there of $printed numbers are in the ledger"
! grep -q ',not run,' $out/ledger.csv || complain 'some did not run'
while read -r name; do
    [[ -s $out/figures/$name.svg && -s $out/figures/$name.pdf ]] ||
        complain "no figure $name"
done < <(sed -n 's/^- name: //p' tree/paper/figures.yaml)
# Every figure has its numbers, and their source in the first line.
for file in "$out"/figures/*.svg; do
    name=$(basename "$file" .svg)
    grep -qE "^# figure: $name; (sweep|other files): .*; command: .* $name\$" \
        "${file%svg}csv" || complain "$name.csv does not give its source"
    (($(wc -l <"${file%svg}csv") > 2)) || complain "$name.csv has no numbers"
done
# Verdicts of the frozen results are frozen, too, so none of these disagrees.
! grep ',claims.csv,' $out/disagreements.csv ||
    complain 'other verdicts than in paper/data/claims.csv: paper/freeze.sh'
says $out/report.html 'Frozen and rerun results that disagree'
# The page loads nothing from elsewhere.
! grep -oE '(src|href)="(https?:)?//[^"]*' $out/report.html ||
    complain 'the report loads something from elsewhere'

# The file is small, with the topic and the shares before the first figure.
sed '/<figure>/q' $out/report.html >first_screen
for words in CM-5 Paragon 'first models of 23 November 2026' \
    "today's models" 'What was not looked at has ' 'with building'; do
    says first_screen "$words"
done
(($(wc -c <$out/report.html) < 2200000)) ||
    complain 'report.html: 2.2 MB or more'

if command -v chromium >/dev/null; then
    browse_report $out
else
    echo 'skipped: no chromium to open the report'
fi
finish
