#!/usr/bin/env bash
# harness/self_tests/record_launches.sh QUADRILLE -- records launches.csv of
# analysis/tests/data: 40 launches on this machine, with the median and the
# rank-based 95% interval of each configuration within the launch.
set -euo pipefail
quadrille=$(readlink -f "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/launches.yaml" <<'YAML'
name: launches
workload: synthetic
algorithms: [gs, mpi_alltoallv]
procs: [2]
densities: [1]
bytes: [256, 65536]
seeds: {first: 1, count: 1}
warmup: 5
repetitions: 101
launches: 40
order_seed: 1
cells_per_launch: 4
launch_cap_s: 120
YAML
"$quadrille" sweep run "$folder/launches.yaml" --results "$folder/results" >&2
Rscript --vanilla - "$folder/results" <<'R'
library(data.table)
files <- Sys.glob(file.path(commandArgs(TRUE), "launch-*.csv"))
samples <- rbindlist(lapply(files, fread))
samples[, bytes := sub(".*bytes=([0-9]+).*", "\\1", parameters)]
low <- function(n) qbinom(0.025, n, 0.5)
launches <- samples[, {
  times <- sort(as.numeric(time_ns))
  .(median_ns = median(times), low_ns = times[low(.N)],
    high_ns = times[.N + 1 - low(.N)])
}, by = .(algorithm, bytes, replicate)]
fwrite(launches[order(algorithm, as.numeric(bytes), replicate)], "")
R
