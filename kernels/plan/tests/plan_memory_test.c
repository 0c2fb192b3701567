/* kernels/plan/tests/plan_memory_test.c -- a rank that runs out of memory never
 * fails alone, whichever of its allocations fails: every rank gets a status and
 * a line, and no rank crashes or hangs.
 */
#include <stdbool.h>
#include <string.h>

#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

/* The linker replaces our malloc by __wrap_malloc, and so on. */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

enum { MAX_PROCS = 3 };

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

/* How a rank's messages are passed: the receives found out, given,
 * in a type with gaps, or all from the whole pattern. */
typedef enum messages { LEARNED, GIVEN, TYPED, WHOLE, NUM_KINDS } messages;

/* Elements of MPI_SHORT_INT, which has a gap. */
static qdr_status plan_typed(const qdr_kernel *kernel, qdr_plan **out_plan,
                             const qdr_plan_options *options)
{
    int sent[MAX_PROCS] = {0}, received[MAX_PROCS] = {0}, at[MAX_PROCS] = {0};

    sent[(rank + 1) % p] = received[(rank + p - 1) % p] = 1;
    return qdr_plan_alltoallv(out_plan, kernel->name, options, sent, at,
                              MPI_SHORT_INT, received, at, MPI_SHORT_INT,
                              MPI_COMM_WORLD, &cause);
}

static qdr_status plan_messages(const qdr_kernel *kernel, messages kind,
                                qdr_plan **out_plan)
{
    qdr_block to_next = {(rank + 1) % p, 0, QDR_LENGTH_BYTES};
    qdr_block from_last = {(rank + p - 1) % p, 0, QDR_LENGTH_BYTES};
    qdr_message around[MAX_PROCS];
    qdr_plan_options options = {.size = sizeof options};

    qdr_test_add_levels(kernel, p, &options);
    for (int r = 0; r < p; r++)
        around[r] = (qdr_message){r, (r + 1) % p, QDR_LENGTH_BYTES};
    if (kind == WHOLE)
        return qdr_plan_pattern(out_plan, kernel->name, &options, p, around,
                                MPI_COMM_WORLD, &cause);
    if (kind == TYPED)
        return plan_typed(kernel, out_plan, &options);
    return qdr_plan_blocks(out_plan, kernel->name, &options, 1, &to_next,
                           kind == LEARNED ? QDR_LEARN : 1, &from_last,
                           MPI_COMM_WORLD, &cause);
}

static qdr_status plan(const qdr_kernel *kernel, messages kind,
                       qdr_plan **out_plan)
{
    qdr_collective_call call = qdr_collective_call_of(kernel, MPI_COMM_WORLD);

    if (kernel->collective == QDR_ALLTOALL)
        return qdr_plan_alltoall(out_plan, kernel->name, NULL, 8,
                                 MPI_COMM_WORLD, &cause);
    if (!qdr_collective_has_vector(kernel->collective) &&
        kernel->collective != QDR_BCAST)
        return plan_messages(kernel, kind, out_plan);
    call.count = 2 * p;
    return qdr_collective_call_plan(&call, out_plan, &cause);
}

/* Plans while one allocation of one rank fails; false if it made fewer. */
static bool try_failing(const qdr_kernel *kernel, messages kind, int number,
                        int failing_rank)
{
    qdr_plan *made = NULL;
    qdr_status status;
    int is_struck, num_failed;

    cause = (qdr_error){""};
    num_allocations = 0;
    failing = rank == failing_rank ? number : -1;
    status = plan(kernel, kind, &made);
    is_struck = failing >= 0 && num_allocations > failing;
    failing = -1;
    num_failed = status != QDR_OK;
    MPI_Allreduce(MPI_IN_PLACE, &num_failed, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Bcast(&is_struck, 1, MPI_INT, failing_rank, MPI_COMM_WORLD);
    qdr_test_about("%s, allocation %d", kernel->name, number);
    /* Allocations for words alone may fail. */
    qdr_test_expect(num_failed == 0 || (num_failed == p && is_struck),
                    "the ranks agree");
    qdr_test_expect(num_failed != p ||
                        (status == QDR_ERROR_MEMORY && made == NULL &&
                         strstr(cause.text, "memory") != NULL),
                    "out of memory");
    qdr_plan_free(&made);
    return is_struck;
}

static void try_algorithm(const qdr_kernel *kernel, messages kind)
{
    for (int failing_rank = 0; failing_rank < p; failing_rank++)
        for (int number = 0; try_failing(kernel, kind, number, failing_rank);)
            number++;
}

static const qdr_kernel *find(const char *name)
{
    const qdr_kernel *found = NULL;

    if (qdr_kernel_find(name, &found, NULL) != QDR_OK)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return found;
}

void qdr_test_run(void)
{
    for (int k = 0; k < qdr_kernel_count(); k++)
        if (qdr_test_add_levels(
                qdr_kernel_at(k), p,
                &(qdr_plan_options){.size = sizeof(qdr_plan_options)}))
            try_algorithm(qdr_kernel_at(k), LEARNED);
    /* The one has a rank's own messages only, the other gathers all. */
    for (messages kind = GIVEN; kind < NUM_KINDS; kind++)
        for (int i = 0; i < 2; i++)
            try_algorithm(find((const char *[]){"scattered", "gs"}[i]), kind);
}
