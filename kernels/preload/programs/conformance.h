/* kernels/preload/programs/conformance.h -- a table of MPI's collectives, each
 * made with MPI_ and PMPI_ and compared.
 *
 * usage: mpirun -np P conformance [--threads] [--communicators N] [TEST ...]
 *
 * On top of a library that defines MPI_Bcast and so on, PMPI_Bcast is the MPI
 * library's. A trial makes one call of the table with PMPI_ and twice with
 * MPI_, on the same data: the bytes of all buffers, the codes and the calls of
 * the error handler must be the same.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PROCS = 16, MAX_PEERS = 3 * MAX_PROCS, FIRST_HIGH = MAX_PROCS };

/* A communicator. Its ranks are numbered; those of the second group of an
 * intercommunicator from FIRST_HIGH on. */
typedef struct member {
    const char *name;
    MPI_Comm comm;
    int rank, size, self;
    bool is_inter, is_grid;
    int num_sources, num_targets;
    int sources[MAX_PEERS], targets[MAX_PEERS];
} member;

/* The world, its duplicate, in reverse, two parts of it, and this rank alone;
 * then intercommunicators, if there are ranks for them. */
enum { WORLD = 0, REVERSED = 2, NUM_INTRA = 6, MAX_MEMBERS = NUM_INTRA + 2 };
extern member members[MAX_MEMBERS];
extern int num_members;

/* members_make makes them, and members_free frees them. */
void members_make(void);
void members_free(void);

/* member_of describes an intracommunicator. */
member member_of(const char *name, MPI_Comm comm);

/* topology_make makes a communicator with neighbours; the caller frees it. */
enum { NUM_TOPOLOGIES = 10 };
member topology_make(int kind, const member *m);

/* Elements that have the signature of one unit: per_unit of `type`. */
typedef struct layout {
    MPI_Datatype type;
    int per_unit;
} layout;

/* Units of UNIT elements, in several layouts. Slots up to MAX_SLOTS of any
 * layout do not overlap. */
enum { UNIT = 6, MAX_SLOTS = 128, NUM_SHAPES = 12, CONTIGUOUS = 0 };

/* layouts_make makes all layouts of a predefined type; layouts_free frees
 * them. */
void layouts_make(MPI_Datatype base, layout *out);
void layouts_free(layout *shapes);

/* layout_at returns a layout at an address, for MPI_BOTTOM. */
layout layout_at(const layout *l, const void *address);

/* MPI's types; `put` writes a number as an element, if operators have the type.
 */
typedef struct number {
    MPI_Datatype type;
    void (*put)(void *elements, int index, int value);
    int group; /* of the standard */
} number;
enum {
    INTEGER = 1,
    FLOATING = 2,
    COMPLEX = 4,
    BYTE = 8,
    ADDRESS = 16,
    BOOL = 32,
    PAIR = 64
};
extern const number numbers[];
extern const int num_numbers;

/* An operator. The values of its operands make results that do not depend on
 * the order of the combinations, unless it is a user's. */
typedef struct operation {
    const char *name;
    MPI_Op op;
    int groups; /* of types */
    int (*value)(int rank, int index);
} operation;
extern const operation operations[];
extern const int num_operations;

/* What a call is made with; the same on all ranks. */
typedef struct trial {
    const member *m;
    int root;  /* of an intercommunicator: among both groups */
    int count; /* of a block or vector; of arrays the largest */
    /* Units of this type, or elements of it. */
    MPI_Datatype type;
    bool is_of_elements;
    /* The layouts of both sides; those of ranks are `spread` apart. */
    int sent_shape, received_shape, spread;
    bool is_in_place, is_from_bottom;
    /* Arrays are made of these numbers; is_dense: all their counts are `count`.
     */
    int counts_salt, places_salt, odd_pair;
    bool is_dense;
    const char *op_name; /* of MPI */
    MPI_Op op;
    void (*put)(void *elements, int index, int value); /* NULL: any bytes */
    int (*value)(int rank, int index);
    size_t room; /* bytes of a buffer; 0: as many as it needs */
    /* Set by try_call. */
    bool is_ours;
    layout shapes[NUM_SHAPES], send, receive;
    unsigned char *sent, *received; /* where the elements are */
    void *from, *to;                /* the call's arguments */
} trial;

/* The collectives. */
enum {
    MOVES = 1,    /* any type */
    COMBINES = 2, /* with an operator */
    ROOTED = 4,
    PARTS = 8,   /* of the result */
    ARRAYS = 16, /* of counts */
    IN_PLACE = 32,
    NEIGHBORS = 64
};
typedef struct collective {
    const char *name;
    int (*call)(const trial *t);
    int traits;
} collective;
extern const collective collectives[];
enum { BCAST = 0, SCATTER = 3, ALLTOALLV = 5, ALLTOALLW = 6, ALLREDUCE = 8 };
extern const int num_collectives;

/* num_roots returns how many roots a communicator may have. */
int num_roots(const member *m);

/* num_results returns how many elements this rank gets by an operator. */
int num_results(const collective *c, const trial *t);

/* try_call makes a trial. Threads may call it. */
void try_call(const collective *c, trial t);

/* use tries one of the collectives on a communicator, drawn by `salt`. */
void use(const member *m, int salt);

/* note_error is an error handler that counts for try_call. */
void note_error(MPI_Comm *comm, int *code, ...);

/* check records a check. The first failures are printed with the rank and the
 * text of printf's kind. Threads may call it. */
void check(bool holds, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* allocate returns memory, zeroed; ends the program if there is none. */
void *allocate(size_t count, size_t size);

/* draw returns a number from 0 to limit - 1, the same for equal arguments. */
int draw(int a, int b, int c, int limit);

/* Of the options. */
extern bool has_threads;
extern int num_communicators;

/* The tests, by name. */
#define CONFORMANCE_TESTS(test)                                                \
    test(movement) test(types) test(topologies) test(operators)                \
        test(user_operators) test(large) test(errors) test(lifetimes)          \
            test(nonblocking) test(threads)
#define DECLARE_TEST(name) void test_##name(void);
CONFORMANCE_TESTS(DECLARE_TEST)

#endif
