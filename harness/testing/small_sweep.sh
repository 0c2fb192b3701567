# harness/testing/small_sweep.sh -- a sweep of seconds, for contract tests that
# source it after expect.sh.
# shellcheck shell=bash
: "${quadrille:?set by expect.sh}"

# write_config NAME [KEY VALUE]: a small sweep, with one value changed.
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
# shellcheck disable=SC2034 # of those who source it
sweep=("$quadrille" sweep)
