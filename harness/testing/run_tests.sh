#!/usr/bin/env bash
# harness/testing/run_tests.sh [--all|--long] -- runs the tests and prints each
# as it ends; the last line is `N passed, N failed`. `./quadrille test` runs it
# in the folder that Bazel builds in. CONTRIBUTING.md lists the tiers.
#
# Tests with the tag `slow` are run by --all, those with `lengthy` by --long
# only. (Not `long`: Bazel's filters match sizes and timeouts, too.)
set -euo pipefail
export LC_ALL=C.UTF-8 # numbers have a point
# shellcheck source=third_party/progress.sh
source third_party/progress.sh
tier=${1:-} left_out='slow|lengthy' config=()
[[ $tier != --all ]] || left_out='lengthy'
[[ $tier != --long ]] || left_out='none'
scratch=$(mktemp -d)
build_cache=$PWD/built/test_cache
trap 'rm -rf "$scratch" "$build_cache"' EXIT
# With --all, which CI runs, warnings are errors. Otherwise the programs of
# `./quadrille build` are used and not built again. Only --long runs more than
# 9 ranks on few cores. adding_test, of --long, builds a copy of the tree from
# the cache.
[[ -z $tier ]] || config=(--config=ci)
[[ $tier != --long ]] || config+=(--disk_cache="$build_cache"
    --test_env=BUILD_CACHE="$build_cache")
[[ $tier != --all ]] || config+=(--test_env=MAX_PROCS=9)
# One line per test: status, name, skipped parts; and the logs of failed tests.
ended=$scratch/ended failures=$scratch/failures
touch "$ended" "$failures"
bazel_log=$scratch/bazel.log events=$scratch/events title='' total=0

# select_tests EXPRESSION: the labels of this tier in the expression.
select_tests() {
    bazel query --noshow_progress \
        "tests($1) except attr(tags, '\\b($left_out)\\b', tests($1))" \
        2>"$bazel_log" || { cat "$bazel_log" >&2 && return 1; }
}

# end STATUS SECONDS NAME LOG: reports the end of a test. Its log names what it
# skipped.
end() {
    local status=$1 skipped=''
    if [[ $status == PASSED ]]; then
        skipped=$(sed -nE 's/^skipped( all)?: //p' "$4" | paste -sd';')
        ! grep -q '^skipped all: ' "$4" || status=SKIPPED
    fi
    printf '%s\t%s\t%s\n' "$status" "$3$title" "${skipped//;/; }" >>"$ended"
    progress_clear
    printf '%3d of %d  %-8s %6.1f s  %s\n' "$(wc -l <"$ended")" "$total" \
        "$status" "$2" "$3$title"
    [[ $status =~ ^(PASSED|SKIPPED)$ ]] || {
        printf '\n%s: %s\n' "$3$title" "$status"
        tail -n 40 "$4"
    } >>"$failures"
}

draw() { progress "$(wc -l <"$ended")" "$total" "$1"; }

