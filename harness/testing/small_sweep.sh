# harness/testing/small_sweep.sh -- a sweep that takes seconds, for contract
# tests, which source it after expect.sh.
# shellcheck shell=bash
: "${quadrille:?set by expect.sh}"

# write_config NAME [KEY VALUE]: writes a small sweep, with one value changed.
write_config() {
    cat >"$1.yaml" <<'YAML'
name: small
workload: synthetic
algorithms: [ls, ps, bs, gs]
procs: [4, 8]
densities: [0.5]
bytes: [256]
seeds: {first: 1, count: 4}
warmup: 1
repetitions: 3
order_seed: 7
cells_per_launch: 4
launch_cap_s: 60
YAML
    [[ $# == 1 ]] || sed -i "s|^$2:.*|$2: $3|" "$1.yaml"
}
# shellcheck disable=SC2034 # used by scripts that source this one
sweep=("$quadrille" sweep)
