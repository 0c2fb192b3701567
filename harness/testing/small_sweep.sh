# harness/testing/small_sweep.sh -- a sweep that takes seconds, for contract
# tests, which source it in place of expect.sh.
# shellcheck shell=bash
source harness/testing/expect.sh

# write_config NAME [KEY VALUE ...]: writes a small sweep with these values; ''
# removes a key, and one that it does not have is added.
write_config() {
    local file=$1.yaml
    cat >"$file" <<'YAML'
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
    shift
    while (($# > 0)); do
        grep -q "^$1:" "$file" || echo "$1:" >>"$file"
        [[ -n $2 ]] || sed -i "/^$1:/d" "$file"
        sed -i "s|^$1:.*|$1: $2|" "$file"
        shift 2
    done
}
# same_samples ONE OTHER: the samples that count in two folders are the same.
same_samples() {
    diff <(samples "$1") <(samples "$2") >differ ||
        complain "$1 and $2 differ: $(head differ)"
}
# make_old FOLDER: its launches as an earlier version wrote them, in format 6.
make_old() {
    # shellcheck disable=SC2016 # R's own
    (cd "$1" && Rscript --vanilla -e '
        definition <- jsonlite::read_json("definition.json")
        files <- names(definition$files)
        digests <- vapply(files, function(file) {
          digest::digest(file = file, algo = "sha256")
        }, "")
        for (file in list.files(pattern = "^launch-.*json$")) {
          value <- jsonlite::read_json(file)
          name <- substr(file, 1, 12)
          value[c("definition", "json_sha256")] <- NULL
          value$format <- 6
          value$provenance$program_sha256 <- definition$programs
          value$provenance$configuration <- Map(function(name, digest) {
            list(sha256 = digest, text = definition$files[[name]]$text)
          }, files, digests)
          jsonlite::write_json(value, paste0(name, ".json"), digits = NA,
                               auto_unbox = TRUE, null = "null", pretty = 1)
          file.rename(sub("json$", "csv", file), paste0(name, ".csv"))
          file.remove(file)
        }
        file.remove("definition.json")' >/dev/null)
}
# shellcheck disable=SC2034 # used by scripts that source this one
sweep=("$quadrille" sweep) one_seed='{first: 1, count: 1}'
