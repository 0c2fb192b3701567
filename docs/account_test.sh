#!/usr/bin/env bash
# The section "Without root, on a cluster" of docs/install.md, word by word, as
# an unprivileged user, with these programs and the last commit's scripts; in a
# bare Debian .ci/account builds them, too.
source harness/testing/expect.sh
tree=$(dirname "$(readlink -f "$source_root/docs/account_test.sh")")/..
[[ $(id -u) == 0 ]] || skip_all 'the one-machine SLURM needs root'
git -C "$tree" rev-parse HEAD >/dev/null 2>&1 ||
    skip_all 'there is no repository to clone'
folder=$(mktemp -d /tmp/qc.XXXXXX) # which the user can reach
trap 'rm -r "$folder"' EXIT
cp -rL "$QUADRILLE_BUILT" "$folder/programs"
chmod -R a+rX "$folder"
export QUADRILLE_CLUSTER_DIR=$folder/cluster QUADRILLE_BUILT=$folder/programs
"$tree/docs/follow_account.sh" nobody >out 2>err || {
    ! grep -q 'not permitted' err || skip_all "$(tail -n 1 err)"
    complain "$(tail -n 20 out; cat err)"
}
[[ $(grep -c '^\$ ' out) -ge 8 ]] || complain "not all was typed: $(<out)"
finish
