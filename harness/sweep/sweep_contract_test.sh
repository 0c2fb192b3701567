#!/usr/bin/env bash
# The contract of sweep and bench: plans, refusals, determinism, results after a
# SIGKILL, and the effect of faults on a cell and on the others.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"
fault_injection=$source_root/harness/testing/fault_injection.so
# shellcheck source=harness/testing/small_sweep.sh
source "$source_root/harness/testing/small_sweep.sh"
: "${sweep[0]:?set by small_sweep.sh}"
same_csv() {
    diff -r -x '*.json' -x .lock -x .programs "$1" "$2" >/dev/null ||
        complain "$1 and $2 differ: $(diff -rq -x '*.json' "$1" "$2")"
}

write_config small
# Each action accepts its own options only.
refuse "run: option '--dry-run'; accepted: --machine, --results, --jobs" \
    "${sweep[@]}" run small.yaml --dry-run
refuse "plan: option '--wait'; accepted: " "${sweep[@]}" plan small.yaml \
    --wait
refuse "--results: ''; accepted: a text" "${sweep[@]}" run small.yaml \
    --results ''
refuse 'machine local has no SLURM' "${sweep[@]}" cancel small.yaml

# Plans, and refusals before anything is written.
expect 0 "${sweep[@]}" plan small.yaml --machine cm5_1992
says out 'cells             32'
says out 'comparisons       6 with a baseline; 8 seeds decide them'
expect 0 "${sweep[@]}" plan small.yaml --machine local
says out 'launches a cell   1; an interval needs 6'
write_config many
echo 'launches: 2' >>many.yaml
refuse 'many.yaml:13: launches: 2; accepted on a simulated machine: 1' \
    "${sweep[@]}" plan many.yaml --machine cm5_1992
expect 0 "${sweep[@]}" plan small.yaml --format csv
[[ $(wc -l <out) == 33 ]] || complain "plan: $(wc -l <out) lines"
says out '0,0,,ls,synthetic,4,,,default,default,1,'
while IFS='|' read -r key value line words; do
    write_config bad "$key" "$value"
    refuse "bad.yaml:$line: " "${sweep[@]}" run bad.yaml --machine cm5_1992 \
        --results never
    says err "$words"
done <<'CASES'
algorithms|[ps, xs]|3|'xs'; accepted: 
densities|[1.5]|5|'1.5'; accepted: numbers or fractions 0 to 1
densities|[half]|5|'half'; accepted: numbers
procs|[512]|4|accepted on cm5_1992: 1 to 256
procs|[0]|4|accepted: 1 to
bytes|[0.5]|6|'0.5'; accepted: whole numbers
seeds|{first: 1, cuont: 4}|7|key 'cuont'; accepted: first, count
seeds|{first: 1}|7|the key 'count' is missing
seeds|4|7|not a mapping
procs|4|4|not a list
procs|[4, 010]|4|'010'
procs|[]|4|accepted: 1 to
warmup|2x|8|'2x'
workload|sinthetic|2|nearest: synthetic
name|../up|1|a-z
repetitions|0|9|accepted: 1 to
launch_cap_s|0|12|accepted: 1 to
CASES
write_config bad
echo 'densitys: [0.5]' >>bad.yaml
refuse "bad.yaml:13: key 'densitys'; accepted: see docs/sweeps.md and\
 ./quadrille list keys; nearest: density" \
    "${sweep[@]}" run bad.yaml --results never
while IFS='|' read -r line words; do
    write_config bad
    echo "$line" >>bad.yaml
    refuse "bad.yaml:13: " "${sweep[@]}" run bad.yaml --results never
    says err "$words"
done <<'CASES'
start: sometimes|'sometimes'; accepted: barrier, window
cache: lukewarm|accepted: warm, cold
most_repetitions: 2|most_repetitions: 2; accepted: 3 to
most_warmup: 4097|most_warmup: 4097; accepted: 1 to 4096
precision: 2|precision: 2; accepted: 1e-06 to 1
densities: [0.5]|densities
root: 4|root is not a parameter of this sweep's workload or algorithms
launches: 10001|launches: 10001; accepted: 1 to 10000
CASES

