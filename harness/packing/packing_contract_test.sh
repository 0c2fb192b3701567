#!/usr/bin/env bash
# `quadrille results pack` and `unpack` restore launches (one mpirun each) byte
# for byte; damaged ones are refused and leave nothing behind; sweeps refuse a
# packed folder, R reads it.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"
: "${num_failures:?set by expect.sh}"
# shellcheck source=harness/testing/small_sweep.sh
source "$source_root/harness/testing/small_sweep.sh"
: "${sweep[0]:?set by small_sweep.sh}"
results=("$quadrille" results)
written='; accepted: what ./quadrille results pack has written'

# refuse_new WORDS ACTION FROM TO: refused, and nothing appears at TO or next to
# it.
refuse_new() {
    refuse "$1" "${results[@]}" "${@:2}"
    ! compgen -G "$4*" >/dev/null || complain "$*: left $(ls -d "$4"*)"
}

write_config small
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results plain
expect 0 "${results[@]}" pack plain packed
[[ $(<out) == '8 launches packed: packed' ]] || complain "pack: $(<out)"
[[ $(cd packed && echo *) == "experiment.yaml hardware.yaml machine.yaml \
provenance.json samples.csv.xz software.yaml" ]] ||
    complain "packed: $(cd packed && echo *)"
[[ $(stat -c %a packed) == $(stat -c %a plain) ]] ||
    complain "mode of packed: $(stat -c %a packed)"
xz -t packed/samples.csv.xz || complain 'no xz file'

# Byte for byte, and the same bytes from a folder of another name and age.
expect 0 "${results[@]}" unpack packed again
[[ $(<out) == '8 launches unpacked: again' ]] || complain "unpack: $(<out)"
for file in plain/launch-*.{csv,json} plain/*.yaml; do
    cmp "$file" again/"${file#*/}" || complain "$file is not restored"
done
touch again/*
expect 0 "${results[@]}" pack again/ twice/
diff -r packed twice || complain 'packed to other bytes'
# What is unpacked is a sweep that goes on.
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results again
says out '0 missing'
# So is a part of one.
cp -r plain part
rm part/launch-00003.*
expect 0 "${results[@]}" pack part packed-part
says err 'part: launches of the sweep that have not run: 1'
expect 0 "${results[@]}" unpack packed-part part-again
[[ $(find part-again -name '*.csv' | wc -l) == 7 &&
    ! -e part-again/launch-00003.json ]] || complain "part: $(ls part-again)"

# restored NAME: it is packed, and comes back.
restored() {
    expect 0 "${results[@]}" pack "$1" "packed-$1"
    expect 0 "${results[@]}" unpack "packed-$1" "$1-again"
    cat "$1"/launch-*.json | cmp - <(cat "$1-again"/launch-*.json) ||
        complain "$1: not restored"
}
# Launches that differ in their keys share nothing.
cp -r plain keys
sed -i '1a\ "note": 1,' keys/launch-00002.json
restored keys
grep -qx '"shared":{},' packed-keys/provenance.json ||
    complain 'keys are shared'
# The JSON has null for a file of more than 1 MiB.
cp -r plain long
sed -i '/"software.yaml": {/,/}/s/"text": .*/"text": null/' \
    long/launch-0000[0-3].json
[[ $(grep -l '"text": null' long/launch-*.json | wc -l) == 4 ]] ||
    complain 'no text is null'
restored long

# Commands that measure refuse a packed folder, and do not touch it.
line="is packed; accepted: the folder that ./quadrille results unpack"
for action in plan run status resume collect; do
    refuse "$line" "${sweep[@]}" $action packed
done
refuse "$PWD/packed $line $PWD/packed FOLDER makes" "${sweep[@]}" run \
    small.yaml --machine cm5_1992 --results packed
refuse "$line" "${sweep[@]}" run small.yaml --machine cm5_1992 \
    --results packed --restart
refuse_new "packed $line packed FOLDER makes" pack packed new
diff -r packed twice || complain 'a refused folder has changed'

# R reads it as it reads the other.
for folder in plain packed; do
    mkdir $folder-drawn
    expect 0 "$quadrille" figures --results $folder --output $folder-drawn
    expect 0 "$quadrille" compare $folder --baseline ls --output $folder-drawn
    [[ ! -s err ]] || complain "R, $folder: $(<err)"
done
for name in summary comparison; do
    cmp {plain,packed}-drawn/$name.csv || complain 'R reads other results'
done
expect 0 "$quadrille" compare plain packed --output packed-drawn
mkdir keys-drawn
expect 0 "$quadrille" compare packed-keys --baseline ls --output keys-drawn
cmp {plain,keys}-drawn/comparison.csv || complain 'R reads other keys'

# What cannot be packed.
refuse 'an action, FROM and TO are needed' "${results[@]}" pack plain
refuse_new "action 'zip'; accepted: pack, unpack" zip plain new
refuse_new 'absent/experiment.yaml: No such file' pack absent new
refuse 'packed exists; accepted: a new folder' "${results[@]}" pack plain packed
refuse 'plain exists; accepted: a new folder' "${results[@]}" unpack packed \
    plain
