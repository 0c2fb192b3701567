#!/usr/bin/env bash
# A launch (one mpirun) is what its sweep says, or it does not count: the judge
# says so in all commands, `run` measures it again, and all launches read the
# same inputs. Most files here are of format 6, which has no digest of the JSON.
source harness/testing/small_sweep.sh
words='; it does not count'
first=launch-00000 second=launch-00001

# agree FOLDER FILE REASON [STATUS]: the file, and no other, does not count, and
# the others do, with R, too.
agree() {
    local line="$PWD/$1/$2: $3$words"
    expect "${4:-1}" "${sweep[@]}" status "$1"
    [[ $(grep -F "$words" out) == "$line" ]] ||
        complain "$1: status should say '$line', said: $(<out)"
    expect "${4:-1}" "$quadrille" results check "$PWD/$1"
    [[ $(<err) == "$line" ]] ||
        complain "$1: the judge should say '$line', said: $(<err)"
    expect 0 "$quadrille" compare "$PWD/$1" --baseline gs
    says err "$line"
}
# accept FOLDER: every launch counts.
accept() {
    expect 0 "${sweep[@]}" status "$1"
    expect 0 "$quadrille" compare "$1" --baseline gs
    [[ ! -s err ]] || complain "$1: $(<err)"
}
# sign FOLDER LAUNCH: its JSON describes its csv, whatever that is.
sign() {
    awk -v bytes="$(stat -c %s "$1/$2.csv")" \
        -v sha="$(sha256sum <"$1/$2.csv" | cut -c1-64)" '
        /"csv": [{]/ { is_csv = 1 }
        is_csv { sub(/"bytes": [0-9]+/, "\"bytes\": " bytes)
            sub(/"sha256": "[^"]*"/, "\"sha256\": \"" sha "\"") }
        /[}]/ { is_csv = 0 } 1' "$1/$2.json" >signed
    mv signed "$1/$2.json"
}

write_config small
run=("${sweep[@]}" run small.yaml --machine cm5_1992 --results)
expect 0 "${run[@]}" made
accept made
cp -r made good
make_old good
accept good
same_samples made good

# One attack a line, on the JSON of the second launch: name, reason, sed.
while IFS='|' read -r name reason edit; do
    cp -r good "$name"
    sed -i -E "$edit" "$name/$second.json"
    ! cmp -s good/$second.json "$name/$second.json" ||
        complain "$name: nothing is edited"
    agree "$name" $second.json "$reason"
done <<'CASES'
strange|it has a cell of another launch|0,/"cell": [0-9]+/s//"cell": 7777/
negative|it is not a launch's JSON|0,/"cell": [0-9]+/s//"cell": -3/
format|format 3; accepted: 4 to 7|s/"format": .*/"format": 3,/
name|it is of another experiment|s/(^ "experiment": "small)/\1er/
procs|it had another number of ranks|s/^ "procs": .*/ "procs": 99,/
kind|its times are of another kind of machine|s/^( "simulated": )true/\1false/
program|it was made with another program (bench_simulated.so)|/am_sh/s/: "./&x/
rows|its csv has another number of rows|s/("rows": )([0-9]+)/\11\2/
samples|its csv has other samples than its cells|0,/("samples": )1/s//\12/
none|it has a VALID cell without samples|0,/("samples": )1/s//\10/
digest|it does not describe its csv|/"csv"/,/[}]/s/("sha256": ")./\1x/
CASES
cp -r good hollow
: >hollow/$second.csv
sign hollow $second
agree hollow $second.json 'its csv has no columns launch, cell and time_ns'
refuse "--from format/$second.json: format 3; accepted: 4 to 7" \
    "$quadrille" bench --from format/$second.json
cp -r good fewer
rows=$(sed -nE 's/.*"rows": ([0-9]+).*/\1/p' good/$second.json)
sed -i -E "s/\"rows\": .*/\"rows\": $((rows - 1)),/" fewer/$second.json
agree fewer $second.json 'its csv has another number of rows'
cp -r good twice
awk '/"cell":/ && ++n == 1 { kept = $0 } /"cell":/ && n == 2 { $0 = kept } 1' \
    good/$second.json >twice/$second.json
agree twice $second.json 'it has a cell twice'

# Files that fit each other, but are not the second launch's.
cp -r good copied
cp good/$first.json copied/$second.json
cp good/$first.csv copied/$second.csv
agree copied $second.json 'it is another launch'
cp -r good column
sed -i '2,$s/^1,/0,/' column/$second.csv
sign column $second
agree column $second.json 'its csv has rows of another launch'
cp -r good renamed # the csv of the first launch under the second's number
sed '2,$s/^0,/1,/' good/$first.csv >renamed/$second.csv
sign renamed $second
agree renamed $second.json 'its csv has other samples than its cells'
for time in nan '' 0 -5 12.5 1e3 07; do
    rm -rf column && cp -r good column
    awk -F, -v OFS=, -v time="$time" 'NR == 1 { for (i = 1; i <= NF; i++)
        at[$i] = i } NR == 3 { $at["time_ns"] = time } 1' \
        good/$second.csv >column/$second.csv
    sign column $second
    agree column $second.json \
        'its csv has a time_ns that is no whole number above 0'
