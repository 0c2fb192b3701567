/* kernels/preload/programs/conformance_errors.c -- wrong arguments: the error's
 * class and the calls of the handler are MPI's, and the communicator works on.
 */
#include "kernels/preload/programs/conformance.h"

/* Wrong arguments of the collectives with any of the traits. Those of Open MPI
 * are of MPI_Bcast: its Fortran calls pass NULL for numbers that it does not
 * know. */
enum { ANY = MOVES | COMBINES, ONLY_BCAST = 0, BEYOND = MAX_PROCS };
static const struct {
    int traits, root, count;
    bool is_in_place;
    MPI_Datatype type;
    MPI_Op op;
} mistakes[] = {
    {ROOTED, BEYOND, 1, false, MPI_INT, MPI_SUM},
    {ROOTED, -77, 1, false, MPI_INT, MPI_SUM},
    {ANY, 0, -1, false, MPI_INT, MPI_SUM},
    {MOVES, 0, 1, false, MPI_DATATYPE_NULL, MPI_SUM},
    {COMBINES, 0, 1, false, MPI_INT, MPI_OP_NULL},
    {COMBINES, 0, 1, false, MPI_DOUBLE, MPI_BAND},
    {COMBINES, 0, 1, false, MPI_DOUBLE, MPI_LXOR},
    {COMBINES, 0, 1, false, MPI_DOUBLE, MPI_BOR},
#ifdef OPEN_MPI
    {ONLY_BCAST, 0, 1, false, NULL, MPI_SUM},
    {ONLY_BCAST, 0, 1, true, MPI_INT, MPI_SUM},
#endif
};
enum { NUM_MISTAKES = sizeof(mistakes) / sizeof(mistakes[0]) };

/* Open MPI 4.1 does not check the types of MPI_Scatter. */
static bool has_mistake(const collective *c, int i)
{
    if (mistakes[i].traits == ONLY_BCAST)
        return c == &collectives[BCAST];
    return (c->traits & mistakes[i].traits) && !(c->traits & NEIGHBORS) &&
           (mistakes[i].type == MPI_INT || c != &collectives[SCATTER]);
}

/* Whether a rank that makes the mistake gets its error without the others. */
static bool is_found_alone(const collective *c, int i)
{
    if (mistakes[i].type == MPI_DATATYPE_NULL)
        return c != &collectives[ALLTOALLW];
    return mistakes[i].op == MPI_OP_NULL ||
           (mistakes[i].count < 0 && !(c->traits & ARRAYS));
}

static void make_mistakes(const member *m, bool is_alone)
{
    for (int n = 0; n < num_collectives * NUM_MISTAKES; n++) {
        const collective *c = &collectives[n / NUM_MISTAKES];
        int i = n % NUM_MISTAKES;
        trial t = {.m = m,
                   .root =
                       mistakes[i].root == BEYOND ? m->size : mistakes[i].root,
                   .count = mistakes[i].count,
                   .type = mistakes[i].type,
                   .is_of_elements = true,
                   .is_dense = true,
                   .is_in_place = mistakes[i].is_in_place,
                   .op = mistakes[i].op};
        if (has_mistake(c, i) && (!is_alone || is_found_alone(c, i)))
            try_call(c, t);
    }
}

/* Not of MPI_Scatter, as above. */
static void use_uncommitted(const member *m)
{
    trial t = {.m = m, .count = 1, .is_of_elements = true, .is_dense = true};

    MPI_Type_vector(2, 1, 2, MPI_INT, &t.type);
    for (int i = 0; i < num_collectives; i++)
        if ((collectives[i].traits & (MOVES | NEIGHBORS)) == MOVES &&
            i != SCATTER)
            try_call(&collectives[i], t);
    MPI_Type_free(&t.type);
}

/* Open MPI lets one element be combined in its own place, on some of the ranks,
 * too. */
static void combine_in_place(const member *m)
{
#ifdef OPEN_MPI
    int value = 1, sum = 0, *into = m->rank == 0 ? &value : &sum;

    check(MPI_Allreduce(&value, into, 1, MPI_INT, MPI_SUM, m->comm) ==
                  MPI_SUCCESS &&
              *into == m->size,
          "allreduce of one element into itself on %s", m->name);
#else
    (void)m;
#endif
}

/* The next rank expects one number, and gets two. */
static void receive_too_little(const member *m)
{
#ifdef OPEN_MPI
    int sent[MAX_PROCS] = {0}, expected[MAX_PROCS] = {0};
    int places[MAX_PROCS] = {0}, values[2] = {0}, found[2], class;

    if (m->size == 1)
        return;
    sent[(m->rank + 1) % m->size] = 2;
    expected[(m->rank + m->size - 1) % m->size] = 1;
    MPI_Error_class(MPI_Alltoallv(values, sent, places, MPI_INT, found,
                                  expected, places, MPI_INT, m->comm),
                    &class);
    check(class == MPI_ERR_TRUNCATE, "a message too long on %s", m->name);
#else
    (void)m;
#endif
}

/* Errors without a communicator are raised on the world. Not of all: Open MPI's
 * MPI_Allgather looks into it. */
static void call_without_communicator(MPI_Errhandler handler)
{
    static const int checked[] = {BCAST, ALLTOALLV, ALLREDUCE};
    member none = members[WORLD];
    trial t = {.m = &none, .count = 1, .type = MPI_INT, .op = MPI_SUM};
    MPI_Errhandler old;

    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &old);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    none.comm = MPI_COMM_NULL;
    for (int i = 0; i < 3; i++)
        try_call(&collectives[checked[i]], t);
#ifdef OPEN_MPI
    none.comm = NULL;
    try_call(&collectives[BCAST], t);
#endif
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, old);
    MPI_Errhandler_free(&old);
}

void test_errors(void)
{
    MPI_Errhandler handler;

    MPI_Comm_create_errhandler(note_error, &handler);
    for (int k = 0; k < NUM_INTRA; k++) {
        member m = members[k];
        MPI_Comm_dup(members[k].comm, &m.comm);
        MPI_Comm_set_errhandler(m.comm, handler);
        if (m.rank == 0)
            make_mistakes(&m, true);
        for (int turn = 0; turn < 2; turn++) {
            make_mistakes(&m, false);
            use_uncommitted(&m);
            combine_in_place(&m);
            receive_too_little(&m);
            for (int salt = 0; salt < num_collectives; salt++)
                use(&m, salt);
        }
        MPI_Comm_free(&m.comm);
    }
    call_without_communicator(handler);
    MPI_Errhandler_free(&handler);
}
