#!/usr/bin/env bash
# What ./quadrille says where Bazel, or more, is missing: one line each, before
# anything is built. A small tree stands for the sources: only the choice of the
# build, and what CMake says, is looked at.
source harness/testing/expect.sh

unset QUADRILLE_BUILT QUADRILLE_BUILT_DIR MPICC
mkdir -p tree bin
cp -rL "$source_root/quadrille" "$source_root/third_party" tree
cp -rL "$source_root/configs" tree
mkdir -p tree/{kernels,workloads,harness/cli,paper}
cp -L "$source_root/paper/reproduce.sh" tree/paper
touch tree/{WORKSPACE,BUILD,.bazelrc,defs.bzl,CMakeLists.txt}
quadrille=$PWD/tree/quadrille
# A system without Debian's packages, Bazel, R and SimGrid.
ln -sf /bin/* /usr/bin/* bin
rm -f bin/{bazel,dpkg,apt,smpi,R,hyperfine}*
export PATH=$PWD/bin
command -v cmake >/dev/null || skip_all 'cmake is not installed'

# cmake_lists LINE ...: the project of the tree, with what it makes.
cmake_lists() {
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' \
        'project(quadrille NONE)' "$@" >tree/CMakeLists.txt
}
# one_line STATUS WORDS ARGUMENT ...: the command says WORDS in one line.
one_line() {
    expect "$1" "$quadrille" "${@:3}"
    [[ $(wc -l <err) == 1 && $(<err) == *"$2"* && ! -s out ]] ||
        complain "${*:3}: should say '$2' in one line, said: $(<err) $(<out)"
}

# Each names what it needs and who has it; nothing is built.
for command in reproduce verify test 'bench choice' 'bench fft'; do
    # shellcheck disable=SC2086 # one or two words
    one_line 1 "quadrille: $command needs bazel, " $command
    says err "Debian's bazel-bootstrap"
    says err 'see docs/install.md'
done
for command in 'compare r --baseline ls' figures 'bench here'; do
    mkdir -p r && touch r/experiment.yaml
    # shellcheck disable=SC2086 # a command and its options
    one_line 1 ' and R packages: data.table, ' $command
    says err "quadrille: ${command%% r *} needs "
    says err "or Spack's r r-NAME, or conda's r-base r-NAME; see docs/in"
done
one_line 1 'setup needs root and Debian; without them see docs/install.' setup
[[ ! -e tree/built/cmake ]] || complain 'a refused command has built'

# What the build itself needs.
rm bin/cmake bin/make
one_line 1 'the build needs cmake, make; load a module, or install Debian' list
cat >bin/cmake <<'END'
#!/bin/sh
echo 'cmake version 3.16.3'
END
chmod +x bin/cmake
ln -s "$(command -v true)" bin/make
one_line 1 'cmake is version 3.16.3; accepted: 3.18 or later' list
rm bin/cmake bin/make
ln -s /usr/bin/cmake bin/cmake
ln -s /usr/bin/make bin/make
MPICC=mpicc_of_nobody one_line 2 \
    "MPICC: 'mpicc_of_nobody' is not found; accepted: a compiler for MPI" list
(ulimit -f 1000 && "$quadrille" list) 2>err
says err 'no room for the build, which needs '
says err 'QUADRILLE_BUILT=FOLDER'
[[ ! -e tree/built/.room ]] || complain 'the trial of the room is left'

# What CMake refuses is passed on, in one line after the choice's.
cmake_lists 'message(FATAL_ERROR " quadrille: no MPI; accepted: an mpicc")'
expect 1 "$quadrille" list
says err 'building by CMake, because Bazel is not installed; its log is '
says err 'quadrille: no MPI; accepted: an mpicc; the log is '
[[ $(wc -l <err) == 2 ]] || complain "CMake's refusal: $(<err)"
# So is what the compiler says.
cmake_lists 'add_custom_target(x ALL COMMAND cat absent.c)'
expect 1 "$quadrille" list
says err 'absent.c: No such file'

# A build is used until a source is newer.
mkdir given
cat >given/quadrille <<'END'
#!/bin/sh
echo "$0 $*"
END
chmod +x given/quadrille
cmake_lists "file(COPY $PWD/given/ DESTINATION programs)"
expect 0 "$quadrille" list
says out 'tree/built/quadrille list'
[[ $(wc -l <err) == 1 ]] || complain "a build by CMake: $(<err)"
expect 0 "$quadrille" sweep plan x
[[ ! -s err ]] || complain "built twice: $(<err)"
touch tree/kernels/new.c
expect 0 "$quadrille" sweep plan x
says err 'building by CMake, because '

# With Bazel, but without SimGrid, the build by CMake stays, as it is that of
# more commands.
mkdir rules by_bazel
touch rules/{java,proto}
sed -i "s|/usr/share/bazel/rules|$PWD/rules|" \
    tree/third_party/debian-packages.txt
cp given/quadrille by_bazel
cat >bin/bazel <<END
#!/bin/sh
mkdir -p bazel-bin/command_line && cp $PWD/by_bazel/* bazel-bin/command_line
END
chmod +x bin/bazel
touch tree/kernels/new.c
for command in 'list building;' 'sweep libsimgrid-dev' list sweep list; do
    read -r name words <<<"$command"
    expect 0 "$quadrille" "$name"
    [[ $(wc -l <err) == $((${words:+1} + 0)) && $(<err) == *"$words"* ]] ||
        complain "$name: should say '$words', said: $(<err)"
done

# A bundle has no sources, and is not built.
touch tree/NEEDS
expect 0 "$quadrille" list
[[ ! -s err ]] || complain "a bundle is built: $(<err)"
for command in build clean test reproduce 'bench self' cluster bundle; do
    # shellcheck disable=SC2086 # one or two words
    one_line 2 "$command needs the sources, which a bundle" $command
done
finish
