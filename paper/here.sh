#!/usr/bin/env bash
# paper/here.sh RESULTS -- what the papers say in words, on the machine at hand:
# the sweeps that claims are about, on local, by ten launches, so that a verdict
# has an interval. `./quadrille reproduce --here` runs it; it takes about forty
# minutes on two cores. To 32 processes: more of them would measure how one
# machine shares its cores, as these do in part where it has fewer.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

copy_configs "$scratch"
set_seeds 2 "$scratch"/configs/sweeps/*.yaml
sed -i 's/^procs: \[32, 64, .*/procs: [8, 16, 32]/
    s/^procs: \[32, 256\]/procs: [32]/; s/^warmup: .*/warmup: 2/
    s/^repetitions: .*/repetitions: 10\nlaunches: 10/' \
    "$scratch"/configs/sweeps/*.yaml
# Of all these ranka1995's exchanges take the longest.
set_seeds 1 "$scratch"/configs/sweeps/ranka_*.yaml
sed -i 's/^warmup: .*/warmup: 1/; s/^repetitions: .*/repetitions: 5/' \
    "$scratch"/configs/sweeps/ranka_*.yaml
of_claims local |
    sweep_again "$scratch" "$results" || status=1
Rscript "$root/paper/print_claims.R" "$root" "$results"
exit $status
