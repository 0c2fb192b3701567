#!/usr/bin/env bash
# The output of long commands: a line before the build starts, progress, each
# test as it ends, and at the end failures, skips and counts. Bazel is a fake.
source harness/testing/expect.sh
unset QUADRILLE_BUILT
mkdir tree bin
cp -rL "$source_root"/{BUILD,WORKSPACE,.bazelrc,defs.bzl,third_party} \
    "$source_root/CMakeLists.txt" "$quadrille" tree
mkdir -p tree/{kernels,workloads,harness/testing}
cp -L "$source_root"/harness/testing/run_tests.sh tree/harness/testing
export FAKE=$PWD
PATH=$PWD/bin:$PATH

# Fake Bazel: saves the output printed before it started, and its arguments.
cat >bin/bazel <<'FAKE'
#!/usr/bin/env bash
cat "$FAKE/out" "$FAKE/err" >"$FAKE/before_$1"
printf '%s\n' "$@" >"$FAKE/asked_$1"
case $1 in
query)
    [[ ! -e $FAKE/query_fails ]] || { echo 'ERROR: no BUILD' >&2 && exit 1; }
    printf '//a:%s\n' good bad skipping in_part unbuilt
    ;;
build)
    echo '[1,234 / 2,468] Compiling kernels/registry.c; 3s linux-sandbox' >&2
    echo 'ERROR: unbuilt does not compile' >&2
    [[ ! -e $FAKE/build_fails ]] || exit 1
    kind=${*: -1}
    mkdir -p "bazel-bin/${kind#//:}"
    printf '#!/bin/sh\necho "lists"\n' >"bazel-bin/${kind#//:}/quadrille"
    chmod +x "bazel-bin/${kind#//:}/quadrille"
    ;;
test)
    for argument; do
        [[ $argument != --build_event_json_file=* ]] || events=${argument#*=}
    done
    # ended NAME STATUS: writes an event in two parts, as Bazel may.
    ended() {
        printf '{"id":{"testResult":{"label":"//a:%s","run":1}},' "$1"
        sleep 0.6
        printf '"testResult":{"testActionOutput":[{"name":"test.log",'
        printf '"uri":"file://%s/%s/test.log"}],' "$FAKE" "$1"
        printf '"testAttemptDurationMillis":"1500","status":"%s"}}\n' "$2"
    }
    {
        echo '{"id":{"progress":{}},"children":[]}'
        ended good PASSED
        ended bad FAILED
        ended skipping PASSED
        ended in_part PASSED
    } >>"$events"
    exit 3
    ;;
esac
FAKE
chmod +x bin/bazel
for name in good bad skipping in_part; do mkdir $name && : >$name/test.log; done
seq 100 >bad/test.log
echo 'the reason' >>bad/test.log
echo 'skipped all: it needs root' >skipping/test.log
printf 'skipped: no chromium\nfine\nskipped: no cmake\n' >in_part/test.log

# The output of `test`.
test_tree() { (cd tree && harness/testing/run_tests.sh "$@"); }
expect 1 test_tree
head -n 1 before_query | grep -q '^tests, ' || complain 'no first line'
says out '  1 of 5  PASSED      1.5 s  //a:good'
says out '  2 of 5  FAILED      1.5 s  //a:bad'
says out '  3 of 5  SKIPPED     1.5 s  //a:skipping'
says out '  5 of 5  NO BUILD    0.0 s  //a:unbuilt'
says out 'the reason'
says out 'ERROR: unbuilt does not compile'
! grep -E '^(1|60)$|2,468' out || complain 'more of a log than its end'
awk '/^  5 of 5/ { ended = 1 } /^the reason/ && !ended { exit 1 }' out ||
    complain 'the log of a failure is not at the end'
printf '%s\n' '2 skipped: //a:skipping (it needs root); //a:in_part, in part'"\
 (no chromium; no cmake)" '2 passed, 2 failed' >wanted
diff wanted <(tail -n 2 out) || complain "$(tail -n 2 out)"
grep -qF "'\\b(slow|lengthy)\\b'" asked_query || complain "$(<asked_query)"
touch query_fails
expect 1 test_tree --all
grep -qF "'\\b(lengthy)\\b'" asked_query || complain "$(<asked_query)"
[[ $(tail -n 1 out) == '0 passed, 1 failed' ]] || complain "$(<out)"
for option in --quick --al 'x'; do
    refuse "'$option'; accepted: --all or --long" tree/quadrille test "$option"
done

# A build prints one line before it starts; then the command runs.
expect 0 tree/quadrille list
[[ $(<out) == lists ]] || complain "list: $(<out)"
says before_build 'quadrille: building'
says asked_build //:command_line
rm asked_build
expect 0 tree/quadrille schedule --algorithm gs
[[ ! -e asked_build ]] || complain 'built again'
expect 0 tree/quadrille sweep plan x
says asked_build //:programs
touch build_fails
touch tree/kernels/new.c
expect 1 tree/quadrille model bcast
says err 'ERROR: unbuilt does not compile'
says err 'quadrille: the build failed'
! grep -q '2,468' err || complain 'the progress of a failed build'

# Progress: a line on a terminal, none elsewhere within the first minute.
cat >long.sh <<'LONG'
source "$1/third_party/progress.sh"
draw() { progress 3 12 'Compiling x'; }
with_progress draw sleep 2
LONG
expect 0 bash long.sh "$source_root"
[[ ! -s err ]] || complain "no terminal: $(<err)"
expect 0 script -qec "bash long.sh $source_root" typescript
says typescript '[#####               ] 3/12'
says typescript ' s left: Compiling x'
finish
