/* kernels/preload/programs/conformance_errors.c -- wrong arguments on all
 * ranks: the error's class comes back, or the user's handler is called, and the
 * communicator works on.
 */
#include <string.h>

#include "kernels/preload/programs/conformance.h"

static int num_called;
static MPI_Comm called_with;

static void note_call(MPI_Comm *comm, int *code, ...)
{
    (void)code;
    num_called++;
    called_with = *comm;
}

static void expect(int code, int class, const char *what)
{
    int found;

    MPI_Error_class(code, &found);
    check(found == class, "%s: class %d, not %d", what, found, class);
}

static int sent[MAX_PROCS], found[MAX_PROCS];
static int ones[MAX_PROCS], places[MAX_PROCS], wrong[MAX_PROCS];
static MPI_Datatype ints[MAX_PROCS], nulls[MAX_PROCS];

static void begin(void)
{
    for (int r = 0; r < MAX_PROCS; r++) {
        ones[r] = 1;
        places[r] = r;
        wrong[r] = -1;
        ints[r] = MPI_INT;
        nulls[r] = MPI_DATATYPE_NULL;
    }
}

static void wrong_roots(MPI_Comm comm, int root)
{
    expect(MPI_Bcast(sent, 1, MPI_INT, root, comm), MPI_ERR_ROOT,
           "bcast's root");
    expect(MPI_Reduce(sent, found, 1, MPI_INT, MPI_SUM, root, comm),
           MPI_ERR_ROOT, "reduce's root");
    expect(MPI_Scatter(sent, 1, MPI_INT, found, 1, MPI_INT, root, comm),
           MPI_ERR_ROOT, "scatter's root");
    expect(MPI_Gather(sent, 1, MPI_INT, found, 1, MPI_INT, root, comm),
           MPI_ERR_ROOT, "gather's root");
}

static void wrong_counts(MPI_Comm comm)
{
    expect(MPI_Bcast(sent, -1, MPI_INT, 0, comm), MPI_ERR_COUNT,
           "bcast's count");
    expect(MPI_Alltoall(sent, -1, MPI_INT, found, -1, MPI_INT, comm),
           MPI_ERR_COUNT, "alltoall's count");
    expect(MPI_Alltoallv(sent, wrong, places, MPI_INT, found, wrong, places,
                         MPI_INT, comm),
           MPI_ERR_COUNT, "alltoallv's counts");
    expect(MPI_Alltoallw(sent, wrong, places, ints, found, wrong, places, ints,
                         comm),
           MPI_ERR_COUNT, "alltoallw's counts");
    expect(MPI_Allgather(sent, -1, MPI_INT, found, -1, MPI_INT, comm),
           MPI_ERR_COUNT, "allgather's count");
    expect(MPI_Allreduce(sent, found, -1, MPI_INT, MPI_SUM, comm),
           MPI_ERR_COUNT, "allreduce's count");
    expect(MPI_Reduce(sent, found, -1, MPI_INT, MPI_SUM, 0, comm),
           MPI_ERR_COUNT, "reduce's count");
    expect(MPI_Reduce_scatter(sent, found, wrong, MPI_INT, MPI_SUM, comm),
           MPI_ERR_COUNT, "reduce_scatter's counts");
    expect(MPI_Reduce_scatter_block(sent, found, -1, MPI_INT, MPI_SUM, comm),
           MPI_ERR_COUNT, "reduce_scatter_block's count");
    expect(MPI_Scatter(sent, -1, MPI_INT, found, -1, MPI_INT, 0, comm),
           MPI_ERR_COUNT, "scatter's count");
    expect(MPI_Gather(sent, -1, MPI_INT, found, -1, MPI_INT, 0, comm),
           MPI_ERR_COUNT, "gather's count");
}

/* Not of scatter: Open MPI 4.1 does not check its types. */
static void wrong_types(MPI_Comm comm, MPI_Datatype type)
{
    expect(MPI_Bcast(sent, 1, type, 0, comm), MPI_ERR_TYPE, "bcast's type");
    expect(MPI_Alltoall(sent, 1, type, found, 1, type, comm), MPI_ERR_TYPE,
           "alltoall's type");
    expect(MPI_Alltoallv(sent, ones, places, type, found, ones, places, type,
                         comm),
           MPI_ERR_TYPE, "alltoallv's type");
    expect(MPI_Alltoallw(sent, ones, places, nulls, found, ones, places, nulls,
                         comm),
           MPI_ERR_TYPE, "alltoallw's types");
    expect(MPI_Allgather(sent, 1, type, found, 1, type, comm), MPI_ERR_TYPE,
           "allgather's type");
    expect(MPI_Gather(sent, 1, type, found, 1, type, 0, comm), MPI_ERR_TYPE,
           "gather's type");
}

static void wrong_operators(MPI_Comm comm)
{
    double a[MAX_PROCS] = {1}, b[MAX_PROCS];

    expect(MPI_Allreduce(a, b, 1, MPI_DOUBLE, MPI_BAND, comm), MPI_ERR_OP,
           "allreduce's operator");
    expect(MPI_Reduce(a, b, 1, MPI_DOUBLE, MPI_OP_NULL, 0, comm), MPI_ERR_OP,
           "reduce's operator");
    expect(MPI_Reduce_scatter(a, b, ones, MPI_DOUBLE, MPI_LXOR, comm),
           MPI_ERR_OP, "reduce_scatter's operator");
    expect(MPI_Reduce_scatter_block(a, b, 1, MPI_DOUBLE, MPI_BOR, comm),
           MPI_ERR_OP, "reduce_scatter_block's operator");
}

