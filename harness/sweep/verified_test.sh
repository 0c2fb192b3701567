#!/usr/bin/env bash
# The column `verified` is the share of samples that were verified: a byte of
# one sample of 64 KB, damaged as it arrives, is found in every sample whose
# column says so, and in no other.
source harness/testing/small_sweep.sh
fault_injection=$source_root/harness/testing/fault_injection.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
readonly SAMPLES=25 UNTIMED=4 # one verified first, two to warm up, one tried
write_config all name verified algorithms '[ps]' procs '[2]' densities '[1]' \
    bytes '[65536]' seeds "$one_seed" warmup 2 repetitions $SAMPLES batch 1
# No time for more than the first and the last sample.
{ cat all.yaml && echo 'cell_cap_s: 1e-6'; } >few.yaml

environment=() # of launches, but for the ordinary one
# run STATUS CONFIG [OPTION ...]: into `results`, which it makes anew.
run() {
    local wanted=$1 config=$2
    shift 2
    rm -rf results
    expect "$wanted" env "${environment[@]}" "$quadrille" sweep run "$config" \
        --machine local --results results "$@"
}
# damaged SAMPLE STATUS CONFIG [OPTION ...]: with a byte of one sample, from 1.
damaged() {
    local at=$((UNTIMED + $1))
    shift
    touch token
    environment=(LD_PRELOAD="$fault_injection" QDR_FAULT=flip
        QDR_FAULT_FIRST="$at" QDR_FAULT_LAST="$at" QDR_FAULT_BYTES=65536
        QDR_FAULT_TOKEN="$PWD/token")
    run "$@"
    environment=()
    [[ ! -e token ]] || complain "nothing was damaged: receive $at"
}
# shares: of every launch, each once.
shares() {
    awk -F, "$by_name"'{ print $at["verified"] }' results/launch-*.csv | sort -u
}

run 0 all.yaml
[[ $(shares) == 1 ]] || complain "all: verified $(shares)"
says "$(launch_file results 0 json)" '"format": 7'
says "$(launch_file results 0 json)" '"verified_every": 1'
for sample in 1 2 9 13 24 25; do
    damaged $sample 1 all.yaml
    says out '0 cells valid, 1 invalid'
    says err 'data check: byte 0'
done

# Two of 25; what is damaged between them is not found, and not claimed.
run 0 few.yaml
[[ $(shares) == 0.08 ]] || complain "few: verified $(shares)"
says "$(launch_file results 0 json)" "\"verified_every\": $SAMPLES"
damaged 13 0 few.yaml
[[ $(shares) == 0.08 ]] || complain "few, damaged: verified $(shares)"
for sample in 1 25; do
    damaged $sample 1 few.yaml
    says err 'data check: byte 0'
done

# All algorithms of a case take the first one's stride, which `batches` keeps.
run 0 few.yaml --set 'algorithms=[ps, gs, ls]' --set cells_per_launch=1 \
    --set launches=2
[[ $(shares) == 0.08 ]] || complain "shared: verified $(shares)"
[[ $(<results/batches) == "      1      $SAMPLES" ]] ||
    complain "batches: $(<results/batches)"
printf '%7d%8d\n' 1 6 >batches
rm -f results/launch-00003-* && cp batches results/batches
expect 0 "$quadrille" sweep resume results
says "$(launch_file results 3 json)" '"verified_every": 6'
# 1, 7, 13, 19 and 25.
[[ $(shares) == $'0.08\n0.2' ]] || complain "every sixth: $(shares)"

# --verify all verifies every sample; it is also a key of the configuration.
run 0 few.yaml --verify all
[[ $(shares) == 1 ]] || complain "--verify all: $(shares)"
says results/experiment.yaml 'verify: all'
damaged 13 1 few.yaml --verify all
says err 'data check: byte 0'
refuse "--verify: 'some'; accepted: fitting, all" "$quadrille" sweep run \
    few.yaml --machine local --results results --verify some
refuse '--verify is given with the results folder' \
    "$quadrille" sweep status results --verify all
refuse '--set verify' "$quadrille" sweep plan few.yaml --verify all \
    --set verify=fitting
expect 0 "$quadrille" bench --algorithm ps --procs 2 --verify all
says out ,verified,
expect 0 "$quadrille" bench --algorithm ps --procs 2 --format text
says out 'samples       10, 10 of them verified'

# A simulation has one sample.
expect 0 "$quadrille" sweep run few.yaml --machine cm5_1992 --results simulated
awk -F, "$by_name"'$at["verified"] != 1 { exit 1 }' \
    "$(launch_file simulated 0 csv)" ||
    complain "simulated: $(<"$(launch_file simulated 0 csv)")"

# Of an application, the last answer is compared with the correct one.
expect 0 "$quadrille" bench --algorithm ps --procs 2 --workload fft2d \
    --repetitions 4 --format text
says out 'samples       4, 1 of them verified'
finish
