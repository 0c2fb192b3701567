# shellcheck shell=bash
# third_party/build.sh -- builds the programs; `quadrille` sources it.
: "${root:?set by quadrille}" "${built:?set by quadrille}"
# shellcheck source=third_party/progress.sh
source "$root/third_party/progress.sh"
# The sources of the programs.
sources=(WORKSPACE BUILD .bazelrc defs.bzl third_party
    kernels workloads harness)

# Sets `workspace`, the folder that Bazel builds in: this one or, if its path
# has blanks, which Bazel refuses, a copy of it.
find_workspace() {
    workspace=$root
    [[ $root == *[[:space:]]* ]] || return 0
    workspace=${XDG_CACHE_HOME:-$HOME/.cache}/quadrille/$(
        sha256sum <<<"$root" | cut -c1-16
    )
    [[ $workspace != *[[:space:]]* ]] ||
        fail "Bazel refuses the blanks in $workspace; accepted: XDG_CACHE_HOME \
without blanks" 1
    rm -rf "$workspace"
    mkdir -p "$workspace"
    tar -C "$root" --exclude=./built --exclude=./results --exclude=./.git \
        --exclude=./paper/out --exclude='./bazel-*' -cf - . |
        tar -C "$workspace" -xf -
}

# is_up_to_date KIND: true if a build of that kind, or of everything, is
# current.
is_up_to_date() {
    local stamp
    for stamp in "$built/.stamp.$1" "$built/.stamp.programs"; do
        if [[ -e $stamp ]] && [[ -z $(cd "$root" &&
            find "${sources[@]}" -newer "$stamp" -print -quit) ]]; then
            return 0
        fi
    done
    return 1
}

# The digest of the sources, for the provenance of results: equal sources give
# equal programs, whatever else a commit changes.
describe_build() {
    local commit
    # The commit, whatever tags it has.
    commit=$(git -C "$root" describe --always --exclude='*' --abbrev=40 \
        --dirty 2>/dev/null) || commit=unknown
    echo "commit $commit"
    echo "flags $(sed -nE 's/^build --(compilation_mode|conlyopt|copt)=//p' \
        "$root/.bazelrc" | paste -sd' ')"
    echo "sources $(cd "$root" && find "${sources[@]}" -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)"
}

# build_target LABEL: builds it in $workspace and shows progress. Bazel's log is
# $built/build.log. Tests set QUADRILLE_CONFIG, so that what they have compiled
# is not compiled again.
build_target() {
    bazel_log=$built/build.log
    (cd "$workspace" && with_progress draw_bazel run_bazel build \
        ${QUADRILLE_CONFIG:+"--config=$QUADRILLE_CONFIG"} "$1") ||
        { print_bazel_log >&2 && fail "the build failed" 1; }
}

# build [KIND]: builds the programs into $built if a source is newer, and
# renames each into place. Bazel starts only if needed. The kinds are those of
# BUILD: programs; measuring; command_line, which needs no MPI.
build() {
    local program name workspace kind=${1:-programs} groups=(build)
    [[ $kind != programs ]] || groups+=(simulate)
    if [[ -n ${QUADRILLE_BUILT:-} ]] || is_up_to_date "$kind"; then
        return
    fi
    install_packages no "${groups[@]}"
    require "${groups[@]}"
    mkdir -p "$built"
    exec 9>"$built/.lock"
    flock --nonblock 9 || { say 'waiting for another build' && flock 9; }
    if ! is_up_to_date "$kind"; then
        touch "$built/.stamp.new"
        say "building; Bazel's log is $built/build.log"
        find_workspace
        build_target "//:$kind"
        for program in "$workspace"/bazel-bin/"$kind"/*; do
            name=${program##*/}
            cp -f "$program" "$built/.$name.new"
            chmod 755 "$built/.$name.new"
            mv -f "$built/.$name.new" "$built/$name"
        done
        [[ $kind != measuring ]] || bundle_libraries
        if [[ $kind != command_line ]]; then
            describe_build >"$built/.provenance.new"
            mv -f "$built/.provenance.new" "$built/provenance"
        fi
        mv -f "$built/.stamp.new" "$built/.stamp.$kind"
    fi
    exec 9>&-
}

# The shared libraries that a program needs, one per line.
needed() { ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'; }

# Copies the libraries to $built/lib, which the programs search first, except
# the C library and those of the MPI library.
bundle_libraries() {
    local library program mpi
    mpi=$(needed "$built/bench" | grep -E '/libmpi[^/]*$' | head -n 1)
    mkdir -p "$built/lib"
    for program in bench calibrate quadrille; do
        needed "$built/$program"
    done |
        sort -u | grep -vE '/lib(c|m|dl|rt|pthread)[.]so' |
        grep -vxF -e "$mpi" -f <(needed "$mpi") |
        while read -r library; do cp -fL "$library" "$built/lib"; done
}

# `build` builds all programs. `build --measuring --into FOLDER` builds those
# that measure, with the MPI of the PATH or of $MPICC, and adds the libraries
# that a compute node may lack; use them with QUADRILLE_BUILT=FOLDER.
command_build() {
    local kind=programs
    while (($# > 0)); do
        case "$1 ${2:-}" in
        '--measuring '*) kind=measuring ;;
        '--into '?*)
            built=$(readlink -m -- "$2")
            shift
            ;;
        *) fail "build: argument '$1'; accepted: --measuring --into FOLDER" ;;
        esac
        shift
    done
    [[ $kind == programs || $built != "$root/built" ]] ||
        fail 'build: --measuring is given without --into; accepted: both'
    unset QUADRILLE_BUILT
    build "$kind"
    say "built in $built"
}
