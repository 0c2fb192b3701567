#!/usr/bin/env bash
# `run`: what the preload library takes, counts and passes on below C and
# Fortran programs, its variables, and what each launcher is started with.
source harness/testing/expect.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
library=$QUADRILLE_BUILT/libquadrille_preload.so
unset LD_PRELOAD
# Ranks share a node; Open MPI 5 reports networks that it cannot pair.
export OMPI_MCA_btl=^tcp

# Inside, only PMPI is called, and only MPI's names are visible outside.
nm -D --undefined-only "$library" | awk '$2 ~ /^MPI_[A-Z][a-z]/' >calls
[[ ! -s calls ]] || complain "calls that a tool would see twice: $(<calls)"
nm -D --defined-only "$library" | awk '$2 ~ /[TW]/ { print $3 }' >symbols
! grep -vE '^(MPIX?_|mpix?_|ompix?_.*_f$)' symbols >other ||
    complain "other symbols: $(<other)"
for name in MPI_Alltoallv MPI_Ialltoallv MPI_Alltoallv_init \
    MPIX_Alltoallv_init mpi_alltoallv_ mpi_alltoallv mpi_alltoallv__ \
    MPI_ALLTOALLV ompi_alltoallv_f mpi_init_thread_ mpi_finalize_; do
    grep -qx $name symbols || complain "$name is not defined"
done

cat >program.c <<'TEXT'
#include <mpi.h>
#include <mpi-ext.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, one = 1, sum = 0, all[8], counts[8], places[8], zero = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        places[i] = i;
        all[i] = rank;
    }
    for (int i = 0; i < 3; i++)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, all, counts, places,
                  MPI_INT, MPI_COMM_WORLD);
    MPI_Scatterv(&one, &one, &zero, MPI_INT, &zero, 1, MPI_INT, 0,
                 MPI_COMM_SELF);
    MPI_Ibcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    BCAST_INIT(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Finalize();
    printf("%d %d\n", sum, all[size - 1]);
    return argc > 1 ? atoi(argv[1]) : 0;
}
TEXT
# Open MPI 4 has it as an extension.
mpicc -E program.c >expanded.c
bcast_init=$(grep -oE '\bMPIX?_Bcast_init\b' expanded.c | sort -u)
mpicc -DBCAST_INIT="$bcast_init" program.c -o program ||
    complain 'program.c is not compiled'
start=(mpirun --oversubscribe -np 2)

# counts CALL CALLS WORDS: requires a line of the table.
counts() {
    grep -qE "^quadrille: $1 +$2 .* $3$" err ||
        complain "no line '$1 $2 $3': $(<err)"
}

# Nothing is printed unless it is asked for, and the status is the program's.
expect 0 "$quadrille" run -- "${start[@]}" ./program
[[ $(sort -u out) == '2 1' && ! -s err ]] || complain "quiet: $(<out) $(<err)"
expect 3 "$quadrille" run -- "${start[@]}" ./program 3
export QUADRILLE_VERBOSE=1
expect 0 "$quadrille" run -- "${start[@]}" ./program
says err 'quadrille: preload 0.'
says err '2 ranks: alltoallv:auto,'
counts MPI_Allreduce 6 allreduce_[a-z]+
counts MPI_Bcast 2 bcast_[a-z]+
counts MPI_Bcast 2 'passed on: one rank'
counts MPI_Alltoallv 2 'passed on: MPI_IN_PLACE'
counts MPI_Scatterv 2 'passed on: only counted'
counts MPI_Ibcast 2 'passed on: nonblocking'
counts MPI_Bcast_init 2 'passed on: persistent'
[[ $(wc -l <err) == 10 ]] || complain "the table: $(<err)"
expect 0 env QUADRILLE_PRELOAD=all:off,bcast:reb "$quadrille" run -- \
    "${start[@]}" ./program
counts MPI_Allreduce 6 'passed on: off'
counts MPI_Bcast 2 reb
expect 0 env QUADRILLE_NETWORK=absent.yaml "$quadrille" run -- \
    "${start[@]}" ./program
counts MPI_Bcast 2 'passed on: the network file cannot be used'
[[ $(grep -c 'QUADRILLE_NETWORK: absent.yaml' err) == 1 ]] ||
    complain "without the network file: $(<err)"

# Each of several programs is preloaded: the others would wait. The mpirun of
# Open MPI 5.0.7 crashes.
if mpirun --oversubscribe -np 1 true : -np 1 true 2>log; then
    expect 0 "$quadrille" run -- "${start[@]}" ./program : -np 1 ./program
    [[ $(sort -u out) == '3 2' ]] || complain "two programs: $(<out) $(<err)"
    counts MPI_Allreduce 9 allreduce_[a-z]+
    # So is each of a file.
    printf -- '-np %d ./program\n' 2 1 >programs
    expect 0 "$quadrille" run -- mpirun --oversubscribe --app programs
    [[ $(sort -u out) == '3 2' ]] || complain "a file: $(<out) $(<err)"
    counts MPI_Allreduce 9 allreduce_[a-z]+
