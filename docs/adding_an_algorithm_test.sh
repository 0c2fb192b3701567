#!/usr/bin/env bash
# Does what docs/adding-an-algorithm.md says, in a copy of the tree: one file,
# one line; then the new row is listed, tested and swept.
set -euo pipefail
source_root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
tree=$TEST_TMPDIR/tree
page=$tree/docs/adding-an-algorithm.md
mkdir "$tree"
tar -C "$source_root" --exclude=./built --exclude=./results --exclude=./.git \
    --exclude='./bazel-*' --exclude=./paper/out -cf - . | tar -C "$tree" -xf -
cd "$tree"

# The two fenced blocks: C is the file, the other is the line.
file=$(sed -n 's|^/\* \(kernels/[^ ]*\.c\) --.*|\1|p' "$page")
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" >"$file"
awk '/^```$/ { on = !on; next } /^```c$/ { on = 1; next } on &&
    /^QDR_KERNEL/' "$page" >>kernels/kernels.def
[[ $(tail -1 kernels/kernels.def) == 'QDR_KERNEL(alltoallv_shift)' ]]

bazel() {
    command bazel --output_user_root="$TEST_TMPDIR/bazel" "$@" 2>&1
}
trap 'bazel shutdown >/dev/null' EXIT
bazel build --config=ci //:programs >log || { cat log && exit 1; }
bazel test --config=ci --test_output=errors //kernels:kernels_test >log ||
    { cat log && exit 1; }
mkdir built
cp bazel-bin/programs/* built
export QUADRILLE_BUILT=$tree/built QUADRILLE_SETUP=never

./quadrille list --format csv | grep -qx shift,alltoallv,direct,none,-,one_port
./quadrille schedule --algorithm shift --procs 5 --check | grep -q 'rounds  *4'
sed 's/^algorithms:.*/algorithms: [gs, shift]/; s/count: 40/count: 1/' \
    configs/sweeps/ponnusamy_table11.yaml >shift.yaml
./quadrille sweep run shift.yaml --machine cm5_1992 --results swept |
    grep -q '16 cells valid, 0 invalid, 0 missing'
[[ $(cat swept/*.csv | grep -c ,shift,) == 8 ]]

