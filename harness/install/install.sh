#!/usr/bin/env bash
# harness/install/install.sh --prefix DIR -- installs the library: header,
# Fortran module, archive, shared object, preload library, files for pkg-config
# and CMake, the manual pages, and bash's completion. `./quadrille install` runs
# it.
set -euo pipefail
root=$QUADRILLE_ROOT built=$QUADRILLE_BUILT_DIR
fail() {
    printf 'quadrille: install: %s\n' "$1" >&2
    exit "${2:-2}"
}

# install_file FILE AS: installs it under a temporary name, then renames it.
install_file() {
    local new=$2.tmp-$$
    if ! install -D -m 644 -- "$1" "$new" || ! mv -f -- "$new" "$2"; then
        fail "$2 cannot be written" 1
    fi
}

# The header, with our headers that it includes inlined.
print_header() {
    awk -v root="$root/" '/^#include "kernels\// {
            split($0, parts, "\"")
            while ((getline line <(root parts[2])) > 0) print line
            next
        }
        { print }' "$root/kernels/quadrille.h"
}

# version_of PART: MAJOR, MINOR or PATCH, from the header.
version_of() {
    sed -nE "s/^#define QUADRILLE_VERSION_$1 ([0-9]+)$/\1/p" \
        "$root/kernels/quadrille.h"
}

# install_text NAME FOLDER: fills in a template of this folder.
install_text() {
    sed "s|@PREFIX@|$prefix|; s|@VERSION@|$major.$minor.$patch|
        s|@MAJOR@|$major|g; s|@MINOR@|$minor|g" \
        "$root/harness/install/$1.in" >"$scratch/$1"
    install_file "$scratch/$1" "$2/$1"
}

# fill_page PAGE: a manual page, with declarations of the header for @CALL@.
fill_page() {
    awk -v header="$scratch/quadrille.h" -v network="$scratch/network" '
        function read_header(line, text) {
            while ((getline line <header) > 0) {
                if (line ~ /^extern/) continue
                if (line ~ /^[a-z]/ || text != "")
                    text = text line "\n"
                if (text !~ /;\n$/) continue
                if (match(text, /qdr_[a-z_]+\(/))
                    call[substr(text, RSTART, RLENGTH - 1)] = text
                text = ""
            }
        }
        BEGIN { read_header() }
        /^@network@$/ {
            while ((getline line <network) > 0) print line
            next
        }
        /^@[a-z_]+@$/ { printf "%s", call[substr($0, 2, length - 2)]; next }
        { print }' "$1"
}

# list_network: the numbers of a network, as items of a list.
list_network() {
    "$built/quadrille" list network --format markdown | sed 1,2d |
        awk -F ' *[|] *' '{
            print ".It Li " $2
            print $6 "."
            print "Accepted: " $3 ($4 == "" ? "" : "; default " $4) \
                ($5 == "" ? "" : "; " $5) "."
        }'
}

# The pages, and a name for each call that one is about.
install_pages() {
    local page name own
    list_network >"$scratch/network"
    for page in "$root"/docs/man/*.3; do
        own=${page##*/}
        fill_page "$page" >"$scratch/$own"
        install_file "$scratch/$own" "$into/share/man/man3/$own"
        while read -r name; do
            [[ $name.3 != "$own" ]] || continue
            echo ".so man3/$own" >"$scratch/$name.3"
            install_file "$scratch/$name.3" "$into/share/man/man3/$name.3"
        done < <(sed -nE 's/^[.]Nm (qdr_[a-z_]+).*/\1/p' "$page")
    done
}

[[ ${1:-} == --prefix && $# == 2 && -n $2 ]] ||
    fail "arguments '$*'; accepted: --prefix DIR"
prefix=$(readlink -m -- "$2")
# sed writes the prefix into quadrille.pc.
[[ $prefix != *[[:space:]\&\|\\]* ]] ||
    fail "--prefix '${2//[[:cntrl:]]/?}'; accepted: a folder without blanks, \
&, | and \\ in its name"
# A package is put together below DESTDIR and used below the prefix.
into=${DESTDIR:-}$prefix
if ! mkdir -p -- "$into"/{include,lib/{pkgconfig,cmake/quadrille}} \
    2>/dev/null || [[ ! -w $into/include || ! -w $into/lib ]]; then
    fail "--prefix '$2'; accepted: a folder with write permission"
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
major=$(version_of MAJOR) minor=$(version_of MINOR) patch=$(version_of PATCH)
print_header >"$scratch/quadrille.h"
install_file "$scratch/quadrille.h" "$into/include/quadrille.h"
# A source: compilers do not read each other's modules.
install_file "$built/quadrille.f90" "$into/include/quadrille.f90"
install_file "$built/libquadrille.a" "$into/lib/libquadrille.a"
install_file "$built/libquadrille.so" "$into/lib/libquadrille.so.$major"
ln -sfn "libquadrille.so.$major" "$into/lib/libquadrille.so"
install_file "$built/libquadrille_preload.so" \
    "$into/lib/libquadrille_preload.so"
"$built/quadrille" help --man >"$scratch/quadrille.1"
install_file "$scratch/quadrille.1" "$into/share/man/man1/quadrille.1"
install_pages
install_file "$root/harness/install/quadrille.bash" \
    "$into/share/bash-completion/completions/quadrille"
install_text quadrille.pc "$into/lib/pkgconfig"
for name in quadrilleConfig.cmake quadrilleConfigVersion.cmake; do
    install_text "$name" "$into/lib/cmake/quadrille"
done
# shellcheck disable=SC2016 # the user's shell expands it
printf 'quadrille: %s\n' "installed below $prefix" \
    "pkg-config: export PKG_CONFIG_PATH=$prefix/lib/pkgconfig" \
    '            mpicc program.c $(pkg-config --cflags --libs quadrille)' \
    "CMake:      -DCMAKE_PREFIX_PATH=$prefix, with find_package(quadrille)" \
    '            and target_link_libraries(program quadrille::quadrille)' >&2