/* The communicator still works. */
static void use(const member *m)
{
    int sum = 0;

    expect(MPI_Allreduce(&m->rank, &sum, 1, MPI_INT, MPI_SUM, m->comm),
           MPI_SUCCESS, "allreduce after errors");
    check(sum == m->size * (m->size - 1) / 2, "sum after errors: %d", sum);
    for (int r = 0; r < m->size; r++)
        sent[r] = 100 * m->rank + r;
    memset(found, 0, sizeof(found));
    expect(MPI_Alltoallv(sent, ones, places, MPI_INT, found, ones, places,
                         MPI_INT, m->comm),
           MPI_SUCCESS, "alltoallv after errors");
    for (int r = 0; r < m->size; r++)
        check(found[r] == 100 * r + m->rank, "alltoallv after errors");
}

static void call_handler(const member *m)
{
    MPI_Errhandler handler;

    MPI_Comm_create_errhandler(note_call, &handler);
    MPI_Comm_set_errhandler(m->comm, handler);
    MPI_Errhandler_free(&handler);
    num_called = 0;
    wrong_roots(m->comm, m->size);
    check(num_called == 4, "handler called %d times, not 4", num_called);
    check(called_with == m->comm, "handler of another communicator");
    num_called = 0;
    expect(MPI_Alltoallv(sent, wrong, places, MPI_INT, found, wrong, places,
                         MPI_INT, m->comm),
           MPI_ERR_COUNT, "alltoallv with a handler");
    check(num_called == 1 && called_with == m->comm,
          "handler of alltoallv called %d times", num_called);
    use(m);
}

/* On a new communicator: a rank that makes a wrong call gets its error at once,
 * without the others. */
static void wrong_alone(const member *m)
{
    if (m->rank != 0)
        return;
    expect(MPI_Bcast(sent, -1, MPI_INT, 0, m->comm), MPI_ERR_COUNT,
           "bcast's count on one rank");
    expect(MPI_Allreduce(sent, found, 1, MPI_INT, MPI_OP_NULL, m->comm),
           MPI_ERR_OP, "allreduce's operator on one rank");
    expect(
        MPI_Allgather(sent, 1, MPI_INT, found, 1, MPI_DATATYPE_NULL, m->comm),
        MPI_ERR_TYPE, "allgather's type on one rank");
    expect(MPI_Alltoallv(sent, ones, places, MPI_DATATYPE_NULL, found, ones,
                         places, MPI_DATATYPE_NULL, m->comm),
           MPI_ERR_TYPE, "alltoallv's type on one rank");
}

#ifdef OPEN_MPI
/* Open MPI's Fortran calls pass NULL for numbers that it does not know, and it
 * lets one element be combined in its own place, on some of the ranks, too. */
static void only_in_open_mpi(const member *m)
{
    int value = 1, sum = 0;
    int *into = m->rank == 0 ? &value : &sum;

    expect(MPI_Bcast(sent, 1, NULL, 0, m->comm), MPI_ERR_TYPE,
           "bcast of no type");
    expect(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, m->comm), MPI_ERR_ARG,
           "bcast in place");
    expect(MPI_Allreduce(&value, into, 1, MPI_INT, MPI_SUM, m->comm),
           MPI_SUCCESS, "allreduce of one element into itself");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    expect(MPI_Bcast(sent, 1, MPI_INT, 0, NULL), MPI_ERR_COMM,
           "bcast on no communicator");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    use(m);
}
#endif

void test_errors(void)
{
    MPI_Datatype uncommitted;

    begin();
    MPI_Type_vector(2, 1, 2, MPI_INT, &uncommitted);
    for (int k = 0; k < NUM_MEMBERS; k++) {
        member m = members[k];
        MPI_Comm_dup(members[k].comm, &m.comm);
        MPI_Comm_set_errhandler(m.comm, MPI_ERRORS_RETURN);
        wrong_alone(&m);
        for (int turn = 0; turn < 2; turn++) {
            wrong_roots(m.comm, m.size);
            wrong_roots(m.comm, -77);
            wrong_counts(m.comm);
            wrong_types(m.comm, MPI_DATATYPE_NULL);
            wrong_types(m.comm, uncommitted);
            wrong_operators(m.comm);
#ifdef OPEN_MPI
            only_in_open_mpi(&m);
#endif
            use(&m);
        }
        call_handler(&m);
        MPI_Comm_free(&m.comm);
    }
    /* Errors without a communicator are raised on the world. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    expect(MPI_Bcast(sent, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM,
           "bcast on MPI_COMM_NULL");
    expect(MPI_Alltoallv(sent, ones, places, MPI_INT, found, ones, places,
                         MPI_INT, MPI_COMM_NULL),
           MPI_ERR_COMM, "alltoallv on MPI_COMM_NULL");
    expect(MPI_Allreduce(sent, found, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL),
           MPI_ERR_COMM, "allreduce on MPI_COMM_NULL");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Type_free(&uncommitted);
}
