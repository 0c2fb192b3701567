/* kernels/plan/plan_memory_test.c -- a rank that runs out of memory never fails
 * alone, whichever of its allocations fails: every rank gets a status and a
 * line, and no rank crashes or hangs.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/plan/testing/collective_call.h"
#include "kernels/quadrille.h"

/* The linker replaces our malloc by __wrap_malloc, and so on. */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

static int rank, p, num_wrong;
static int failing = -1, num_allocations; /* from 0; -1: none */

static bool fails_now(void)
{
    return num_allocations++ == failing;
}

void *__wrap_malloc(size_t bytes)
{
    return fails_now() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails_now() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails_now() ? NULL : __real_realloc(old, bytes);
}

static void complain(const qdr_kernel *kernel, const char *what,
                     const char *text)
{
    fprintf(stderr, "rank %d of %d, %s, allocation %d: %s ('%s')\n", rank, p,
            kernel->name, failing, what, text);
    num_wrong++;
}

static qdr_status plan(const qdr_kernel *kernel, qdr_plan **out_plan,
                       qdr_error *error)
{
    qdr_collective_call call = qdr_collective_call_of(kernel, MPI_COMM_WORLD);
    qdr_block to_next = {(rank + 1) % p, 0, QDR_LENGTH_BYTES};

    if (kernel->collective == QDR_ALLTOALL)
        return qdr_plan_alltoall(out_plan, kernel->name, NULL, 8,
                                 MPI_COMM_WORLD, error);
    if (!qdr_collective_has_vector(kernel->collective) &&
        kernel->collective != QDR_BCAST)
        return qdr_plan_alltoallv(out_plan, kernel->name, NULL, 1, &to_next,
                                  QDR_LEARN, NULL, MPI_COMM_WORLD, error);
    call.count = 2 * p;
    return qdr_collective_call_plan(&call, out_plan, error);
}

/* Plans while one allocation of one rank fails; false if it made fewer. */
static bool try_failing(const qdr_kernel *kernel, int number, int failing_rank)
{
    qdr_plan *made = NULL;
    qdr_error error = {""};
    qdr_status status;
    int is_struck, num_failed;

    num_allocations = 0;
    failing = rank == failing_rank ? number : -1;
    status = plan(kernel, &made, &error);
    is_struck = failing >= 0 && num_allocations > failing;
    failing = -1;
    num_failed = status != QDR_OK;
    MPI_Allreduce(MPI_IN_PLACE, &num_failed, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Bcast(&is_struck, 1, MPI_INT, failing_rank, MPI_COMM_WORLD);
    failing = number;
    /* Allocations for words alone may fail. */
    if (num_failed != 0 && (num_failed != p || !is_struck))
        complain(kernel, "the ranks differ", error.text);
    if (num_failed == p && (status != QDR_ERROR_MEMORY || made != NULL ||
                            strstr(error.text, "memory") == NULL))
        complain(kernel, "not out of memory", error.text);
    failing = -1;
    qdr_plan_free(&made);
    return is_struck;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count(); k++)
        for (int failing_rank = 0; failing_rank < p; failing_rank++)
            for (int number = 0;
                 try_failing(qdr_kernel_at(k), number, failing_rank);)
                number++;
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
