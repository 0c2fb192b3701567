#!/usr/bin/env bash
# Runs inject_faults.sh with $INJECTIONS faults, or 24.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}"
export fault_injection=$source_root/harness/testing/fault_injection.so
expect 0 "$source_root/harness/testing/inject_faults.sh" "${1:-24}"
cat out
finish
