#!/usr/bin/env bash
# Follows docs/adding-an-algorithm.md and docs/adding-a-workload.md in a copy of
# the tree. Then lists, help, bench, a sweep, its csv and its summary must have
# the new algorithms, the workload and their options, and the tests of each of
# them alone must pass.
set -euo pipefail
source_root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
tree=$TEST_TMPDIR/tree
mkdir "$tree"
tar -C "$source_root" --exclude=./built --exclude=./results --exclude=./.git \
    --exclude='./bazel-*' --exclude=./paper/out -cf - . | tar -C "$tree" -xf -
cd "$tree"

# shellcheck source=docs/follow_adding.sh
source docs/follow_adding.sh
follow_adding

# run_tests.sh names a cache; alone, this test builds everything.
bazel() {
    command bazel --output_user_root="$TEST_TMPDIR/bazel" "$@" \
        ${BUILD_CACHE:+--disk_cache="$BUILD_CACHE"} 2>&1
}
trap 'command bazel --output_user_root="$TEST_TMPDIR/bazel" shutdown' EXIT
bazel build --config=ci //:programs >log || { cat log && exit 1; }
bazel test --config=ci --test_output=errors --test_env=ALGORITHM=shift \
    //kernels:kernels_test //harness/cli:cli_contract_test //docs:readme_test \
    //harness/experiment:tables_test >log || { cat log && exit 1; }
bazel test --config=ci --test_env=ALGORITHM=in_turn \
    //harness/self_tests:exchange_mpi_test >log || { cat log && exit 1; }
# A number of a network is a row; adding_number_test has files and options.
cat >>kernels/core/network/network.def <<'DEF'
QDR_NETWORK_NUMBER(REAL, extra_us, 0, 5, false, 0, DEFAULTS, "an example")
DEF
sed 's/^  alpha_us: .*/&\n  extra_us: 7/' configs/machines/ideal.yaml \
    >configs/machines/extra.yaml
bazel build --config=ci //:programs >log || { cat log && exit 1; }
mkdir built
cp bazel-bin/programs/* built
export QUADRILLE_BUILT=$tree/built QUADRILLE_SETUP=never

# says WORDS COMMAND ...: its output contains the words.
says() {
    "${@:2}" >out 2>&1 || { cat out && exit 1; }
    grep -qF -- "$1" out || { echo "no '$1' in $*: $(<out)" && exit 1; }
}
says shift,alltoallv,direct,none,-,one_port,,first_shift=0 \
    ./quadrille list --format csv
says in_turn,alltoallv,dynamic,none,-,,,at_once=4 ./quadrille list --format csv
says 'bytes=256;reach=1' ./quadrille list workloads
for option in '--first-shift N' '--at-once N' '--reach N'; do
    says "$option" ./quadrille help bench
done
says 'first_shifts' ./quadrille list keys
says 'extra_us,numbers from 0 to 5,0,,an example' ./quadrille list network \
    --format csv
if ./quadrille sweep plan configs/sweeps/wang_table2.yaml --machine extra \
    2>refused; then exit 1; fi
grep -q 'extra_us: 7; accepted: numbers from 0 to 5$' refused
says 'every message delivered: yes' ./quadrille schedule --algorithm shift \
    --first-shift 2 --procs 5 --check
says 'at_once=2;bytes=256;reach=3' ./quadrille bench --algorithm in_turn \
    --at-once 2 --workload ring --reach 3 --procs 4
says '5,0,7' ./quadrille pattern --workload ring --procs 6 --bytes 7 \
    --format csv

cat >ring.yaml <<'YAML'
name: ring
workload: ring
algorithms: [shift, in_turn, gs]
procs: [6]
bytes: [64]
reaches: [1, 3]
first_shifts: [0, 2]
at_once: [1, 2, 4]
warmup: 0
repetitions: 1
order_seed: 1
cells_per_launch: 12
launch_cap_s: 60
seeds: {first: 1, count: 1}
YAML
says '12 cells valid, 0 invalid, 0 missing' ./quadrille sweep run ring.yaml \
    --machine cm5_1992 --results swept
says 'at_once=2;bytes=64;reach=3' ./quadrille results samples swept
says '12 cases' ./quadrille figures --results swept
[[ $(head -n 1 swept/summary.csv) == *,reach,first_shift,at_once,* ]]
sed -i 's/reaches: .*/reaches: [1, 9]/' ring.yaml
if ./quadrille sweep plan ring.yaml 2>refused; then exit 1; fi
grep -q 'ring.yaml:6: .*9; accepted: 0 to 5, the other ranks' refused
