#!/usr/bin/env bash
# Runs inject_faults.sh with $1 faults, or 40; root again without privileges,
# since rules about owners look different there.
source harness/testing/expect.sh
export source_root
export fault_injection=$source_root/harness/testing/fault_injection.so
expect 0 "$source_root/harness/testing/inject_faults.sh" "${1:-40}"
cat out
if ((${1:-40} > 40)); then
    without_privileges harness/testing/inject_faults_test.sh "$1"
else # those that meet locks, links and the rights of files
    KINDS='second_planner no_locks full_disk links edit_json rank_operation' \
        without_privileges harness/testing/inject_faults_test.sh 6
fi
finish