# Of the MPI library's algorithms, the CM-5 has only the broadcast of its
# control network, which has no selector.
sed 's/^workload.*/workload: vector/; /^densities/d' small.yaml >vector.yaml
sed -i 's/^algo.*/algorithms: [mpi_bcast]/' vector.yaml
expect 0 "${sweep[@]}" plan vector.yaml --machine cm5_1993
echo 'selectors: [ompi]' >>vector.yaml
refuse "no choice for mpi_bcast with a control network: 'ompi'; accepted: def" \
    "${sweep[@]}" plan vector.yaml --machine cm5_1993
sed -i 's/mpi_bcast/mpi_allgather/; /^selectors/d' vector.yaml
refuse 'here all kinds except library and mpi_bcast' \
    "${sweep[@]}" plan vector.yaml --machine cm5_1993
refuse 'here all kinds except library' \
    "${sweep[@]}" plan vector.yaml --machine paragon_16x32
refuse "'cm6'; accepted: see configs/machines" \
    "${sweep[@]}" run small.yaml --machine cm6 --results never
write_config slow launch_cap_s 3600
refuse 'launch_cap_s: 3600; accepted on slurm_example: less than 3600' \
    "${sweep[@]}" plan slow.yaml --machine slurm_example
sed -i 's/^launch_cap_s.*/launch_cap_s: 9\ncell_limit_s: 10/' slow.yaml
refuse 'cell_limit_s: 10; accepted: 1 to 9' "${sweep[@]}" plan slow.yaml
refuse "absent.yaml: No such file" "${sweep[@]}" run absent.yaml
refuse "action 'rnu'; accepted: plan, run" "${sweep[@]}" rnu small.yaml
[[ ! -e never ]] || complain 'a refused sweep wrote results'

(cat small.yaml && printf -- '---\nbytes: [9]\n') >two.yaml
refuse 'two.yaml:13: a second document; accepted: one' "${sweep[@]}" plan \
    two.yaml

# Cells that would be INVALID are refused, and the plan prints its assumptions.
write_config bad algorithms '[gs, nbx, rex]'
refuse 'bad.yaml:3: algorithms: nbx: ' "${sweep[@]}" plan bad.yaml
says err '8 cells would be INVALID'
write_config unsaid
sed -i '/^densities/d' unsaid.yaml
expect 0 "${sweep[@]}" plan unsaid.yaml
says out 'assumed           density=1'
write_config empty densities '[0, 0.5]'
expect 0 "${sweep[@]}" plan empty.yaml
says out 'empty exchanges   32 of these cells'
write_config three modes '[posted]'
echo 'modes: [posted, persistent]' >>three.yaml
sed -i 's/^algo.*/algorithms: [ls, mpi_alltoallv]/' three.yaml
expect 0 "${sweep[@]}" plan three.yaml
says out 'cells             24' # two modes of ls, and MPI_Alltoallv once

# A folder may have blanks in its name.
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results 'with blank'
expect 0 "${sweep[@]}" run small.yaml --machine local --results 'blank too'

# Two simulated runs give the same bytes; a complete one is not run again.
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results one
says out '32 cells valid, 0 invalid, 0 missing'
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results two --jobs 1
same_csv one two
before=$(stat -c %Y.%i one/launch-*.csv)
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results one
[[ $(stat -c %Y.%i one/launch-*.csv) == "$before" ]] ||
    complain 'finished launches were run again'

