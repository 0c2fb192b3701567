#!/usr/bin/env bash
# harness/testing/run_tests.sh [--quick|--long] -- the tests, each named as it
# ends; the last line is `N passed, N failed`. `./quadrille test` runs it, in
# the folder that Bazel builds in.
#
# --quick leaves out the large tests; those with the tag `lengthy` are run by
# --long only. (Not `long`: Bazel's filters match sizes and timeouts, too.)
set -euo pipefail
tier=${1:-} only='-lengthy' passed=0 failed=0
[[ $tier != --quick ]] || only='-lengthy,-large,-enormous'
[[ $tier != --long ]] || only=''
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Bazel's events, one a line, to a line a test; of a failed one, its log, too. A
# test that left something out says so in its log.
report() {
    local label status milliseconds log
    while IFS=$'\t' read -r label status milliseconds log; do
        printf '%-8s %6.1f s  %s\n' "$status" "${milliseconds}e-3" "$label"
        if [[ $status == PASSED ]]; then
            grep '^skipped' "$log" || true
        else
            tail -n 60 "$log"
        fi
    done < <(awk -v OFS='\t' '
        function value(key, pattern) {
            if (!match($0, "\"" key "\":\"" pattern "\"")) return ""
            return substr($0, RSTART + length(key) + 4,
                RLENGTH - length(key) - 5)
        }
        /^\{"id":\{"testResult"/ {
            print value("label", "[^\"]*"), value("status", "[A-Z_]*"),
                value("testAttemptDurationMillis", "[0-9]*") + 0,
                substr(value("uri", "file:[^\"]*test[.]log"), 8)
            fflush()
        }')
}

# run TITLE ARGUMENT ...: runs Bazel's tests and adds to `passed` and `failed`.
# A build that broke tested nothing, which is a failure, too; a test that left
# out all has neither passed nor failed.
run() {
    local before=$((passed + failed)) log=$scratch/log events=$scratch/events
    printf '%s\n' "$1"
    shift
    : >"$events"
    bazel test --config=ci --keep_going --noshow_progress \
        --test_output=summary --build_event_json_file="$events" "$@" \
        >"$log" 2>&1 &
    tail -n +1 -f --pid=$! "$events" 2>/dev/null | report | tee "$scratch/named"
    wait $! || true
    passed=$((passed + $(grep -cE '^//[^ ]+ .*PASSED' "$log" || true) -
        $(grep -c '^skipped all:' "$scratch/named" || true)))
    failed=$((failed + $(grep -cE \
        '^//[^ ]+ .*(FAILED|TIMEOUT|NO STATUS)' "$log" || true)))
    if ((passed + failed == before)) || grep -q '^ERROR' "$log"; then
        cat "$log"
    fi
    ((passed + failed > before)) || failed=$((failed + 1))
}

# try NAME COMMAND ...: a test that is not one of Bazel's.
try() {
    local status=PASSED start=$EPOCHREALTIME
    "${@:2}" >"$scratch/log" 2>&1 || status=FAILED
    printf '%-8s %6.1f s  %s\n' $status \
        "$(awk "BEGIN { print $EPOCHREALTIME - $start }")" "$1"
    if [[ $status == PASSED ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        tail -n 60 "$scratch/log"
    fi
}

# One run for what both kinds of tests need, so that building it is not timed as
# a test.
run 'tests' --test_tag_filters="$only" //...
if [[ $tier != --quick ]]; then
    try measuring_build harness/testing/try_measuring_build.sh
    # What does not need the simulator, whose shared objects the sanitizers
    # cannot enter.
    run 'tests, under the address and undefined-behaviour sanitizers' \
        --config=asan --config=ubsan \
        --test_tag_filters="-unsanitized${only:+,$only}" \
        //kernels/... //workloads/... //harness/experiment/... \
        //harness/cli:cli_contract_test //harness/clock:clock_sync_test \
        //harness/self_tests:statistics_test \
        //harness/self_tests:exchange_mpi_test
fi
if [[ $tier == --long ]]; then
    run 'tests, under valgrind' \
        --run_under='valgrind -q --error-exitcode=9' \
        //kernels/core:all //kernels:kernels_test //kernels:algorithms_test \
        //workloads:published_test //workloads:synthetic_test \
        //workloads:pattern_file{,_fuzz}_test //workloads:pattern_formats_test \
        //harness/experiment:experiment_test
    # Another MPI library, and its launcher.
    try measuring_build_by_mpich harness/testing/try_measuring_build.sh \
        mpicc.mpich hydra
    # plan_lifetime_test leaves requests to MPI_Finalize, which UCX reports.
    mapfile -t labels < <(bazel query --noshow_progress \
        'filter("_mpi_test$|:plan_.*_test$", tests(//...))' |
        grep -v plan_lifetime)
    # Its MPI_STATUSES_IGNORE is the address 1, which gcc takes for a mistake.
    MPICC=mpicc.mpich run 'tests, under MPICH' \
        --copt=-Wno-stringop-overflow --test_env=MOST_PROCS="$(nproc)" \
        --test_env=MPIEXEC=mpiexec.mpich "${labels[@]}"
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
