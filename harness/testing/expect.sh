# harness/testing/expect.sh -- common parts of contract tests; source it.
#
# The tests run the entry script with the programs that Bazel has just built
# (QUADRILLE_BUILT), each in its own directory.
# shellcheck shell=bash
set -uo pipefail

source_root=$PWD
export QUADRILLE_BUILT=${QUADRILLE_TESTED:-$source_root/programs}
export QUADRILLE_SETUP=never
export QUADRILLE_BUILT_DIR=$QUADRILLE_BUILT # of scripts that are run directly
export quadrille=$source_root/quadrille
# Tests that time nothing do not wait for each other.
export QUADRILLE_LOCK=$TEST_TMPDIR/.measuring
cd "$TEST_TMPDIR" || exit 1
# Fonts installed since fontconfig's cache was made go into one of this test:
# the sandbox makes the others read-only, and fontconfig would complain of it.
export XDG_CACHE_HOME=$PWD/.cache
num_failures=0

complain() {
    printf 'FAILED: %s\n' "$*" >&2
    num_failures=$((num_failures + 1))
}

# expect STATUS COMMAND ...: runs it with stdout to `out` and stderr to `err`,
# and requires this status.
expect() {
    local wanted=$1 status=0
    shift
    "$@" >out 2>err </dev/null || status=$?
    [[ $status == "$wanted" ]] ||
        complain "$* : exit status $status, expected $wanted: $(<err)"
}

# refuse WORDS COMMAND ...: requires exit status 2, one line on stderr that
# contains WORDS, and no stdout.
refuse() {
    local words=$1
    shift
    expect 2 "$@"
    [[ $(wc -l <err) == 1 && $(<err) == *"$words"* && ! -s out ]] ||
        complain "$* : should say '$words' in one line, said: $(<err) $(<out)"
}

# refuse_each COMMAND: the same of each line `WORDS | OPTIONS` of stdin.
refuse_each() {
    local line
    while IFS= read -r line; do
        # shellcheck disable=SC2086 # options and their operands
        refuse "${line%% | *}" "$quadrille" "$1" ${line#* | }
    done
}

# says FILE WORDS: requires that the file contains the words.
says() {
    grep -qF -- "$2" "$1" || complain "$1 should hold '$2': $(<"$1")"
}

# launch_file FOLDER LAUNCH SUFFIX: the file of the last attempt at a launch.
launch_file() {
    printf '%s\n' "$1"/launch-"$(printf %05d "$2")"*."$3" | tail -n 1
}

# samples FOLDER: the rows that count, below their header.
samples() { "$quadrille" results samples "$1" 2>/dev/null | tail -n +2; }

# Programs for `awk -F,` on csv files begin with it: at["procs"] is the place of
# a column, and the rest of the program sees no header.
# shellcheck disable=SC2034 # used by scripts that source this one
by_name="FNR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } "

# skip_all REASON: for a machine that cannot run the test. `./quadrille test`
# does not count it as passed.
skip_all() {
    echo "skipped all: $1"
    exit 0
}

# without_privileges SCRIPT [ARGUMENT ...]: root runs a script of the tree a
# second time, on a copy, as a user without privileges; others run nothing.
without_privileges() {
    local tree nobody=65534
    [[ $(id -u) == 0 ]] || return 0
    tree=$(mktemp -d /tmp/quadrille-nobody.XXXXXX)
    cp -rL "$source_root" "$tree/source"
    mkdir "$tree/own"
    chmod -R a+rX "$tree"
    chown "$nobody" "$tree/own"
    echo '--- without privileges'
    (cd "$tree/source" && HOME=$tree/own TEST_TMPDIR=$tree/own \
        TMPDIR=$tree/own setpriv --reuid="$nobody" --regid="$nobody" \
        --clear-groups bash "$@") || complain "without privileges: $*"
    rm -r "$tree"
}

finish() {
    ((num_failures == 0)) || exit 1
}