# Cells in launches of one give the same times as in a launch of many.
write_config single cells_per_launch 1
expect 0 "${sweep[@]}" run single.yaml --machine cm5_1992 --results single
diff <(cat one/*.csv | cut -d, -f2- | sort -u) \
    <(cat single/*.csv | cut -d, -f2- | sort -u) >/dev/null ||
    complain 'a cell alone differs from the same cell in a batch'

# Results of another configuration are not mixed with existing ones.
write_config other seeds '{first: 2, count: 4}'
refuse 'made with another experiment.yaml' "${sweep[@]}" run other.yaml \
    --machine cm5_1992 --results one
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one --restart
same_csv one.1 two
# --restart moves complete results aside, too, and measures again.
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one \
    --restart --if-changed
[[ ! -e one.2 ]] || complain '--if-changed moved what had not changed'
touch -d yesterday one/launch-00000.csv
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one --restart
says err 'earlier results are now in '
same_csv one.2 one
[[ one/launch-00000.csv -nt one.2/launch-00000.csv ]] ||
    complain '--restart did not measure again'
refuse '--restart is given with the results folder one; accepted: with a file' \
    "${sweep[@]}" run one --restart

# SIGKILL in the middle, twice; then the same command continues.
write_config long seeds '{first: 1, count: 60}'
expect 0 "${sweep[@]}" run long.yaml --machine cm5_1992 --results undisturbed
num_done=0
for _ in 1 2; do
    "${sweep[@]}" run long.yaml --machine cm5_1992 --results killed \
        >/dev/null 2>&1 &
    # Waits until more is complete than before.
    for _ in $(seq 600); do
        num_now=$(find killed -name '*.json' 2>/dev/null | wc -l)
        ((num_now == num_done)) || break
        sleep 0.05
    done
    kill -KILL $!
    wait $! 2>/dev/null
    num_done=$(find killed -name '*.json' | wc -l)
done
((num_done > 0 && num_done < 120)) ||
    complain "killed too early or too late: $num_done launches were done"
for _ in $(seq 50); do
    pgrep smpimain >/dev/null || break
    sleep 0.1
done
! pgrep -a smpimain || complain 'a launch outlived its sweep'
expect 0 "${sweep[@]}" run long.yaml --machine cm5_1992 --results killed
same_csv undisturbed killed

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
cat twice/launch-*.csv | grep -v ^launch, | cut -d, -f2 | sort | uniq -c |
    awk '$1 != 40' >odd
[[ ! -s odd ]] || complain "not 40 samples a cell: $(<odd)"
[[ -z $(find twice -name 'attempt-*') ]] || complain 'attempts are left over'

# Finished cells are kept until a launch has more.
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
        [[ -z $(find steps -name 'attempt-*.json' -newer mark 2>/dev/null) ]] ||
            break
        sleep 0.1
    done
    kill -KILL $!
    wait $! 2>/dev/null
    flock -w 30 steps/launch-00000.lock true # the launch has ended, too
done
# The second launch took over the cells that the first had finished.
expect 1 "${sweep[@]}" status steps
num_kept=$(sed -nE 's|.* ([0-9]+)/20 cells.*|\1|p' out)
((num_kept > 0 && num_kept < 20)) || complain "$num_kept cells were kept"
expect 0 "${sweep[@]}" run steps.yaml --machine local --results steps
says out '20 cells valid, 0 invalid, 0 missing'
grep -v ^launch, steps/launch-00000.csv | cut -d, -f2 | sort | uniq -c |
    awk '$1 != 20000' >odd
[[ ! -s odd ]] || complain "not 20000 samples a cell: $(<odd)"
took=$(sed -nE 's/.*"sampling_ns": ([0-9]+).*/\1/p' steps/*.json |
    awk '{ s += $1 } END { print s / 1e9 }')
cap=$(awk "BEGIN { print int($took / 3) + 2 }")
sed "s/^launch_cap_s.*/launch_cap_s: $cap/" steps.yaml >capped.yaml
expect 0 "${sweep[@]}" run capped.yaml --machine local --results capped
says out '20 cells valid, 0 invalid, 0 missing'

# A csv that differs from its JSON is detected and measured again.
truncate -s -3 kept/launch-00000.csv
for action in status collect; do
    expect 1 "${sweep[@]}" $action kept
    says out "kept/launch-00000.json: it does not describe its csv; remove it, "
done
expect 0 "${sweep[@]}" run kept.yaml --machine local --results kept
says out '32 cells valid, 0 invalid, 0 missing'

# Quotes in a path are part of the name; no shell parses them.
mkdir "it's; touch owned"
expect 0 env TMPDIR="$PWD/it's; touch owned" "$quadrille" bench \
    --algorithm ps --procs 2
[[ ! -e owned && -z $(ls "it's; touch owned") ]] ||
    complain "TMPDIR: $(ls "it's; touch owned")"
# Without the launcher: the error names its package, and no file is written.
mkdir bin
for tool in bash dirname readlink sed find git paste grep env id awk; do
    ln -s "$(command -v $tool)" bin/$tool
