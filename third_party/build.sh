# shellcheck shell=bash
# third_party/build.sh -- builds the programs; `quadrille` sources it.
: "${root:?set by quadrille}" "${built:?set by quadrille}"
# What programs are made of.
sources=(WORKSPACE BUILD .bazelrc defs.bzl third_party
    kernels workloads harness)

# Sets `workspace`, the folder that Bazel builds in: this one, or, because Bazel
# takes no blanks, a copy of it with a name without.
find_workspace() {
    workspace=$root
    [[ $root == *[[:space:]]* ]] || return 0
    workspace=${XDG_CACHE_HOME:-$HOME/.cache}/quadrille/$(
        sha256sum <<<"$root" | cut -c1-16
    )
    [[ $workspace != *[[:space:]]* ]] ||
        fail "Bazel takes no blanks in $workspace either; accepted: \
XDG_CACHE_HOME without" 1
    rm -rf "$workspace"
    mkdir -p "$workspace"
    tar -C "$root" --exclude=./built --exclude=./results --exclude=./.git \
        --exclude=./paper/out --exclude='./bazel-*' -cf - . |
        tar -C "$workspace" -xf -
}

is_up_to_date() {
    [[ -e $built/.stamp ]] && [[ -z $(cd "$root" &&
        find "${sources[@]}" -newer "$built/.stamp" -print -quit) ]]
}

# What the programs were made of, for the provenance of results. Equal sources
# give equal programs, whatever else a commit changes.
describe_build() {
    local commit
    commit=$(git -C "$root" describe --always --abbrev=40 --dirty \
        2>/dev/null) || commit=unknown
    echo "commit $commit"
    echo "flags $(sed -nE 's/^build --(compilation_mode|conlyopt|copt)=//p' \
        "$root/.bazelrc" | paste -sd' ')"
    echo "sources $(cd "$root" && find "${sources[@]}" -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)"
}

# Builds the programs if a source is newer, into $built, each put in place by
# a rename. Bazel is not started when there is nothing to do. With `measuring`,
# those alone that measure.
build() {
    local program name workspace kind=${1:-programs} groups=(build simulate)
    [[ $kind != measuring ]] || groups=(build)
    if [[ -n ${QUADRILLE_BUILT:-} ]] || is_up_to_date; then
        return
    fi
    install_packages no "${groups[@]}"
    require "${groups[@]}"
    mkdir -p "$built"
    exec 9>"$built/.lock"
    flock 9
    if ! is_up_to_date; then
        touch "$built/.stamp.new"
        say "building, which takes about half a minute the first time"
        find_workspace
        (cd "$workspace" && bazel build --noshow_progress "//:$kind" \
            >"$built/build.log" 2>&1 9>&-) ||
            { cat "$built/build.log" >&2 && fail "the build failed" 1; }
        for program in "$workspace"/bazel-bin/"$kind"/*; do
            name=${program##*/}
            cp -f "$program" "$built/.$name.new"
            chmod 755 "$built/.$name.new"
            mv -f "$built/.$name.new" "$built/$name"
        done
        [[ $kind != measuring ]] || bundle_libraries
        describe_build >"$built/.provenance.new"
        mv -f "$built/.provenance.new" "$built/provenance"
        mv -f "$built/.stamp.new" "$built/.stamp"
    fi
    exec 9>&-
}

# The shared libraries that a program needs, a line each.
needed() { ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'; }

# Puts the libraries into $built/lib, where the programs look first, but those
# of C and what the MPI library brings with it.
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

# `build`: the programs. `build --measuring --into FOLDER`: those that measure,
# by the MPI of the PATH or of $MPICC, with the libraries that a compute node
# may not have; QUADRILLE_BUILT=FOLDER then names them.
command_build() {
    local kind=programs
    while (($# > 0)); do
        case "$1 ${2:-}" in
        '--measuring '*) kind=measuring ;;
        '--into '?*)
            built=$(readlink -m -- "$2")
            shift
            ;;
        *) fail "build: '$1'; accepted: --measuring --into FOLDER" ;;
        esac
        shift
    done
    [[ $kind == programs || $built != "$root/built" ]] ||
        fail 'build: --measuring is alone; accepted: --measuring --into FOLDER'
    unset QUADRILLE_BUILT
    build "$kind"
    say "built in $built"
}
