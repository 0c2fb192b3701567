#!/usr/bin/env bash
# The contract of --figure: an SVG with the same bytes each time, at any path.
source harness/testing/expect.sh
table6=$source_root/workloads/matrix_file/ponnusamy1992_table6.txt

zipf=("$quadrille" pattern --workload zipf --procs 12 --density 0.5 --seed 3)
expect 0 "${zipf[@]}" --figure first.svg
[[ ! -s out && ! -s err ]] || complain "--figure said $(<out) $(<err)"
says first.svg '<svg '
# Text is drawn as glyphs, tiles as paths: at least one per message.
(($(grep -c '<path ' first.svg) >= 66)) || complain 'fewer paths than messages'
expect 0 "${zipf[@]}" --fig again.svg
cmp -s first.svg again.svg || complain 'the same matrix gave another figure'
many=("$quadrille" pattern --workload stencil --procs 80 --grid 8x10
    --extent 99x99)
for name in many again; do expect 0 "${many[@]}" --figure $name.svg; done
cmp -s many.svg again.svg || complain 'the same image gave another figure'
expect 0 "${zipf[@]}" --exponent 2 --figure again.svg
cmp -s first.svg again.svg && complain 'another matrix gave the same figure'

# Any path works: blanks, quotes, characters special to R or a shell.
mkdir -p "a 'b' \$(c)"
strange="a 'b' \$(c)/100%d; d.svg"
expect 0 "${zipf[@]}" --figure "$strange"
cmp -s first.svg "$strange" || complain "no figure at $strange"
cp "$table6" "x'y z.txt"
expect 0 "$quadrille" pattern --workload matrix_file --procs 8 \
    --file "x'y z.txt" --figure table6.svg
expect 0 "$quadrille" pattern --stats "x'y z.txt" --figure stats.svg
says out 'messages                 34'
says stats.svg '<svg '

# A name that is HTML or SVG is drawn, and is no text of the figure.
hostile='"><img src=x onerror=alert(1)> & <script>.txt'
cp "$table6" "$hostile"
expect 0 "$quadrille" pattern --stats "$hostile" --figure hostile.svg
says hostile.svg '<svg '
! grep -E 'onerror|<script|<img|alert' hostile.svg ||
    complain 'a name is text of the SVG'

refuse "--figure: 'f.png'; accepted: file names that end in .svg" "${zipf[@]}" \
    --figure f.png
refuse '--format and --figure are both given; accepted: one' "${zipf[@]}" \
    --format csv --figure f.svg
refuse '--procs P is needed' "$quadrille" pattern --workload zipf \
    --figure f.svg
refuse '--figure: nowhere/: No such file' "${zipf[@]}" --figure nowhere/f.svg
refuse '--figure: first.svg/: Not a directory' "${zipf[@]}" \
    --figure first.svg/f.svg
mkdir folder.svg
expect 1 "${zipf[@]}" --figure folder.svg
says err 'folder.svg was not drawn: '
[[ $(wc -l <err) == 1 ]] || complain "more than a line: $(<err)"

[[ -z $(find . -name '*.tmp') ]] || complain 'half a figure is left'
finish