done
expect 1 env PATH="$PWD/bin" "${sweep[@]}" run small.yaml --results never
says err 'mpirun is missing: package openmpi-bin, which ./quadrille setup'
[[ ! -e never ]] || complain 'a sweep that cannot run wrote results'

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
    num_invalid=$(cat "$folder"/*.json | grep -c '"INVALID"')
    grep -h '"reason": "' "$folder"/*.json >reasons
    says reasons "${fault#*|}"
    [[ $num_invalid == $(wc -l <reasons) ]] || complain "$fault: $(<reasons)"
    [[ $num_invalid == 1 || ($folder == flip && $num_invalid -le 4) ]] ||
        complain "$fault: $num_invalid cells are invalid"
    # An INVALID cell has no time.
    num_samples=$(cat "$folder"/*.csv | grep -vc ^launch)
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

# Without locks, a lease file replaces one, and is removed at the end.
write_config leased
expect 0 env LD_PRELOAD="$fault_injection" QDR_FAULT=nolock \
    "${sweep[@]}" run leased.yaml --machine local --results leased
says err 'No locks available on this file system; using files *.lease'
[[ -z $(find leased -name '*.lease') ]] || complain "$(find leased)"
echo 'elsewhere 1' >leased/.lock.lease
expect 2 env LD_PRELOAD="$fault_injection" QDR_FAULT=nolock \
    "${sweep[@]}" run leased.yaml --machine local --results leased
says err 'leased/.lock.lease is locked by elsewhere 1'
rm leased/.lock.lease

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
for _ in $(seq 100); do
    [[ -s shot/launch-00001.running ]] && break
    sleep 0.1
done
pkill -KILL -f 'smpimain.* 1$'
wait $!
[[ $? == 1 ]] || complain 'a killed simulation did not give status 1'
says out '399 cells valid, 1 invalid, 0 missing'

# One measurement.
expect 0 "$quadrille" bench --algorithm gs --procs 3 --repetitions 4
[[ $(wc -l <out) == 5 ]] || complain "bench: $(<out)"
# The same as text: 3 ranks, a complete exchange of 256 bytes.
expect 0 "$quadrille" bench --algorithm gs --procs 3 --format text
says out 'gs on local, 3 ranks, synthetic'
says out 'samples       10'
grep -qE '^median        [0-9.]+ us$' out || complain "bench: $(<out)"
says out 'one launch: no interval'
expect 0 "$quadrille" bench --algorithm gs --procs 4 --machine cm5_1992
[[ $(cut -d, -f18-20 out | tail -n 1) == 12,3,3072 ]] ||
    complain "bench: a complete exchange is the default: $(<out)"
time_ns=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["time_ns"] }' out)
expect 0 "$quadrille" bench --algorithm gs --procs 4 --machine cm5_1992 \
    --format text
awk -v ns="$time_ns" '/^median/ { median = $2 }
    /^5%/ { low = $4; high = $6 }
    /^lower bound/ { bound = $3 }
    END { exit !(median == low && low == high && 0 < bound && bound < median &&
        (median - ns / 1000) ^ 2 < 0.01) }' out ||
    complain "bench: the summary of $time_ns ns: $(<out)"
says out 'simulated: every launch has the same times'
refuse "'xs'; accepted: " "$quadrille" bench --algorithm xs \
    --procs 2
refuse 'accepted: a complete exchange' "$quadrille" bench --algorithm rex \
    --procs 4 --density 0.5
refuse 'accepted on local: 1 to 64' "$quadrille" bench --algorithm gs \
    --procs 65
# Repeats a launch from its JSON; a simulated one has the same samples.
expect 0 "$quadrille" bench --from one/launch-00001.json
diff <(cut -d, -f2- out) <(cut -d, -f2- one/launch-00001.csv) >/dev/null ||
    complain "bench --from: $(<out)"
refuse 'cannot be given with --from' "$quadrille" bench --procs 3 \
    --from one/launch-00001.json
refuse 'accepted: the JSON of a launch' "$quadrille" bench --from small.yaml
sed 's/"launch": 1,/"launch": "1",/' one/launch-00001.json >text.json
refuse 'text.json: no launch; accepted: the JSON of a launch' "$quadrille" \
    bench --from text.json
for key in commit flags compiler host cpu ranks environment timer mpi; do
    grep -q "\"$key\":" one/launch-00001.json ||
        complain "the provenance has no $key"
done
finish