else
    echo 'skipped: several programs, which this mpirun does not start'
fi

# MPI_Alltoall of short messages among many ranks is the library's, unless they
# go through memory, or a choice is named.
cat >alltoall.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    static char from[400000], to[400000];
    MPI_Init(&argc, &argv);
    MPI_Alltoall(from, 8, MPI_CHAR, to, 8, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Alltoall(from, 50000, MPI_CHAR, to, 50000, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
TEXT
mpicc alltoall.c -o alltoall || complain 'alltoall.c is not compiled'
cat >messages.work <<'END'
quadrille-network 1
alpha_us 1.5
beta_ns 0.1
gamma_ns 0.1
link_excess 1
topology switched
duplex full
eager_bytes 4096
inside_alpha_us 0.5
inside_beta_ns 0.1
inside_shared_us 0
node_ranks 8
adapter_ranks 8
sender_free_us 1.2
receiver_free_us 1.2
END
expect 0 "$quadrille" run -- mpirun --oversubscribe -np 8 ./alltoall
counts MPI_Alltoall 16 direct
expect 0 env QUADRILLE_NETWORK="$PWD/messages.work" "$quadrille" run -- \
    mpirun --oversubscribe -np 8 ./alltoall
counts MPI_Alltoall 8 'passed on: left to the library, by the network'
counts MPI_Alltoall 8 direct
expect 0 env QUADRILLE_PRELOAD=alltoall:direct "$quadrille" run -- \
    mpirun --oversubscribe -np 8 ./alltoall
counts MPI_Alltoall 16 direct

# Operators of the program that commute are taken, each made for one call, and
# calls on a communicator from the 17th on. Ranks of a node share memory.
cat >operators.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
static void add(void *from, void *into, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++)
        ((int *)into)[i] += ((int *)from)[i];
}
static void larger(void *from, void *into, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++)
        if (((int *)from)[i] > ((int *)into)[i])
            ((int *)into)[i] = ((int *)from)[i];
}
int main(int argc, char **argv)
{
    int rank, value, sum = 0, max = 0, wrong = 0;
    MPI_Comm comm;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 38; i++) {
        value = i + rank;
        MPI_Op_create(add, i % 3 != 2, &op);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, op, comm);
        MPI_Op_free(&op);
        MPI_Op_create(larger, 1, &op);
        MPI_Allreduce(&value, &max, 1, MPI_INT, op, comm);
        MPI_Op_free(&op);
        wrong += sum != 2 * i + 1 || max != i + 1;
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
TEXT
mpicc operators.c -o operators || complain 'operators.c is not compiled'
expect 0 "$quadrille" run -- "${start[@]}" ./operators
counts MPI_Allreduce 32 'passed on: the first calls on a communicator'
counts MPI_Allreduce 20 'passed on: an operator that does not commute'
counts MPI_Allreduce 100 allreduce_shared
# Without memory for it they send messages.
cat >no_memory.c <<'TEXT'
#include <errno.h>
#include <sys/types.h>
int posix_fallocate(int file, off_t offset, off_t bytes)
{
    return ENOSPC;
}
TEXT
mpicc -rdynamic operators.c no_memory.c -o without ||
    complain 'no_memory.c is not compiled'
expect 0 "$quadrille" run -- "${start[@]}" ./without
counts MPI_Allreduce 100 allreduce_folded
[[ $(grep -c 'share no memory: .*: No space left on device' err) == 1 ]] ||
    complain "said once: $(<err)"

# one_line WORDS COMMAND ...: the program runs on, with one line on stderr.
one_line() {
    expect 0 "${@:2}"
    [[ $(sort -u out) == '2 1' && $(wc -l <err) == 1 && $(<err) == *"$1"* ]] ||
        complain "$1: $(<out) $(<err)"
}
unset QUADRILLE_VERBOSE
one_line "call 'bcst'; accepted: all, alltoallv" \
    env QUADRILLE_PRELOAD=bcst:auto "$quadrille" run -- "${start[@]}" \
    ./program
one_line "QUADRILLE_VERBOSE: 'x'; accepted: 0, 1" \
    env QUADRILLE_VERBOSE=x "$quadrille" run -- "${start[@]}" ./program

