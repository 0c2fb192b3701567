# shellcheck shell=bash
# third_party/build.sh -- builds the programs; `quadrille` sources it.
: "${root:?set by quadrille}" "${built:?set by quadrille}"
: "${command:?set by quadrille}"
mapfile -t sources <"$root/third_party/program_sources.txt"

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
# current, or one by CMake, unless Bazel could now build everything: one of
# another kind would replace it, and be replaced again.
is_up_to_date() {
    local stamp
    for stamp in "$1" programs by_cmake; do
        if [[ -e $built/.stamp.$stamp ]] && [[ -z $(cd "$root" &&
            find "${sources[@]}" -newer "$built/.stamp.$stamp" -print -quit) ]]
        then
            [[ $stamp != by_cmake || -n $(missing_for programs) ]]
            return
        fi
    done
    return 1
}

# missing_for KIND: the packages that a build of that kind by Bazel lacks.
missing_for() {
    local groups=(build)
    [[ $1 != programs ]] || groups+=(simulate)
    missing "${groups[@]}"
}

# What results say of programs by Bazel.
describe_build() {
    "$root/third_party/provenance.sh" "$(sed -nE \
        's/^build --(compilation_mode|conlyopt|copt)=//p' "$root/.bazelrc" |
        paste -sd' ')"
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

# install_programs FILE ...: copies them to $built and renames each into place,
# so that nothing that is running sees half a program.
install_programs() {
    local program name
    for program; do
        name=${program##*/}
        cp -f "$program" "$built/.$name.new"
        chmod u+w "$built/.$name.new"
        mv -f "$built/.$name.new" "$built/$name"
    done
}

# build_by_bazel KIND: the build of record.
build_by_bazel() {
    local workspace
    say "building; Bazel's log is $built/build.log"
    find_workspace
    build_target "//:$1"
    install_programs "$workspace"/bazel-bin/"$1"/*
    if [[ $1 != command_line ]]; then
        describe_build >"$built/.provenance.new"
        mv -f "$built/.provenance.new" "$built/provenance"
    fi
    rm -f "$built/.stamp.by_cmake"
}

# Fails if $built has no room for a build. Quotas show only when files are
# written.
require_room() {
    local room_mb=80
    if ! head -c ${room_mb}M /dev/zero 2>/dev/null >"$built/.room"; then
        rm -f "$built/.room"
        fail "no room for the build, which needs $room_mb MB, in $built; \
accepted: a folder with room: ./quadrille build --measuring --into FOLDER, and \
QUADRILLE_BUILT=FOLDER" 1
    fi
    rm -f "$built/.room"
}

# Fails without what the build by CMake starts with; CMake looks at the rest.
require_cmake() {
    local rows version
    rows=$(missing cmake)
    [[ -z $rows ]] || fail "$command needs programs that are not built, and \
the build needs $(where_to_get "$rows")" 1
    version=$(cmake --version | sed -nE '1s/.* ([0-9.]+).*/\1/p')
    printf '%s\n' 3.18 "$version" | sort -CV ||
        fail "cmake is version $version; accepted: 3.18 or later; load a \
module; see docs/install.md" 1
}

# cmake_build FOLDER OPTION ...: builds below FOLDER; the programs are in
# FOLDER/programs.
cmake_build() {
    local error
    require_room
    bazel_log=$built/build.log
    with_progress draw_cmake run_cmake "$root" "$@" && return
    # The next try looks again at what has changed since.
    rm -f "$1/CMakeCache.txt"
    error=$(cmake_error)
    [[ -z $error ]] || fail "${error#quadrille: }; the log is $bazel_log" 1
    grep -vE '^(\[ *[0-9]+%\]|--) ' "$bazel_log" | tail -n 40 >&2
    fail "the build failed; the log is $bazel_log" 1
}

# build_by_cmake ROWS: all but what simulates, where packages of Bazel's build
# are missing.
build_by_cmake() {
    local why
    require_cmake
    why="$(names_of 1 "$1") not installed"
    [[ $why != *bazel-bootstrap* ]] || why='Bazel is not installed'
    say "building by CMake, because $why; its log is $built/build.log"
    cmake_build "$built/cmake" -DBUILD_TESTING=OFF
    # Older ones by Bazel are other programs.
    rm -f "$built"/.stamp.* "$built"/*_simulated.so
    install_programs "$built"/cmake/programs/*
}

# build [KIND]: builds the programs into $built if a source is newer. Bazel or
# CMake start only if needed. The kinds are those of BUILD: programs; measuring;
# command_line, which needs no MPI.
build() {
    local rows kind=${1:-programs} groups=(build) stamp=${1:-programs}
    if [[ -n ${QUADRILLE_BUILT:-} ]] || is_up_to_date "$kind"; then
        return
    fi
    [[ -z ${MPICC:-} ]] || command -v -- "$MPICC" >/dev/null ||
        fail "MPICC: '$MPICC' is not found; accepted: a compiler for MPI"
    [[ $kind != programs ]] || groups+=(simulate)
    install_packages no "${groups[@]}"
    mkdir -p "$built" || fail "$built cannot be made" 1
    exec 9>"$built/.lock"
    flock --nonblock 9 || { say 'waiting for another build' && flock 9; }
    if ! is_up_to_date "$kind"; then
        touch "$built/.new"
        rows=$(missing_for "$kind")
        if [[ -z $rows ]]; then
            build_by_bazel "$kind"
        else
            build_by_cmake "$rows"
            stamp=by_cmake
        fi
        mv -f "$built/.new" "$built/.stamp.$stamp"
    fi
    exec 9>&-
}

# The shared libraries that a program needs, one per line.
needed() { ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'; }

# Copies the libraries to $built/lib, which the programs search first, except
# the C library and those of the MPI library. Those of CMake may need no other.
bundle_libraries() {
    local library program mpi
    mpi=$(needed "$built/bench" | grep -E '/libmpi[^/]*$' | head -n 1)
    mkdir -p "$built/lib"
    for program in bench calibrate netmap quadrille; do
        needed "$built/$program"
    done |
        sort -u | { grep -vE '/lib(c|m|dl|rt|pthread)[.]so' || true; } |
        { grep -vxF -e "$mpi" -f <(needed "$mpi") || true; } |
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
    [[ $kind != measuring ]] || bundle_libraries
    say "built in $built"
}
