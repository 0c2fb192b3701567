#!/usr/bin/env bash
# A launch (one mpirun) is what its sweep says, or it is missing: C and R refuse
# the same files for the same reasons, `run` sets them aside, and all launches
# read the same inputs.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"
# shellcheck source=harness/testing/small_sweep.sh
source "$source_root/harness/testing/small_sweep.sh"
: "${sweep[0]:?set by small_sweep.sh}"
remedy='remove it, or measure again with --restart'
first=launch-00000 second=launch-00001

# read_in_r FOLDER: prints the launches that R reads; stderr as R has it.
read_in_r() {
    # shellcheck disable=SC2016 # R's own
    Rscript --vanilla -e 'source(commandArgs(TRUE)[1], chdir = TRUE)
        cat(basename(read_results(commandArgs(TRUE)[2])$files))' \
        "$source_root/analysis/R/load.R" "$1"
}
# agree FOLDER FILE REASON: C and R name the file, and no other, in one line.
agree() {
    local line="$PWD/$1/$2: $3; $remedy"
    expect "${4:-1}" "${sweep[@]}" status "$1"
    [[ $(grep -F "$remedy" out) == "$line" ]] ||
        complain "$1: C should say '$line', said: $(<out)"
    expect 0 read_in_r "$PWD/$1"
    [[ $(grep -F "$remedy" err) == "$line" && " $(<out) " != *" $2 "* ]] ||
        complain "$1: R should say '$line', said: $(<err) $(<out)"
}
# accept FOLDER: C and R count every launch.
accept() {
    expect 0 "${sweep[@]}" status "$1"
    expect 0 read_in_r "$PWD/$1"
    [[ $(wc -w <out) == 8 && ! -s err ]] ||
        complain "$1: R should read 8 launches: $(<out) $(<err)"
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
expect 0 "${run[@]}" good
accept good

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
format|its format is not one that is read|s/"format": .*/"format": 3,/
name|it is of another experiment|s/(^ "experiment": "small)/\1er/
procs|it had another number of ranks|s/^ "procs": .*/ "procs": 99,/
kind|its times are of another kind of machine|s/^( "simulated": )true/\1false/
program|another program made it|s/("program_sha256": ")./\1x/
rows|its csv has another number of rows|s/("rows": )([0-9]+)/\11\2/
samples|its csv has other samples than its cells|0,/("samples": )1/s//\12/
none|it has a VALID cell without samples|0,/("samples": )1/s//\10/
digest|it does not describe its csv|/"csv"/,/[}]/s/("sha256": ")./\1x/
CASES
cp -r good hollow
: >hollow/$second.csv
sign hollow $second
agree hollow $second.json 'its csv has no columns launch and cell'
refuse "--from format/$second.json: its format is not one that is read" \
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
write_config other seeds '{first: 2, count: 4}'
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results other
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1993 --results machine
while read -r from file; do
    cp -r good "from_$from"
    cp "$from"/$second.* "from_$from"
    agree "from_$from" $second.json "it read another $file"
done <<'CASES'
other experiment.yaml
machine machine.yaml
CASES
cp -r good more
for name in launch-00099 launch-1; do
    cp good/$second.json more/$name.json
    cp good/$second.csv more/$name.csv
    agree more $name.json 'the sweep has no such launch' 0
    rm more/$name.*
done

# Launches of a folder that says nothing of programs and inputs agree with the
# first.
for name in program kind copied from_machine; do
    rm "$name"/{program.sha256,inputs.sha256}
done
agree program $second.json 'another program made it'
agree kind $second.json 'its times are of another kind of machine'
agree copied $second.json 'it is another launch'
agree from_machine $second.json 'it read another machine.yaml'

# `run` sets aside what does not belong, and measures it again.
for name in strange copied twice column from_other digest; do
    kept=$(sha256sum <$name/$second.json)
    expect 0 "${run[@]}" $name
    says err "$name/$second.json: "
    [[ $(sha256sum <$name/$second.json.foreign) == "$kept" &&
        -s $name/$second.csv.foreign ]] ||
        complain "$name: not kept: $(ls $name)"
    cmp -s good/$second.csv $name/$second.csv ||
        complain "$name: not measured again"
    accept $name
done
cp good/$first.json copied/$second.json # again: nothing is overwritten
cp good/$first.csv copied/$second.csv
expect 0 "${run[@]}" copied
[[ -s copied/$second.json.foreign && -s copied/$second.json.2.foreign ]] ||
    complain "copied: $(ls copied)"

# A folder that another build made is refused as a whole, and not touched.
cp -r good built
sed -i '1s/^./x/' built/program.sha256
sed -i -E 's/("program_sha256": ")./\1x/' built/launch-*.json
for name in with without; do
    [[ $name == with ]] || rm built/program.sha256
    cp -r built before
    refuse 'made with another program (line 1: ' "${run[@]}" built
    refuse 'made with another program (line 1: ' "${sweep[@]}" collect built
    diff -r before built >changes ||
        complain "$name program.sha256: $(<changes)"
    accept built # for readers it is whole
    rm -r before
done

# Another configuration than the folder's: `status` says which, as `run` does.
for action in run status collect; do
    refuse "another experiment.yaml (line 7: 'seeds: {first: 1, count: 4}'" \
        "${sweep[@]}" $action other.yaml --machine cm5_1992 --results good
done
refuse 'made with another machine.yaml (' "${sweep[@]}" status small.yaml \
    --machine cm5_1993 --results good
accept good
cp -r good edited
sed -i 's/launch_cap_s: 60/launch_cap_s: 61/' edited/experiment.yaml
file=$PWD/edited/experiment.yaml
refuse "$file: it is not the file that launches have read; $remedy" \
    "${sweep[@]}" status edited
expect 2 read_in_r edited
says err 'edited/experiment.yaml: it is not the file that launches have read'

# What is in inputs/ is what the first launch has read.
cat >cg.yaml <<'YAML'
name: cg
workload: cg
grids: [9x8x7]
partitions: [kway]
algorithms: [gs, drs_n]
procs: [3]
seeds: {first: 1, count: 1}
warmup: 1
repetitions: 2
order_seed: 1
cells_per_launch: 1
launch_cap_s: 60
YAML
cg=("${sweep[@]}" run cg.yaml --results parts)
expect 0 "${cg[@]}"
part=$(ls parts/inputs)
cp "parts/inputs/$part" kept
# Well-formed: the first vertex has another owner.
awk 'NR == 2 { $0 = ($0 + 1) % 3 } 1' kept >edited_part
cp edited_part "parts/inputs/$part"
! cmp -s kept "parts/inputs/$part" || complain 'the partition is as it was'
rm parts/$second.*
line="parts/inputs/$part: it is not the file that launches have read; $remedy"
refuse "$line" "${cg[@]}"
refuse "$line" "${sweep[@]}" status parts
expect 2 read_in_r parts
says err "$line"
# Also if it is edited while the sweep runs: a launch looks for itself.
(cd parts && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    mpirun --oversubscribe -np 3 "$QUADRILLE_BUILT/bench" . 1 >../out 2>../err)
says err "inputs/$part: it is not the file that launches have read; $remedy"
[[ -z $(compgen -G 'parts/attempt-*') ]] || complain 'it was measured'
rm "parts/inputs/$part"
expect 0 "${cg[@]}"
cmp -s kept "parts/inputs/$part" || complain 'the partition is not made again'
# Across launches.
sed -i -E "s/(\"$part\": \")./\1x/" parts/$second.json
agree parts $second.json "it read another inputs/$part"
# A folder made before there was a record.
rm parts/inputs.sha256
agree parts $second.json "it read another inputs/$part"
cp edited_part "parts/inputs/$part"
refuse "$line" "${cg[@]}"
finish
