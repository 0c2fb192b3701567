#!/usr/bin/env bash
# A sample is checked against itself: times of a clock that goes back, jumps,
# gains, or is coarse are INVALID with the reason, also where ranks share a
# host.
source harness/testing/small_sweep.sh
clock_faults=$source_root/harness/testing/clock_faults.so
write_config barrier name clocks algorithms '[ls]' procs '[2]' \
    densities '[1]' seeds "$one_seed" repetitions 1000 batch 1 launch_cap_s 100
sed 's/^repetitions.*/repetitions: 20/; $a start: window' barrier.yaml \
    >window.yaml
# times CONFIG VARIABLE ...: measures below the clock that these define.
times() {
    local config=$1
    shift
    rm -rf results
    "$quadrille" sweep plan "$config" --machine local >/dev/null ||
        complain "$config is wrong"
    env LD_PRELOAD="$clock_faults" "$@" "$quadrille" sweep run "$config" \
        --machine local --results results >out 2>err
}
# invalid REASON CONFIG VARIABLE ...
invalid() {
    local reason=$1
    shift
    times "$@"
    says out '0 cells valid, 1 invalid'
    says "$(launch_file results 0 json)" "$reason"
}

# Nothing is wrong: one clock.
times barrier.yaml
says out '1 cells valid, 0 invalid'
says "$(launch_file results 0 json)" '"uncertainty_ns": 0'

invalid 'took 0 ns; accepted: at least the clock' barrier.yaml \
    QDR_CLOCK=coarse QDR_CLOCK_NS=4000000
for config in barrier.yaml window.yaml; do
    invalid 'went back' $config \
        QDR_CLOCK=back QDR_CLOCK_NS=200000 QDR_CLOCK_RANK=1
    for rank in 0 1; do
        invalid 'the clocks of two ranks differ' $config \
            QDR_CLOCK=jump QDR_CLOCK_NS=10000000 QDR_CLOCK_RANK=$rank
    done
done
invalid 'the clocks of two ranks differ' barrier.yaml \
    QDR_CLOCK=fast QDR_CLOCK_RANK=1
finish