mkdir none
cp plain/*.yaml none
refuse_new 'none has no launch; accepted: a results folder' pack none new
# damaged ACTION FROM NAME WORDS COMMAND ...: refused for a copy of the folder
# FROM in which the command has run.
damaged() {
    cp -r "$2" "$3"
    (cd "$3" && "${@:5}")
    ! diff -r "$2" "$3" >/dev/null || complain "$3: nothing is damaged"
    refuse_new "$3/$4" "$1" "$3" new
}
append() { echo "$2" >>"$1"; }
copy_launch() { for end in csv json; do cp "$1.$end" "$2.$end"; done; }
no_pack() { damaged pack plain "$@"; }
remedy='; remove it, or measure again with --restart'
no_pack row "launch-00001.json: it does not describe its csv$remedy" \
    append launch-00001.csv x
no_pack text "launch-00001.json: it does not describe its csv$remedy" \
    append launch-00001.json '{'
no_pack other "launch-00001.json: it is another launch$remedy" \
    copy_launch launch-00000 launch-00001
no_pack extra "launch-00008.json: the sweep has no such launch$remedy" \
    copy_launch launch-00000 launch-00008
no_pack input 'software.yaml: it is not the file that launches have read' \
    append software.yaml '# x'
no_pack no-json "launch-00003.csv: it has no JSON$remedy" rm launch-00003.json
no_pack indented 'launch-00001.json: cannot be restored byte for byte' \
    sed -i '1s/{/{ /' launch-00001.json
# A sweep, or a launch that has outlived one.
(
    flock 9
    refuse_new 'plain: a sweep is running in this folder' pack plain new
    ((num_failures == 0))
) 9>>plain/.lock || complain 'packed while a sweep runs'
(
    flock 9
    refuse_new 'plain: launch 2 is running' pack plain new
    ((num_failures == 0))
) 9>>plain/launch-00002.lock || complain 'packed while a launch runs'
rm plain/launch-00002.lock

# What cannot be unpacked.
no_unpack() { damaged unpack packed "$@"; }
edit() { sed -i -E "$1" provenance.json; }
no_unpack cut \
    "samples.csv.xz: its SHA-256 is not that of provenance.json$written" \
    truncate -s -9 samples.csv.xz
no_unpack longer 'samples.csv.xz: its SHA-256 is not' append samples.csv.xz x
no_unpack gone "samples.csv.xz: is not there, or no plain file$written" \
    rm samples.csv.xz
put_fifo() { rm "$1" && mkfifo "$1"; }
no_unpack fifo 'samples.csv.xz: is not there, or no plain' \
    put_fifo samples.csv.xz
no_unpack link 'samples.csv.xz: is not there, or no plain' \
    ln -sf /dev/zero samples.csv.xz
no_unpack alone "provenance.json: is not there, or no plain file$written" \
    rm provenance.json
no_unpack later 'provenance.json: format 2; accepted: 1' \
    edit 's/"format":1,/"format":2,/'
no_unpack half 'provenance.json: ' truncate -s 900 provenance.json
no_unpack twice-named \
    "provenance.json: names of launches are not in order, each once$written" \
    edit 's/"launch-00002"/"launch-00001"/'
no_unpack unnamed 'provenance.json: names of launches are not in order' \
    edit 's|"launch-00000"|"../launch-00000"|'
no_unpack removed 'provenance.json: rows of a launch do not follow' \
    edit '/"launch-00002"/d'
no_unpack last 'samples.csv.xz: not as many rows as its launches have' \
    edit '/"launch-00007"/d; s/(launch-00006.*),$/\1/'
no_unpack range 'provenance.json: rows of a launch do not follow' \
    edit '/"launch-00002"/s/"first":[0-9]+/"first":1/'
no_unpack rows \
    'provenance.json: launch-00002: the SHA-256 of its samples is another' \
    edit '/"launch-00002"/s/("csv":.*"sha256":")./\1x/'
no_unpack verdict \
    'provenance.json: launch-00000: the SHA-256 of its JSON is another' \
    edit 's/"uncertainty_ns":0/"uncertainty_ns":1/'
spaces() { head -c "$1" /dev/zero | tr '\0' ' '; }
append_spaces() { spaces 33M >>provenance.json; }
no_unpack large 'provenance.json: too large; accepted: up to 33554432 bytes' \
    append_spaces
# One value of four cells.
lengthen() {
    echo "s/\"uncertainty_ns\":0/\"uncertainty_ns\":\"$(spaces 9M)\"/" >script
    sed -i -f script provenance.json
    rm script
}
no_unpack wide \
    'provenance.json: launch-00000: its JSON is damaged or too large' lengthen
no_unpack overflow \
    'samples.csv.xz: not as many rows as its launches have' \
    edit '/"launch-00006"/s/"last":[0-9]+/"last":9223372036854775807/'
no_unpack unread "software.yaml: no launch has read it$written" \
    edit 's/"software.yaml":/"other.yaml":/'
no_unpack machine \
    'provenance.json: launch-00000: software.yaml is not the file that it has' \
    append software.yaml '# x'
# Rows of others than the launch that has their number.
mkdir moved
cp packed/*.yaml moved
xz -dc packed/samples.csv.xz | sed '2s/,[0-9]*,/,9,/' | xz >moved/samples.csv.xz
sed -E "s/^(\"samples\".*\"sha256\":\")[0-9a-f]+/\1$(sha256sum \
    <moved/samples.csv.xz | cut -c1-64)/" packed/provenance.json \
    >moved/provenance.json
refuse_new 'launch-00000: the SHA-256 of its samples' unpack moved new
refuse 'launch-00000: it does not describe its csv' "$quadrille" compare moved \
    --baseline ls
finish
