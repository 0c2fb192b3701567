/* kernels/allgather/unknown/allgather_unknown_engine.c -- gathers the lengths,
 * then the parts; see allgather_unknown.c. */
#include "kernels/allgather/unknown/allgather_unknown_engine.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/allgather/unknown/collector_engine.h"
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"

void qdr_unknown_set_part(void *state, int64_t bytes)
{
    qdr_collector *c = state;

    c->part = bytes;
}

const int64_t *qdr_unknown_parts(const void *state)
{
    const qdr_collector *c = state;

    return c->parts;
}

static void cleanup(void *state)
{
    qdr_collector *c = state;

    free(c->lengths);
    free(c->parts);
    free(c->begin);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    qdr_collector *c = state;
    size_t p = (size_t)problem->num_procs;
    int rank = local->layout->rank;

    *c = (qdr_collector){.rank = rank,
                         .num_procs = problem->num_procs,
                         .comm = local->comm,
                         .network = *qdr_problem_network(problem),
                         .capacity_bytes = problem->vector.bytes,
                         .part = qdr_problem_part_bytes(problem, rank),
                         .lengths = calloc(p, sizeof *c->lengths),
                         .parts = calloc(p, sizeof *c->parts),
                         .begin = calloc(p + 1, sizeof *c->begin)};
    return c->lengths == NULL || c->parts == NULL || c->begin == NULL
               ? qdr_fail_memory(error, "a collect of unknown lengths")
               : QDR_OK;
}

static qdr_status fail_part(int rank, int64_t reason, qdr_error *error)
{
    static const char *const words[] = {
        "no count; accepted: qdr_plan_gcol_execute, with the own count",
        "a count below 0; accepted: 0 or more",
        "more elements than the capacity of all ranks",
        "no buffer to send from; accepted: one with the own part, apart from "
        "the one to receive",
        "no buffer to receive into; accepted: one for the capacity, apart from "
        "the one to send"};

    return qdr_fail(error, QDR_ERROR_INPUT, "rank %d: %s", rank,
                    words[reason - QDR_NO_COUNT]);
}

/* Every rank finds the same here. */
static qdr_status place_parts(qdr_collector *c, qdr_error *error)
{
    for (int r = 0; r < c->num_procs; r++) {
        if (c->parts[r] < 0)
            return fail_part(r, c->parts[r], error);
        if (c->parts[r] > c->capacity_bytes - c->begin[r])
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "ranks 0 to %d have more than %lld bytes in all; "
                            "accepted: up to so many, the capacity of the plan",
                            r, (long long)c->capacity_bytes);
        c->begin[r + 1] = c->begin[r] + c->parts[r];
    }
    return QDR_OK;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    qdr_collector *c = state;
    int code = qdr_collector_gather_lengths(c);
    qdr_status status =
        qdr_mpi_status(code, "gathering the lengths at", c->rank, error);

    if (status == QDR_OK)
        status = place_parts(c, error);
    if (status != QDR_OK)
        return status;
    if (c->part > 0) {
        memcpy(receive + c->begin[c->rank], send, (size_t)c->part);
        qdr_pending_copied(c->part);
    }
    code = qdr_collector_move(c, receive);
    return qdr_mpi_status(code, "collecting the parts at", c->rank, error);
}

const qdr_engine qdr_allgather_unknown_engine = {
    .state_bytes = sizeof(qdr_collector),
    .prepare = prepare,
    .cleanup = cleanup,
    .execute = execute,
};
