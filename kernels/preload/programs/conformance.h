/* kernels/preload/programs/conformance.h -- what the conformance tests share:
 * checks, communicators, and the list of tests.
 *
 * usage: mpirun -np P conformance [TEST ...] [--communicators N]
 *
 * An ordinary MPI program that tests MPI's collectives. It knows no library but
 * MPI. Each test is one file; without names all run.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { MAX_PROCS = 64 };

/* A communicator under test; `peers` is the size of the group that data come
 * from: the remote group of an intercommunicator. */
typedef struct member {
    const char *name;
    MPI_Comm comm;
    int rank, size;
} member;

/* The world, its duplicate, in reverse, two parts of it, and this rank alone.
 */
extern member members[];
enum { NUM_MEMBERS = 6, WORLD = 0 };

/* Value of --communicators. */
extern int num_dynamic_communicators;

/* The size and this rank of a communicator. */
member member_of(const char *name, MPI_Comm comm);

/* Records a check. The first failures are printed with the rank and the text of
 * printf's kind, which says what was tried. Threads may call it. */
void check(bool holds, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Memory, zeroed; ends the program if there is none. The caller frees it. */
void *allocate(size_t count, size_t size);

/* A pseudorandom number from 0 to limit - 1, the same for equal arguments. */
int draw(int a, int b, int c, int limit);

/* The tests, by name; one file each. */
#define CONFORMANCE_TESTS(test)                                                \
    test(alltoall) test(alltoallv) test(alltoallw) test(neighbor_alltoallv)    \
        test(bcast) test(allgather) test(rooted) test(predefined)              \
            test(operators) test(user_operators) test(intercommunicators)      \
                test(communicators) test(errors) test(nonblocking)             \
                    test(threads) test(repeated) test(large)

#define DECLARE_TEST(name) void test_##name(void);
CONFORMANCE_TESTS(DECLARE_TEST)

#endif
