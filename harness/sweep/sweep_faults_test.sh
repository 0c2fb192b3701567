#!/usr/bin/env bash
# The effect of faults on a cell, and on the others.
source harness/testing/small_sweep.sh
fault_injection=$source_root/harness/testing/fault_injection.so
# descendants ID: the processes that a process has started.
descendants() {
    local child
    for child in $(pgrep -P "$1"); do
        echo "$child"
        descendants "$child"
    done
}

# Faults under MPI: the cell is INVALID with the reason, the others run, the
# exit status is 1, and the next run repeats only lost cells. Damage lasts for
# the rest of the launch.
for fault in 'die|signal 9' 'hang|launch cap of 15 s' \
    'flip|data check: byte 0'; do
    folder=${fault%|*}
    write_config faulty
    [[ $folder != hang ]] || write_config faulty launch_cap_s 15
    # No rank waits for a dead peer, also where the algorithm decides at run
    # time.
    [[ $folder == flip ]] ||
        sed -i 's/^algo.*/algorithms: [drs_n, drs_n_polling, two_stage, gs]/' \
            faulty.yaml
    touch token
    expect 1 env LD_PRELOAD="$fault_injection" QDR_FAULT="$folder" \
        QDR_FAULT_TOKEN="$PWD/token" \
        "${sweep[@]}" run faulty.yaml --machine local --results "$folder"
    says out '0 missing'
    expect 1 "$quadrille" results check "$folder" --format json
    num_invalid=$(grep -c '"verdict": "INVALID"' out)
    grep '"reason": "' out >reasons
    says reasons "${fault#*|}"
    [[ $num_invalid == $(wc -l <reasons) ]] || complain "$fault: $(<reasons)"
    [[ $num_invalid == 1 || ($folder == flip && $num_invalid -le 4) ]] ||
        complain "$fault: $num_invalid cells are invalid"
    # An INVALID cell has no time.
    num_samples=$(samples "$folder" | grep -vc ^launch)
    [[ $num_samples == $((96 - 3 * num_invalid)) ]] ||
        complain "$fault: samples of $((32 - num_invalid)) cells expected"
    expect 0 "${sweep[@]}" run faulty.yaml --machine local --results "$folder"
    says out '32 cells valid, 0 invalid, 0 missing'
done

# A cell that cannot be written is missing, not INVALID; the next run measures
# it.
write_config full procs '[2]'
touch token
expect 1 env LD_PRELOAD="$fault_injection" QDR_FAULT=full \
    QDR_FAULT_TOKEN="$PWD/token" \
    "${sweep[@]}" run full.yaml --machine local --results full
says out '0 cells valid, 0 invalid, 16 missing'
says err 'No space left on device'
rm token
expect 0 "${sweep[@]}" run full.yaml --machine local --results full
says out '16 cells valid, 0 invalid, 0 missing'

# One measurement at a time: the second waits, and says for whom. Without locks
# none waits.
write_config waits procs '[2]'
waits=("${sweep[@]}" run waits.yaml --machine local --results waits)
flock "$QUADRILLE_LOCK" sleep 3 &
sleep 0.5
begin=$SECONDS
expect 0 "${waits[@]}"
grep -qE '^quadrille: waiting for process [0-9]+ of [a-z]+, which' err ||
    complain "waiting: $(<err)"
((SECONDS - begin >= 2)) || complain 'did not wait'
wait
expect 0 env LD_PRELOAD="$fault_injection" QDR_FAULT=nolock "${waits[@]}" \
    --restart
# A simulation disturbs nobody.
flock "$QUADRILLE_LOCK" sleep 2 &
expect 0 "${sweep[@]}" run waits.yaml --machine cm5_1992 --results free
! grep waiting err || complain "a simulation waits: $(<err)"
wait

# Damage in the middle of a cell is detected even if it stops before the end.
write_config middle repetitions 100
sed -i 's/^algo.*/algorithms: [ps]/; s/^procs:.*/procs: [2]/
    s/^densities:.*/densities: [1]/; s/count: 4/count: 1/' middle.yaml
touch token
expect 1 env LD_PRELOAD="$fault_injection" QDR_FAULT=flip QDR_FAULT_FIRST=40 \
    QDR_FAULT_LAST=45 QDR_FAULT_TOKEN="$PWD/token" \
    "${sweep[@]}" run middle.yaml --machine local --results middle
says out '0 cells valid, 1 invalid, 0 missing'
says err 'data check: byte 0'
expect 0 "${sweep[@]}" run middle.yaml --machine local --results middle

# A killed simulation loses its current cell, not the sweep.
write_config huge procs '[32]'
sed -i 's/count: 4/count: 100/; s/cells_per_launch: 4/cells_per_launch: 200/' \
    huge.yaml
"${sweep[@]}" run huge.yaml --machine cm5_1992 --results shot >out 2>err &
sweep_id=$!
for _ in $(seq 100); do
    [[ -s $(launch_file shot 1 running) ]] && break
    sleep 0.1
done
for id in $(descendants $sweep_id); do
    [[ $(tr '\0' ' ' <"/proc/$id/cmdline") != *smpimain*' launch-00001-'* ]] ||
        kill -KILL "$id"
done
wait $sweep_id
[[ $? == 1 ]] || complain 'a killed simulation did not give status 1'
says out '399 cells valid, 1 invalid, 0 missing'
finish