done
write_config other seeds '{first: 2, count: 4}'
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results other
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1993 --results machine
for from in other machine; do
    make_old $from
    cp -r good "from_$from"
    cp "$from"/$second.* "from_$from"
done
agree from_other $second.json "it was made with another experiment.yaml (line \
7: 'seeds: {first: 1, count: 4}', now 'seeds: {first: 2, count: 4}')"
agree from_machine $second.json "it was made with another machine.yaml (line \
4: $(sed -n "/^title/s/.*/'&'/p" good/machine.yaml), now \
$(sed -n "/^title/s/.*/'&'/p" machine/machine.yaml))"
cp -r good more
for name in launch-00099 launch-1 launch-00099-01-n-1-abcdef; do
    cp good/$second.json more/$name.json
    cp good/$second.csv more/$name.csv
    agree more $name.json 'the sweep has no such launch' 0
    rm more/$name.*
done

# Every edit of a JSON of today, and bytes of its csv that are not there.
for edit in 's/"cpu": "./&x/' 's/"samples": 1/"samples": 2/' \
    's/"reason": null/"reason": "x"/' \
    's/"libc": "./&x/' '/json_sha256/s/[0-9]/x/'; do
    rm -rf edited && cp -r made edited
    file=$(launch_file edited 1 json)
    sed -i "0,/:/b; $edit" "$file"
    ! cmp -s "$file" "$(launch_file made 1 json)" || complain "$edit: nothing"
    agree edited "${file#*/}" 'it was changed or is damaged'
