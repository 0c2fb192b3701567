#!/usr/bin/env bash
# docs/follow_account.sh USER -- does what docs/install.md says in "Without
# root, on a cluster": types the commands of its blocks as an unprivileged user,
# in a new home, on a one-machine SLURM that root starts for this user; prints
# what comes, and requires all that the page shows, but for numbers. The block
# that needs R must be refused without R. Needs root. With QUADRILLE_BUILT
# nothing is built.
set -euo pipefail
tree=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
user=${1:?follow_account.sh USER}
work=$(mktemp -d /tmp/qa.XXXXXX)
home=$work/home
trap 'rm -rf --one-file-system "$work"' EXIT
fail() {
    echo "follow_account: $1" >&2
    exit 1
}

# blocks WITH_R: the console blocks of the section that need R (1), or do not.
blocks() {
    awk -v with_r="$1" '
        /^## / { is_it = $0 == "## Without root, on a cluster" }
        !is_it { next }
        /^```/ { is_block = /^```console/; has_r = / R$/; next }
        is_block && has_r == with_r' "$tree/docs/install.md"
}
as_user() {
    env -i -C "$home" HOME="$home" USER="$user" PATH="$PATH" LANG=C.UTF-8 \
        SLURM_CONF="$SLURM_CONF" \
        ${QUADRILLE_BUILT:+QUADRILLE_BUILT="$QUADRILLE_BUILT"} \
        setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups "$@"
}
# type_commands: types what the user types in `shown`, up to the first failure,
# and prints commands and what they print.
type_commands() {
    sed -n 's/^\$ //p' "$work/shown" | sed "s|URL|$work/all.bundle|" \
        >"$work/commands"
    # shellcheck disable=SC2016 # of the user's shell
    as_user bash -c 'while IFS= read -r -u 3 line; do
            printf "$ %s\n" "$line"
            eval "$line" 3<&- </dev/null || exit
        done 3<"$1"' follow "$work/commands" 2>&1
}
# What is shown comes in this order, with other lines between.
compare_with_page() {
    awk '
        { gsub(/[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?/, "N"); gsub(/ +/, " ") }
        FNR == NR { sub(/\/[^ ]*all[.]bundle/, "URL"); came[++n] = $0; next }
        $0 == "..." { next }
        {
            for (at++; at <= n && came[at] != $0; at++)
                ;
            if (at > n) {
                print "docs/install.md shows what does not come: " $0
                exit 1
            }
        }' "$work/came" "$work/shown" >&2
}

has_r=no
! Rscript --vanilla -e 'library(ggplot2); library(data.table)' \
    >/dev/null 2>&1 || has_r=yes
blocks 0 >"$work/shown"
[[ $has_r == no ]] || blocks 1 >>"$work/shown"
grep -q '^\$ ' "$work/shown" || fail 'docs/install.md shows no commands'

# git refuses to clone the folder of another user, but not a file.
git -C "$tree" bundle create -q "$work/all.bundle" HEAD \
    "$(git -C "$tree" rev-parse --symbolic-full-name HEAD)"
mkdir "$home"
chown "$user" "$home"
chmod 755 "$work"
for_user=$("$tree/quadrille" cluster start --user "$user")
trap '"$tree/quadrille" cluster stop
    rm -rf --one-file-system "$work"' EXIT
eval "$for_user"

type_commands | tee "$work/came" || fail 'a command failed'
compare_with_page || exit
[[ $has_r == no ]] || exit 0
{ echo '$ cd quadrille' && blocks 1; } >"$work/shown"
! type_commands | tee "$work/came" || fail 'there is no R, and nothing said so'
grep -q 'compare needs .*load a module' "$work/came" ||
    fail 'there is no R, and nothing said where to get it'