# value KEY PATTERN: the value of a key in an event of Bazel.
value() { [[ $event =~ \"$1\":\"($2)\" ]] && printf '%s' "${BASH_REMATCH[1]}"; }

# Reports the tests that have ended since, from Bazel's events, one per line.
draw_tests() {
    local part event
    while IFS= read -r -u 7 part || { half+=$part && false; }; do
        event=$half$part half=''
        [[ $event != '{"id":{"testResult"'* ]] ||
            end "$(value status '[A-Z_]*')" \
                "$(value testAttemptDurationMillis '[0-9]*' || echo 0)e-3" \
                "$(value label '[^"]*')" \
                "$(value uri 'file://[^"]*/test[.]log' | sed 's|^file://||')"
    done
    draw "$(grep -oE 'Testing //[^ ;]+' "$bazel_log" | tail -n 1)"
}

# run LABELS OPTION ...: builds and runs these Bazel tests. A test that cannot
# be built has failed.
run() {
    local labels label half='' build_log=$scratch/build.log
    mapfile -t labels <<<"$1"
    shift
    with_progress draw_bazel run_bazel build --keep_going "$@" \
        "${labels[@]}" || true
    print_bazel_log >"$build_log"
    : >"$events"
    exec 7<"$events"
    with_progress draw_tests run_bazel test --keep_going \
        --test_output=summary --build_event_json_file="$events" "$@" \
        "${labels[@]}" || true
    exec 7<&-
    for label in "${labels[@]}"; do
        grep -qF $'\t'"$label$title"$'\t' "$ended" && continue
        end 'NO BUILD' 0 "$label" "$build_log"
        : >"$build_log" # once
    done
}

# try NAME DRAW COMMAND ...: runs a test that is not a Bazel target; its output
# goes to $bazel_log.
try() {
    local status=PASSED start=$EPOCHREALTIME
    trial=$1
    with_progress "${@:2}" || status=FAILED
    end $status "$(awk "BEGIN { print $EPOCHREALTIME - $start }")" "$1" \
        "$bazel_log"
}
draw_trial() { draw "$trial"; }
run_trial() { "$@" >"$bazel_log" 2>&1; }

echo 'tests, each named as it ends; first what they need is built'
tests=$(select_tests //...) || { echo '0 passed, 1 failed' && exit 1; }
total=$(wc -l <<<"$tests")
if [[ -n $tier ]]; then
    # Tests without the simulator: the sanitizers cannot instrument its shared
    # objects.
    sanitized=$(left_out+='|unsanitized' select_tests '//kernels/... +
        //workloads/... + //harness/experiment/... +
        //harness/cli:cli_contract_test + //harness/clock:clock_sync_test +
        //harness/self_tests:statistics_test +
        //harness/self_tests:exchange_mpi_test')
    total=$((total + 3 + $(wc -l <<<"$sanitized")))
fi
if [[ $tier == --long ]]; then
    under_valgrind=$(select_tests '//kernels/core:all + //kernels:kernels_test +
        //kernels:algorithms_test + //workloads:published_test +
        //workloads:synthetic_test + //workloads:pattern_file_test +
        //workloads:pattern_file_fuzz_test + //workloads:pattern_formats_test +
        //harness/experiment:experiment_test')
    under_mpich=$(select_tests //... |
        grep -E '_mpi_test$|:plan_.*_test$')
    total=$((total + 1 + $(wc -l <<<"$under_valgrind"$'\n'"$under_mpich")))
fi

# Build first, so that no test's time includes the build.
[[ -z $tier ]] || try everything_builds draw_bazel \
    run_bazel build "${config[@]}" --keep_going //...
run "$tests" "${config[@]}"
if [[ -n $tier ]]; then
    try measuring_build draw_trial run_trial env QUADRILLE_CONFIG=ci \
        harness/testing/try_measuring_build.sh
    # No simulated time moves unseen.
    try verify draw_trial run_trial env QUADRILLE_CONFIG=ci ./quadrille verify
    title=', sanitized'
    # Ranks that share cores are very slow there, and so are proofs: only --long
    # runs more than 5, and proves more than 17.
    [[ $tier == --long ]] ||
        config+=(--test_env=MAX_PROCS=5 --test_env=PROVED_PROCS=17)
    run "$sanitized" "${config[@]}" --disk_cache= --config=asan \
        --config=ubsan
fi
if [[ $tier == --long ]]; then
    title=', under valgrind'
    run "$under_valgrind" --config=ci \
        --run_under='valgrind -q --error-exitcode=9'
    title=', under MPICH'
    # MPICH and its launcher.
    try measuring_build draw_trial run_trial \
        harness/testing/try_measuring_build.sh mpicc.mpich hydra
    # Its MPI_STATUSES_IGNORE is the address 1, which gcc takes for a mistake.
    MPICC=mpicc.mpich run "$under_mpich" --config=ci \
        --copt=-Wno-stringop-overflow --test_env=MAX_PROCS="$(nproc)" \
        --test_env=MPIEXEC=mpiexec.mpich
fi

cat "$failures"
awk -F'\t' '
    $3 != "" { names = names (count++ ? "; " : ": ") $2 \
        ($1 == "SKIPPED" ? "" : ", in part") " (" $3 ")" }
    { $1 == "PASSED" ? passed++ : $1 != "SKIPPED" && failed++ }
    END {
        printf "%d skipped%s\n%d passed, %d failed\n", count, names, passed,
            failed
        exit failed > 0
    }' "$ended"
