#!/usr/bin/env bash
# harness/self_tests/shaped.sh [--results DIR] [--format text|csv] [PART ...] --
# does order pay on a real network? `./quadrille bench shaped` runs it: the
# parts of shaped_parts.tsv, each a sweep on nodes of this machine, joined by
# links of a set rate, in DIR/PART. Each runs again at half the rates, in few
# launches, in DIR/PART_half: times that do not grow are not the network's; and
# what `auto` takes with the network file that `calibrate` makes there, in
# DIR/PART_file.
# What is complete is not run again. The rates that `cluster check` passed are
# those of base.yaml.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
quadrille=$QUADRILLE_BUILT_DIR/quadrille
cluster=$QUADRILLE_ROOT/harness/slurm/cluster.sh
# The test has its own.
parts=$QUADRILLE_ROOT/harness/self_tests/shaped_parts.tsv
parts=${QUADRILLE_SHAPED_PARTS:-$parts}
all_links=${QUADRILLE_SHAPED_LINKS:-$QUADRILLE_ROOT/configs/links}
results=$QUADRILLE_ROOT/results/shaped format=text status=0 wanted=()
refuse() {
    echo "quadrille bench shaped: $1" >&2
    exit 2
}
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--format text' | '--format csv') format=$2 && shift ;;
    '--results '?*) results=$2 && shift ;;
    -*) refuse "arguments '$*'; accepted: --results DIR, --format text|csv, \
parts" ;;
    *)
        cut -f 1 "$parts" | tail -n +2 | grep -qxF -- "$1" ||
            refuse "part '$1'; accepted: $(cut -f 1 "$parts" | tail -n +2 |
                paste -sd' ')"
        wanted+=("$1")
        ;;
    esac
    shift
done
[[ $(id -u) == 0 ]] || refuse 'not root; accepted: root'
mkdir -p "$results" || refuse "--results '$results' cannot be written"
results=$(readlink -f "$results")
work=$(mktemp -d)
export QUADRILLE_CLUSTER_DIR=$work/cluster
trap '"$cluster" stop 2>/dev/null || true; rm -r "$work"' EXIT
trap 'exit 1' INT TERM
unset QUADRILLE_NETWORK
# What is set for Open MPI would count in all parts.
unset "${!OMPI_MCA_@}"

# start LINKS
start() {
    "$cluster" start --no-slurm --links "$1" 2>"$work/log" ||
        refuse "$(tail -n 1 "$work/log")"
}

# patterns FOLDER: the messages of a sweep's patterns, whose length is a factor.
patterns() {
    local workload procs seed parameters
    echo seed,length,src,dst,bytes
    "$quadrille" results samples "$1" | awk -F, -v OFS='\t' '
        /^launch,/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
        "seed" in at {
            of_workload = ""
            count = split($at["parameters"], all, ";")
            for (i = 1; i <= count; i++)
                if (all[i] ~ /^(bytes|density|exponent)=/)
                    of_workload = of_workload " --" all[i]
            print $at["workload"], $at["procs"], $at["seed"], of_workload
        }' | sort -u |
        while IFS=$'\t' read -r workload procs seed parameters; do
            read -ra values <<<"$parameters"
            [[ $parameters =~ bytes=([0-9]+) ]]
            "$quadrille" pattern --workload "$workload" --procs "$procs" \
                --seed "$seed" --format csv "${values[@]}" |
                sed "1d; s/^/$seed,${BASH_REMATCH[1]},/"
        done
}

# run LINKS FOLDER SWEEP SETTING ...: a sweep between nodes with these links.
run() {
    local links=$1 folder=$results/$2 sweep=$3
    shift 3
    ! "$quadrille" results check "$folder" >/dev/null 2>&1 || return 0
    echo "$(basename "$folder"), $(sed -n 's/^title: //p' "$links")" >&2
    start "$links"
    env "${environment[@]}" "$quadrille" sweep run \
        "$QUADRILLE_ROOT/configs/sweeps/$sweep.yaml" --machine shaped \
        --results "$folder" "${@/#/--set=}" \
        >&2 </dev/null || status=1
    "$cluster" stop 2>/dev/null || true
}

# network_file LINKS NAME: makes the network file of these links.
network_file() {
    local file=$results/$2.network
    [[ -s $file ]] || {
        echo "$2.network" >&2
        start "$1"
        "$quadrille" calibrate --machine shaped --samples 1 --network "$file" \
            >"$results/$2.calibration.txt" </dev/null || status=1
        "$cluster" stop 2>/dev/null || true
    }
}

# take "KEY=VALUE ...": settings of a sweep, and variables of Open MPI.
take() {
    local value all
    values=() environment=()
    read -ra all <<<"$1"
    for value in "${all[@]}"; do
        case $value in
        OMPI_MCA_*) environment+=("$value") ;;
        *) values+=("$value") ;;
        esac
    done
}

# replace KEY=VALUE ...: sets `replaced` to the part's settings, these in the
# place of its own.
replace() {
    local value
    replaced=("$@")
    for value in "${values[@]}"; do
        [[ " $* " == *" ${value%%=*}="* ]] || replaced+=("$value")
    done
}

# A links file at half the rates.
halved() {
    awk '/rate_mbit_s/ { match($0, /rate_mbit_s: *[0-9.]+/)
            rate = substr($0, RSTART, RLENGTH); sub(/.*: */, "", rate)
            $0 = substr($0, 1, RSTART - 1) "rate_mbit_s: " rate / 2 \
                substr($0, RSTART + RLENGTH) }
        { print }' "$1"
}

# What the processor can do is a property of the machine, not of the links.
with_passed() {
    sed '/^passed:/,$d' "$1"
    sed -n '/^passed:/,$p' "$all_links/base.yaml"
}

while IFS=$'\t' read -r part links sweep auto settings; do
    ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" $part "* ]] || continue
    [[ $settings != - ]] || settings=''
    take "$settings"
    with_passed "$all_links/$links.yaml" >"$work/$links.yaml"
    run "$work/$links.yaml" "$part" "$sweep" "${values[@]}"
    if [[ $sweep == network_messages && ! -s $results/$part.patterns.csv ]] &&
        "$quadrille" results check "$results/$part" >/dev/null 2>&1; then
        patterns "$results/$part" >"$work/patterns"
        mv "$work/patterns" "$results/$part.patterns.csv"
    fi
    halved "$all_links/$links.yaml" >"$work/half.yaml"
    with_passed "$work/half.yaml" >"$work/halved.yaml"
    replace launches=3 repetitions=1 most_repetitions=1
    run "$work/halved.yaml" "${part}_half" "$sweep" "${replaced[@]}"
    [[ $auto != - ]] || continue
    network_file "$work/$links.yaml" "$links"
    [[ -s $results/$links.network ]] || continue
    replace network=program algorithms=["$auto"] selectors=null launches=2 \
        repetitions=1 most_repetitions=1
    QUADRILLE_NETWORK=$results/$links.network run "$work/$links.yaml" \
        "${part}_file" "$sweep" "${replaced[@]}"
done < <(tail -n +2 "$parts")
Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/print_bench.R" \
    "$QUADRILLE_ROOT/analysis/R" shaped "$results" "$format" '' '' || status=1
exit $status
