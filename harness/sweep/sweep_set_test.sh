#!/usr/bin/env bash
# Option --set of every sweep command: changes, refusals, and the resolved
# configuration in the results folder.
source harness/testing/small_sweep.sh
write_config small

# Every action accepts it, and refuses the values that it refuses in a file; no
# file is written.
for action in plan run submit status resume cancel collect; do
    refuse "--set seeds.count: count: 'x'; accepted: a whole number" \
        "${sweep[@]}" $action small.yaml --results never --set seeds.count=x
done
while IFS='|' read -r setting words; do
    refuse "--set ${setting%%=*}: $words" "${sweep[@]}" run small.yaml \
        --machine cm5_1992 --results never --set "$setting"
done <<'CASES'
colour=1|key 'colour'; accepted: see docs/sweeps.md
seeds=null|the key 'seeds' is missing
procs=4|procs is not a list; accepted: [value, ...]
launches=2|launches: 2; accepted on a simulated machine without start_skew_ns: 1
machine.max_procs=0|max_procs: 0; accepted: numbers above 0
machine.colour=1|key 'colour'; accepted: kind, title
machine.title=null|the key 'title' is missing
hardware.copy_ns=fast|copy_ns: 'fast'; accepted: a number
hardware.copy_ns=-1|copy_ns: -1; accepted: numbers from 0
hardware.control_network.sum_us=null|the key 'sum_us' is missing
software.sends=late|sends: 'late'; accepted: rendezvous, eager
CASES
refuse "--set seeds.count: key 'seeds.count' is given twice; accepted: once" \
    "${sweep[@]}" run small.yaml --results never --set seeds.count=1 \
    --set seeds.count=2
refuse "--set 'seeds'; accepted: KEY=VALUE" "${sweep[@]}" plan small.yaml \
    --set seeds
refuse '--set hardware.copy_ns: machine local has no such file; accepted: ' \
    "${sweep[@]}" plan small.yaml --set hardware.copy_ns=1
[[ ! -e never ]] || complain 'a refused sweep wrote results'

# The folder has the resolved configuration, in its own order; later commands
# read that.
set_two=(--set seeds.count=2 --set 'bytes=[8, 64]'
    --set hardware.control_network=null --set machine.title=Ours)
expect 0 "${sweep[@]}" plan small.yaml --machine cm5_1992 "${set_two[@]}"
says out 'cells             32'
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results set \
    "${set_two[@]}"
says out '32 cells valid, 0 invalid, 0 missing'
says set/experiment.yaml 'seeds: {first: 1, count: 2}'
says set/machine.yaml 'title: Ours'
! grep -q ^control_network set/hardware.yaml || complain 'it is still there'
cmp -s set/software.yaml "$source_root/configs/machines/software/cmmd1.yaml" ||
    complain 'what is not edited is no copy'
expect 0 "${sweep[@]}" status set
says out '32/32 cells valid'
expect 0 "${sweep[@]}" resume small.yaml --machine cm5_1992 --results set \
    --set machine.title=Ours --set hardware.control_network=null \
    --set 'bytes=[8,64]' --set seeds.count=2
expect 0 "${sweep[@]}" collect small.yaml --machine cm5_1992 --results set \
    "${set_two[@]}"
refuse 'made with another hardware.yaml' "${sweep[@]}" resume small.yaml \
    --machine cm5_1992 --results set "${set_two[@]:0:4}" "${set_two[@]:6}"
refuse 'made with another experiment.yaml' "${sweep[@]}" resume small.yaml \
    --machine cm5_1992 --results set --set seeds.count=3 "${set_two[@]:2}"
refuse 'made with another experiment.yaml' "${sweep[@]}" run small.yaml \
    --machine cm5_1992 --results set
refuse '--set is given with the results folder set; accepted: with a file' \
    "${sweep[@]}" resume set --set seeds.count=2

# The same times as with an edited file, to the nanosecond.
write_config edited bytes '[8, 64]'
sed -i 's/count: 4/count: 2/' edited.yaml
expect 0 "${sweep[@]}" run edited.yaml --machine cm5_1992 --results edited
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results plain \
    --set seeds.count=2 --set 'bytes=[8, 64]'
same_samples edited plain
finish
