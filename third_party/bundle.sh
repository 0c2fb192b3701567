# shellcheck shell=bash
# third_party/bundle.sh -- `quadrille bundle`; quadrille sources it. A bundle is
# one tar with programs that need the C library and MPI only, and what is needed
# to use them: build it on the oldest system, unpack it on others.
: "${root:?set by quadrille}" "${built:?set by quadrille}"

# The files of the source tree that a bundle has.
bundled=(quadrille README.md CHANGELOG.md LICENSE NOTICE CITATION.cff configs
    docs kernels/quadrille.h kernels/core/base/error.h
    kernels/core/problem/block.h harness/cli/help.txt harness/install
    harness/run/run_preloaded.sh harness/slurm/job.sh harness/slurm/collect.sh
    third_party/packages.sh third_party/build.sh third_party/progress.sh
    third_party/program_sources.txt third_party/debian-packages.txt
    third_party/vendored/jansson/LICENSE third_party/vendored/yaml/License
    paper/reproduce.sh analysis/R analysis/scripts analysis/report)

# The programs in it.
bundled_programs=(bench calibrate netmap quadrille libquadrille.so
    libquadrille_preload.so)

# needed_libraries FILE ...: the shared libraries that they name.
needed_libraries() {
    readelf -d "$@" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | sort -u
}

# The version of the C library that the programs need.
needed_glibc() {
    readelf --version-info "$@" 2>/dev/null |
        sed -nE 's/.*Name: GLIBC_([0-9.]+) .*/\1/p' | sort -uV | tail -n 1
}

# Prints the version of the MPI library that the compiler has.
print_mpi_version() {
    local scratch=$1
    cat >"$scratch/version.c" <<'C'
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    puts(text);
    return 0;
}
C
    "${MPICC:-mpicc}" "$scratch/version.c" -o "$scratch/version" &&
        "$scratch/version" | head -n 1 | cut -d, -f1
}

# describe_needs PROGRAMS SCRATCH: what a bundle needs, in lines of text, and
# what CMake has left out.
describe_needs() {
    local others mpi left_out files=("${bundled_programs[@]/#/$1/}")
    mpi=$(needed_libraries "${files[@]}" | grep '^libmpi' | paste -sd' ')
    others=$(needed_libraries "${files[@]}" | grep -vE \
        '^(lib(mpi.*|c|m|dl|rt|pthread)|ld-linux.*)[.]so' | paste -sd' ') ||
        true
    [[ -z $others ]] || fail "bundle: the programs need $others; accepted: \
the C library and MPI alone" 1
    echo "processor: $(uname -m)"
    echo "C library: glibc $(needed_glibc "${files[@]}") or later"
    echo "MPI library: a $mpi; built with $(print_mpi_version "$2")"
    left_out=$(<"$1/../left_out")
    echo "left out: ${left_out:-nothing}"
}

# bundle FILE: builds, and writes the tar.
bundle() {
    local file=$1 name needs programs=$built/bundle/programs
    name=$(basename "$file" .tar.gz)
    require_cmake
    say "building by CMake for a bundle; its log is $built/build.log"
    cmake_build "$built/bundle" -DBUILD_TESTING=OFF -DQUADRILLE_PORTABLE=ON
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    needs=$(describe_needs "$programs" "$scratch") || exit
    mkdir -p "$scratch/$name/built"
    tar -C "$root" --exclude='*_test.*' --exclude=BUILD -cf - "${bundled[@]}" |
        tar -C "$scratch/$name" -xf -
    cp "${bundled_programs[@]/#/$programs/}" "$programs/libquadrille.a" \
        "$programs/quadrille.f90" "$programs/provenance" "$scratch/$name/built"
    echo "$needs" >"$scratch/$name/NEEDS"
    if ! tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner \
        -czf "$file.new" "$name" || ! mv -f "$file.new" "$file"; then
        rm -f "$file.new"
        fail "bundle: $file cannot be written" 1
    fi
    say "$file needs"
    echo "$needs"
    say "unpack it where that is: tar -xf $file; $name/quadrille list"
}

command_bundle() {
    local file
    file=quadrille-$(library_version)-$(uname -m).tar.gz
    case "$# ${1:-} ${2:-}" in
    '0  ') ;;
    '2 --into '*.tar.gz) file=$2 ;;
    *) fail "bundle: arguments '$*'; accepted: --into FILE.tar.gz" ;;
    esac
    [[ -d $(dirname -- "$file") && -w $(dirname -- "$file") ]] ||
        fail "bundle: --into '$file'; accepted: a file in a folder that you \
can write"
    mkdir -p "$built"
    exec 9>"$built/.lock"
    flock 9
    bundle "$file"
    exec 9>&-
}
