#!/usr/bin/env bash
# third_party/provenance.sh FLAGS -- prints what results say of their programs:
# the commit, the compiler's FLAGS, and the digest of the sources. Equal sources
# give equal programs, whatever else a commit changes.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
mapfile -t sources <third_party/program_sources.txt
# The commit, whatever tags it has.
commit=$(git describe --always --exclude='*' --abbrev=40 --dirty \
    2>/dev/null) || commit=unknown
echo "commit $commit"
echo "flags $1"
echo "sources $(find "${sources[@]}" -type f -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -d' ' -f1)"
