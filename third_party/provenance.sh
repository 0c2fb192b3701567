#!/usr/bin/env bash
# third_party/provenance.sh FILE FLAGS -- writes what results say of their
# programs: the commit, FLAGS of the compiler, and the digest of the sources.
# Equal sources give equal programs, whatever else a commit changes.
set -euo pipefail
file=$1 flags=$2
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
# The sources of the programs.
sources=(WORKSPACE BUILD .bazelrc defs.bzl CMakeLists.txt third_party
    kernels workloads harness)
# The commit, whatever tags it has.
commit=$(git describe --always --exclude='*' --abbrev=40 --dirty \
    2>/dev/null) || commit=unknown
cat >"$file.new" <<END
commit $commit
flags $flags
sources $(find "${sources[@]}" -type f -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
END
mv -f "$file.new" "$file"
