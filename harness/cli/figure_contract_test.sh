#!/usr/bin/env bash
# The contract of --figure, for pattern and picture: an SVG with the same bytes
# each time, at any path.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"
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

# A mesh by parts: the csv has the mesh, and the parts of the workload airfoil.
parts=("$quadrille" picture parts --points 545 --procs 12)
expect 0 "${parts[@]}"
cp out parts.csv
[[ $(head -1 parts.csv) == surface,point,x,y,z,value ]] ||
    complain "corners: $(head -1 parts.csv)"
for line in wall:564 symmetry:912; do
    [[ $(grep -c "^${line%:*}," parts.csv) == "${line#*:}" ]] ||
        complain "not ${line#*:} corners of the ${line%:*}"
done
[[ $(cut -d, -f6 parts.csv | tail -n +2 | sort -un | wc -l) -gt 6 ]] ||
    complain 'few parts meet the wing'
! grep -vE '(value|,([0-9]|1[01]))$' parts.csv || complain 'part 12 or more'
expect 0 "${parts[@]}" --partition rcb
! cmp -s out parts.csv || complain 'another partition gave the same parts'
wing=$source_root/workloads/airfoil/meshes/wing_545.msh.xz
expect 0 "$quadrille" picture parts --mesh "$wing" --procs 12
cmp -s out parts.csv || complain '--mesh of the same mesh gave other parts'
for name in parts again; do expect 0 "${parts[@]}" --figure $name.svg; done
[[ ! -s out && ! -s err ]] || complain "--figure said $(<out) $(<err)"
says parts.svg '<svg '
cmp -s parts.svg again.svg || complain 'the same parts gave another picture'
(($(wc -c <parts.svg) < 300000)) || complain 'a small mesh, a large picture'
# The picture in docs/meshes.md equals the output of the command above it.
mkdir -p docs/figures
command=$(sed -n '/^ *\.\/quadrille picture parts/,/svg$/p' \
    "$source_root/docs/meshes.md")
command=${command//\\/}
read -ra words <<<"${command//$'\n'/ }"
expect 0 "$quadrille" "${words[@]:1}"
cmp -s "${words[-1]}" "$source_root/docs/figures/wing_parts.svg" ||
    complain 'docs/figures/wing_parts.svg is not what docs/meshes.md says'
xz -dc "$wing" >'"><script>.msh'
expect 0 "$quadrille" picture parts --procs 4 --mesh '"><script>.msh' \
    --figure hostile.svg
! grep '<script' hostile.svg || complain 'the name of a mesh is text of the SVG'
refuse 'one of --points N and --mesh FILE is needed' "$quadrille" picture \
    parts --procs 4
refuse 'one of --points N and --mesh FILE is needed' "${parts[@]}" \
    --mesh "$wing"
refuse '--procs P is needed' "$quadrille" picture parts --points 545
refuse "--points: '546'; accepted: 545, 2000" "$quadrille" picture parts \
    --points 546 --procs 4
refuse '--figure: nowhere/: No such file' "${parts[@]}" --figure nowhere/f.svg
refuse "'picture'; accepted: " "$quadrille" picture whole
xz -dc "$wing" | awk 'NF == 8 && $2 == 2 && $4 == 2 { $4 = 3 } 1' >plain.msh
refuse 'plain.msh: no face is of physical group 2; accepted: meshes with a s' \
    "$quadrille" picture parts --procs 4 --mesh plain.msh

# The pressure on a wing: by its angle the air lifts it or presses it down.
pressure=("$quadrille" picture pressure --points 545 --steps 100)
# In percent: the mean below the wing minus the mean above it.
lift() {
    awk -F, '$1 == "wall" && $5 != 0 { n[$5 > 0]++; sum[$5 > 0] += $6 }
        END { printf "%d\n", 100 * (sum[0] / n[0] - sum[1] / n[1]) }' out
}
expect 0 "${pressure[@]}"
cp out pressure.csv
diff <(cut -d, -f1-5 parts.csv) <(cut -d, -f1-5 out) ||
    complain 'pressure and parts are on other triangles'
(($(lift) > 10)) || complain "at 3.06 degrees the lift is $(lift) %"
expect 0 "${pressure[@]}" --alpha -3.06
(($(lift) < -10)) || complain "at -3.06 degrees the lift is $(lift) %"
expect 0 "${pressure[@]}" --figure pressure.svg
[[ ! -s out && ! -s err ]] || complain "--figure said $(<out) $(<err)"
expect 0 "${pressure[@]}" --figure again.svg
says pressure.svg '<svg '
cmp -s pressure.svg again.svg || complain 'the same flow gave another picture'
cmp -s pressure.svg parts.svg && complain 'the pressure looks as the parts do'
refuse '--figure: nowhere/: No such file' "$quadrille" picture \
    pressure --points 53961 --figure nowhere/f.svg
expect 1 "${pressure[@]}" --cfl 50
says err 'the density at point '
[[ $(wc -l <err) == 1 && ! -s out ]] || complain "more than a line: $(<err)"

[[ -z $(find . -name '*.tmp') ]] || complain 'half a figure is left'
finish