done
rm -rf edited && cp -r made edited
file=$(launch_file edited 1 csv)
truncate -s -1 "$file"
name=${file#*/}
agree edited "${name%csv}json" 'it does not describe its csv'
echo >>"$file" # as long again, and another byte is allowed
echo more >>"$file"
accept edited

# Control characters of a file reach no terminal, page or table.
cp -r good escape
sed -i 's/"verdict": "VALID"/"verdict": "INVALID"/
    s/"reason": null/"reason": "a\\u001b]0;x\\u0007\\u009b2Jb"/
    s/"rows": .*/"rows": 0,/' escape/$second.json
sed -i '2,$d' escape/$second.csv
sign escape $second
expect 1 "${sweep[@]}" status escape
says out ' INVALID, first in launch 1: a?]0;x???2Jb'
expect 0 "$quadrille" figures --results escape
says escape/report.html 'a?]0;x??2Jb'
! LC_ALL=C grep -l $'[\x07\x1b]\|\xc2\x9b' out err escape/*.{html,csv} ||
    complain 'control characters were passed on'

# `run` keeps what does not belong, and measures it again.
for name in strange copied twice column from_other digest; do
    kept=$(sha256sum <$name/$second.json)
    expect 0 "${run[@]}" $name
    says err "$name/$second.json: "
    [[ $(sha256sum <$name/$second.json) == "$kept" && -s $name/$second.csv ]] ||
        complain "$name: not kept: $(ls $name)"
    same_samples made $name
    expect 0 "${sweep[@]}" status $name
done

# Two planners in one folder: everything counts once.
rm -rf both
"${run[@]}" both >/dev/null 2>&1 &
expect 0 "${run[@]}" both
wait
same_samples made both

# Results whose machine's file today's programs would not accept.
cp -r good older
echo 'key_of_then: 1' >>older/machine.yaml
digests=()
for folder in good older; do
    digests+=("$(sha256sum <$folder/machine.yaml | cut -d' ' -f1)")
done
sed -i "s/${digests[0]}/${digests[1]}/" older/launch-*.json
expect 0 "$quadrille" results check older
expect 0 "$quadrille" compare older --baseline gs
refuse 'older/machine.yaml:' "${sweep[@]}" status older

# A folder that another build made is refused as a whole, and not touched.
cp -r made built
make_old built
sed -i -E 's/("program_sha256": ")./\1x/' built/launch-*.json
cp -r built before
refuse 'made with another program (bench' "${run[@]}" built
refuse 'made with another program (bench' "${sweep[@]}" collect built
diff -r before built >changes || complain "another program: $(<changes)"
accept built # for readers it is whole

# A damaged copy of the definition costs nothing, and is written anew.
for name in definition.json experiment.yaml machine.yaml hardware.yaml; do
    for damage in 'truncate -s -5' 'truncate -s 0' rm; do
        rm -rf damaged && cp -r made damaged
        $damage damaged/$name
        [[ $name == definition.json || $damage == rm ]] || {
            expect 0 "$quadrille" results check damaged
            says err "damaged/$name was damaged; written anew"
            $damage damaged/$name
        }
        expect 0 "${run[@]}" damaged
        [[ $damage == rm ]] ||
            says err "damaged/$name was damaged; written anew"
        cmp -s made/$name damaged/$name || complain "$damage $name: another"
        diff -r -x '*.csv' -x .programs made damaged >changes ||
            complain "$damage $name: $(<changes)"
    done
done

# Another configuration than the folder's: `status` says which, as `run` does.
for action in run status collect; do
    refuse "another experiment.yaml (line 7: 'seeds: {first: 1, count: 4}'" \
        "${sweep[@]}" $action other.yaml --machine cm5_1992 --results good
done
refuse 'made with another machine.yaml (' "${sweep[@]}" status small.yaml \
    --machine cm5_1993 --results good
accept good
# Also where what is damaged affects no measurement.
rm -rf damaged && cp -r made damaged
sed -i 's/^launch_cap_s: 6/launch_cap_s: x/' damaged/experiment.yaml
expect 0 "$quadrille" results check damaged
says err 'damaged/experiment.yaml was damaged; written anew'
cmp made/experiment.yaml damaged/experiment.yaml || complain 'another'

# What affects no measurement may change with every command.
sed -i 's/launch_cap_s: 60/launch_cap_s: 61/' small.yaml
expect 0 "${run[@]}" made
says made/experiment.yaml 'launch_cap_s: 61'
accept made
# Also of a folder that an earlier version has made: nothing is measured again.
expect 0 "${run[@]}" good
[[ -z $(compgen -G 'good/launch-*-01-*') ]] || complain 'measured again'
same_samples made good
accept good

# What is in inputs/ is what the first launch has read.
write_config cg workload cg grids '[9x8x7]' partitions '[kway]' densities '' \
    bytes '' algorithms '[gs, drs_n]' procs '[3]' seeds "$one_seed" \
    repetitions 2 cells_per_launch 1
cg=("${sweep[@]}" run cg.yaml --results parts)
expect 0 "${cg[@]}"
part=$(ls parts/inputs)
cp "parts/inputs/$part" kept
# Well-formed: the first vertex has another owner.
awk 'NR == 2 { $0 = ($0 + 1) % 3 } 1' kept >edited_part
cp edited_part "parts/inputs/$part"
! cmp -s kept "parts/inputs/$part" || complain 'the partition is as it was'
rm parts/$second-*
expect 0 "${cg[@]}"
says err "parts/inputs/$part was damaged; written anew"
cmp -s kept "parts/inputs/$part" || complain 'the partition is not made again'
# Also if it is edited while the sweep runs: a launch looks for itself.
cp edited_part "parts/inputs/$part"
(cd parts && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    mpirun --oversubscribe -np 3 "$QUADRILLE_BUILT/bench" . \
    launch-00001-99-n-1-abcdef >../out 2>../err)
says err "inputs/$part: it is not the file that launches have read; "
[[ -z $(compgen -G 'parts/*-99-*') ]] || complain 'it was measured'
rm "parts/inputs/$part"
expect 0 "${cg[@]}"
cmp -s kept "parts/inputs/$part" || complain 'the partition is not made again'
# Across launches.
make_old parts
sed -i -E "/$part/,/sha256/s/(\"sha256\": \")./\1x/" parts/$second.json
expect 1 "$quadrille" results check parts
says err "parts/$second.json: it was made with another inputs/$part$words"
finish