# Another tool, and another MPI library.
echo '#include <mpi.h>
int MPI_Alltoallv(const void *a, const int *b, const int *c, MPI_Datatype d,
                  void *e, const int *f, const int *g, MPI_Datatype h,
                  MPI_Comm i)
{
    return PMPI_Alltoallv(a, b, c, d, e, f, g, h, i);
}' >tool.c
mpicc -shared -fPIC tool.c -o tool.so
one_line "tool.so also defines MPI_Alltoallv; accepted: one tool" \
    env LD_PRELOAD="$PWD/tool.so" "$quadrille" run -- "${start[@]}" \
    ./program
# A tool may define other calls than those.
echo '#include <mpi.h>
int MPI_Finalize(void) { return PMPI_Finalize(); }' >end.c
mpicc -shared -fPIC end.c -o end.so
one_line "end.so also defines MPI_Finalize; accepted: one tool" \
    env LD_PRELOAD="$PWD/end.so" "$quadrille" run -- "${start[@]}" ./program
cat >other.c <<'TEXT'
#include <string.h>
int PMPI_Get_library_version(char *version, int *length)
{
    *length = (int)strlen(strcpy(version, "MPICH Version:\t4.0\nand more"));
    return 0;
}
TEXT
gcc -shared -fPIC other.c -o other.so
one_line "the program runs on 'MPICH Version: 4.0'; accepted: Open MPI" \
    env LD_PRELOAD="$PWD/other.so" "$quadrille" run -- "${start[@]}" \
    ./program

# Fortran, by its include file's calls and by the module mpi_f08.
fortran() {
    cat <<TEXT
program main
use $1
implicit none
integer :: error, rank, number, total, all(2)
call mpi_init(error)
call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
number = rank + 1
call mpi_allreduce(number, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
                   error)
if (total /= 3) stop 1
call mpi_allreduce(MPI_IN_PLACE, number, 1, MPI_INTEGER, MPI_SUM, &
                   MPI_COMM_WORLD, error)
if (number /= 3) stop 2
all(rank + 1) = rank
call mpi_allgather(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, &
                   MPI_COMM_WORLD, error)
if (all(1) /= 0 .or. all(2) /= 1) stop 3
call mpi_alltoallw(all, [1, 1], [0, 4], [MPI_INTEGER, MPI_INTEGER], &
                   total, [1, 0], [0, 0], [MPI_INTEGER, MPI_INTEGER], &
                   MPI_COMM_SELF, error)
call mpi_gatherv(number, 1, MPI_INTEGER, all, [1, 1], [0, 1], MPI_INTEGER, 0, &
                 MPI_COMM_WORLD, error)
call mpi_finalize(error)
end program
TEXT
}
export QUADRILLE_VERBOSE=1
if command -v gfortran >/dev/null && command -v mpif90 >/dev/null; then
    for module in mpi mpi_f08; do
        fortran $module >program.f90
        mpif90 program.f90 -o fortran_program ||
            complain "program.f90 with $module is not compiled"
        expect 0 "$quadrille" run -- "${start[@]}" ./fortran_program
        counts MPI_Allreduce 4 allreduce_[a-z]+
        counts MPI_Allgather 2 allgather_[a-z]+
        counts MPI_Alltoallw 2 'passed on: one rank'
        counts MPI_Gatherv 2 'passed on: only counted'
    done
else
    echo 'skipped: Fortran: gfortran is not installed'
fi

# Launchers that only print their arguments.
mkdir launchers
cat >launchers/srun <<'TEXT'
#!/bin/sh
echo "${0##*/} $LD_PRELOAD" "$@"
TEXT
cp launchers/srun launchers/other
cat >launchers/mpiexec <<'TEXT'
#!/bin/sh
[ "$1" != --version ] || echo HYDRA build details
echo "${0##*/} $LD_PRELOAD" "$@"
TEXT
chmod +x launchers/*
export QUADRILLE_PRELOAD=bcast:off
expect 0 "$quadrille" run -- launchers/srun -n 4 ./program
[[ $(<out) == "srun  --export=ALL,LD_PRELOAD=$library -n 4 ./program" \
    ]] || complain "srun: $(<out)"
expect 0 "$quadrille" run -- launchers/mpiexec -n 4 ./program --help
[[ $(<out) == "mpiexec  -genv LD_PRELOAD $library -genv \
QUADRILLE_PRELOAD bcast:off -genv QUADRILLE_VERBOSE 1 -n 4 ./program --help" \
    ]] || complain "hydra: $(<out)"
expect 0 "$quadrille" run -- launchers/other -n 4
[[ $(<out) == "other $library -n 4" ]] || complain "other: $(<out)"

refuse "argument 'mpirun'; accepted: -- and a command" "$quadrille" run mpirun
refuse "argument ''; accepted: -- and a command" "$quadrille" run
refuse 'no command; accepted: one after --' "$quadrille" run --
refuse "command 'mpirunn' is not found; accepted: " "$quadrille" run -- mpirunn
finish
