#!/usr/bin/env bash
# Results after a SIGKILL: the same command continues.
source harness/testing/small_sweep.sh
fault_injection=$source_root/harness/testing/fault_injection.so

# SIGKILL in the middle, twice; then the same command continues.
write_config long seeds '{first: 1, count: 60}'
expect 0 "${sweep[@]}" run long.yaml --machine cm5_1992 --results undisturbed
num_done=0
for _ in 1 2; do
    "${sweep[@]}" run long.yaml --machine cm5_1992 --results killed \
        >/dev/null 2>&1 &
    # Waits until more is complete than before.
    for _ in $(seq 600); do
        num_now=$(find killed -name 'launch-*.json' 2>/dev/null | wc -l)
        ((num_now == num_done)) || break
        sleep 0.05
    done
    kill -KILL $!
    wait $! 2>/dev/null
    num_done=$(find killed -name 'launch-*.json' | wc -l)
done
((num_done > 0 && num_done < 120)) ||
    complain "killed too early or too late: $num_done launches were done"
for _ in $(seq 50); do
    pgrep smpimain >/dev/null || break
    sleep 0.1
done
! pgrep -a smpimain || complain 'a launch outlived its sweep'
expect 0 "${sweep[@]}" run long.yaml --machine cm5_1992 --results killed
same_samples undisturbed killed

# Killed and restarted at once, while launches of the killed sweep still write:
# each cell has its samples once, and csv and JSON match.
write_config twice seeds '{first: 1, count: 25}'
sed -i 's/^repetitions:.*/repetitions: 40/; s/^procs:.*/procs: [2]/' twice.yaml
for pause in 0.3 0.5 0.7 0.9; do
    "${sweep[@]}" run twice.yaml --machine local --results twice \
        >/dev/null 2>&1 &
    sleep $pause
    kill -KILL $!
    wait $! 2>/dev/null
done
expect 0 "${sweep[@]}" run twice.yaml --machine local --results twice
says out '100 cells valid, 0 invalid, 0 missing'
samples twice | tail -n +2 | cut -d, -f2 | sort | uniq -c |
    awk '$1 != 40' >odd
[[ ! -s odd ]] || complain "not 40 samples a cell: $(<odd)"

# Finished cells are kept.
write_config kept cells_per_launch 32
sed -i 's/^procs:.*/procs: [4]/; s/count: 4/count: 8/' kept.yaml
touch token
expect 1 env LD_PRELOAD="$fault_injection" QDR_FAULT=die \
    QDR_FAULT_TOKEN="$PWD/token" \
    "${sweep[@]}" run kept.yaml --machine local --results kept
says out '31 cells valid, 1 invalid, 0 missing'
"${sweep[@]}" run kept.yaml --machine local --results kept >/dev/null 2>&1 &
sleep 0.2
kill -KILL $!
wait $! 2>/dev/null
expect 1 "${sweep[@]}" status kept
says out '31/32 cells valid, 1 invalid'
expect 0 "${sweep[@]}" run kept.yaml --machine local --results kept

# Cells are kept as they finish: a sweep that is killed twice continues from
# there. A launch that reaches its time limit makes no cell INVALID.
write_config steps repetitions 20000
sed -i 's/^algo.*/algorithms: [ls, gs]/; s/^procs:.*/procs: [2]/
    s/count: 4/count: 10/; s/^bytes:.*/bytes: [65536]/
    s/^cells_per.*/cells_per_launch: 20/' steps.yaml
for _ in 1 2; do
    touch mark
    "${sweep[@]}" run steps.yaml --machine local --results steps \
        >/dev/null 2>&1 &
    for _ in $(seq 600); do
        [[ -z $(find steps -name 'launch-*.json' -newer mark 2>/dev/null) ]] ||
            break
        sleep 0.1
    done
    kill -KILL $!
    wait $! 2>/dev/null
    flock -w 30 "$QUADRILLE_LOCK" true # the launch has ended, too
done
# The second launch left out the cells that the first had finished.
expect 1 "${sweep[@]}" status steps
num_kept=$(sed -nE 's|.* ([0-9]+)/20 cells.*|\1|p' out)
((num_kept > 0 && num_kept < 20)) || complain "$num_kept cells were kept"
expect 0 "${sweep[@]}" run steps.yaml --machine local --results steps
says out '20 cells valid, 0 invalid, 0 missing'
samples steps | tail -n +2 | cut -d, -f2 | sort | uniq -c |
    awk '$1 != 20000' >odd
[[ ! -s odd ]] || complain "not 20000 samples a cell: $(<odd)"
took=$(sed -nE 's/.*"sampling_ns": ([0-9]+).*/\1/p' steps/launch-*.json |
    awk '{ s += $1 } END { print s / 1e9 }')
cap=$(awk "BEGIN { print int($took / 3) + 2 }")
sed "s/^launch_cap_s.*/launch_cap_s: $cap/" steps.yaml >capped.yaml
expect 0 "${sweep[@]}" run capped.yaml --machine local --results capped
says out '20 cells valid, 0 invalid, 0 missing'

# A csv that differs from its JSON is detected and measured again.
for file in kept/launch-*.csv; do
    truncate -s -3 "$file"
done
for action in status collect; do
    expect 1 "${sweep[@]}" $action kept
    says out '.json: it does not describe its csv; it does not count'
done
expect 0 "${sweep[@]}" run kept.yaml --machine local --results kept
says out '32 cells valid, 0 invalid, 0 missing'
finish
