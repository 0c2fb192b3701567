#!/usr/bin/env bash
# The contract of a sweep's other factors: precision, windows and cold caches; a
# user's matrices; process layouts, mappings, bindings; whole processes.
source harness/testing/small_sweep.sh
fault_injection=$source_root/harness/testing/fault_injection.so

# Three launches of every cell, until precise; cold caches.
write_config precise
cat >>precise.yaml <<'YAML'
most_warmup: 20
most_repetitions: 40
precision: 0.2
cell_cap_s: 2
cache: cold
launches: 3
YAML
sed -i 's/^seeds:.*/seeds: {first: 1, count: 1}/; s/\[4, 8\]/[2]/' precise.yaml
expect 0 "${sweep[@]}" run precise.yaml --machine local --results precise
says out '12 cells valid, 0 invalid, 0 missing'
replicates=$(cat precise/*.csv | grep -v ^launch | cut -d, -f14 | sort -u)
[[ $(paste -sd, <<<"$replicates") == 1,2,3 ]] ||
    complain "not three replicates: $replicates"
ends=$(cat precise/*.json | grep -E '"ended_by": "(precision|most|time)"')
[[ $(wc -l <<<"$ends") == 12 ]] || complain "ended by: $ends"

# The same from windows. On a busy machine every start of a cell may be late,
# which is INVALID; but not of all 12 cells, five times.
printf 'start: window\nwindow_us: 2000\n' | cat precise.yaml - >windows.yaml
for _ in 1 2 3 4 5; do
    rm -rf windows
    "${sweep[@]}" run windows.yaml --machine local --results windows \
        >out 2>err || true
    num_late=$(cat windows/*.json | grep -c '"every start came late, last with')
    ((num_late == 12)) || break
done
says out "$((12 - num_late)) cells valid, $num_late invalid, 0 missing"
cat windows/*.csv | awk -F, '
    $1 == "launch" { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { num++ }
    $at["window_us"] < 2000 || $at["late_ns"] !~ /^[0-9]+$/ ||
        $at["late_ns"] > 500
    END { if (num == 0) print "no sample" }' >odd
[[ ! -s odd ]] || complain "windows and lateness: $(head -n 2 odd)"
sed "s/\[2\]/[$(($(nproc) + 1))]/" windows.yaml >crowded.yaml
refuse "start: window with $(($(nproc) + 1)) processes on $(nproc) cores" \
    "${sweep[@]}" plan crowded.yaml --machine local

# The example of docs/sweeps.md for a user's matrix.
cp "$source_root/workloads/matrix_file/ponnusamy1992_table6.txt" my_matrix.txt
awk '/^[`]+yaml$/ { on = 1; next } /^[`]+$/ { on = 0 } on' \
    "$source_root/docs/sweeps.md" >my_matrix.yaml
expect 0 "${sweep[@]}" run my_matrix.yaml --results my_matrix
says out '22 cells valid, 0 invalid, 0 missing'

# Process layouts, mappings and bindings; traffic from a file.
mkdir traffic
cp "$source_root/workloads/matrix_file/ponnusamy1992_table6.txt" traffic/t6.txt
write_config shapes workload matrix_file
sed -i '/^densities/d; s/^procs:.*/nodes: [1]\ntasks_per_node: [8]/
    s/^seeds:.*/seeds: {first: 1, count: 1}/; s/^bytes:.*/bytes: [1, 16]/' \
    shapes.yaml
cat >>shapes.yaml <<'YAML'
patterns: [traffic/t6.txt]
mappings: [block, cyclic]
bindings: [none]
YAML
expect 0 "${sweep[@]}" run shapes.yaml --machine local --results shapes
says out '16 cells valid, 0 invalid, 0 missing'
cut -d, -f7-10,13 shapes/*.csv | sed -E 's/,[^,]*(file=[^;]*).*/,\1/' |
    sort -u >placed
[[ $(<placed) == '1,8,block,none,file=t6.txt
1,8,cyclic,none,file=t6.txt
nodes,tasks_per_node,mapping,binding,parameters' ]] || complain "$(<placed)"
says "$(launch_file shapes 2 json)" '--rank-by node --bind-to none'
rm -r traffic # the results folder has a copy
expect 0 "$quadrille" bench --from "$(launch_file shapes 1 json)"
expect 0 "${sweep[@]}" status shapes
refuse "traffic/t6.txt' cannot be read; accepted" \
    "${sweep[@]}" run shapes.yaml --results never
cp -r shapes/inputs traffic
expect 0 "${sweep[@]}" run shapes.yaml --machine local --results shapes
sed -i 's/34/35/; s/1/2/' traffic/t6.txt
refuse 'made with another inputs/t6.txt' "${sweep[@]}" run shapes.yaml \
    --machine local --results shapes
sed 's/tasks_per_node:.*/tasks_per_node: [4]/' shapes.yaml >bad.yaml
refuse 't6.txt is of 8 ranks; accepted: 4' "${sweep[@]}" run bad.yaml
sed 's/nodes:.*/nodes: [2]/' shapes.yaml >bad.yaml
refuse 'bad.yaml:4: nodes: 2; accepted on local: 1 to 1' \
    "${sweep[@]}" run bad.yaml
refuse 'not on a simulated machine, which has one rank per node' \
    "${sweep[@]}" run shapes.yaml --machine cm5_1992 --results never
sed '/^tasks_per/d' shapes.yaml >bad.yaml
refuse 'accepted: procs, or nodes and tasks_per_node' \
    "${sweep[@]}" run bad.yaml
sed '/^patterns/d' shapes.yaml >bad.yaml
refuse "bad.yaml:2: matrix_file: the key 'patterns' is missing" \
    "${sweep[@]}" run bad.yaml

# Whole processes, timed by hyperfine; one that fails is INVALID.
write_config whole procs '[3]'
sed -i 's/^seeds:.*/seeds: {first: 1, count: 1}/' whole.yaml
echo 'processes: [schedule, start_up, exchange]' >>whole.yaml
refuse 'whole.yaml:13: processes: not on a simulated machine' \
    "${sweep[@]}" run whole.yaml --machine cm5_1992 --results never
touch token
expect 1 env LD_PRELOAD="$fault_injection" QDR_FAULT=die \
    QDR_FAULT_TOKEN="$PWD/token" QDR_FAULT_FIRST=1 \
    "${sweep[@]}" run whole.yaml --machine local --results whole
says out '11 cells valid, 1 invalid, 0 missing'
expect 0 "${sweep[@]}" run whole.yaml --machine local --results whole
says out '12 cells valid, 0 invalid, 0 missing'
cut -d, -f12 whole/*.csv | sort | uniq -c | tr -s ' \n' ' ' >timed
[[ $(<timed) == *'12 process:exchange 12 process:schedule 12 '* ]] ||
    complain "timed: $(<timed)"
finish
