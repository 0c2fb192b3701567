#!/usr/bin/env bash
# Plans of sweeps, and refusals before anything is written.
source harness/testing/small_sweep.sh

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
words='6 with a baseline; use 12 to 17 seeds (8 decide only if all agree)'
says out "comparisons       $words"
expect 0 "${sweep[@]}" plan small.yaml --machine local
says out 'launches a cell   1; an interval needs 6'
write_config many
echo 'launches: 2' >>many.yaml
words='launches: 2; accepted on a simulated machine without start_skew_ns: 1'
refuse "many.yaml:13: $words" \
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
write_config three
echo 'modes: [posted, persistent]' >>three.yaml
sed -i 's/^algo.*/algorithms: [ls, mpi_alltoallv]/' three.yaml
expect 0 "${sweep[@]}" plan three.yaml
says out 'cells             24' # two modes of ls, and MPI_Alltoallv once
finish
