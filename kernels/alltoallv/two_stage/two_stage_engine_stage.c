/* kernels/alltoallv/two_stage/two_stage_engine_stage.c -- see
 * two_stage_engine_stage.h.
 *
 * The exchange is planned for messages of the bound. An algorithm with a
 * schedule then sends only the actual message; the receiver sees from the
 * message how long it is, and is announced the bound. Others fix the lengths at
 * planning, so the full bound travels: for equal traffic, the purpose of
 * two_stage, stage 1's messages differ from the bound by an element [ranka1995,
 * Sec. 6.1].
 */
#include "kernels/alltoallv/two_stage/two_stage_engine_stage.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/messaging/agreement.h"

/* Every rank's place is the same on both sides. */
static qdr_status place(qdr_stage_exchange *stage, qdr_error *error)
{
    size_t room = (size_t)stage->num_procs;
    qdr_block *blocks = malloc(room * sizeof *blocks);
    qdr_given_blocks places = {.rank = stage->rank,
                               .num_procs = stage->num_procs};
    qdr_status status;

    if (blocks == NULL)
        return qdr_fail_memory(error, "the messages of a stage");
    for (int peer = 0; peer < stage->num_procs; peer++)
        if (peer != stage->rank)
            blocks[places.num_sends++] =
                (qdr_block){peer, peer * stage->bound, stage->bound};
    places.num_receives = places.num_sends;
    places.sends = places.receives = blocks;
    status =
        qdr_buffer_layout_init_given(&stage->exchange.layout, &places, error);
    free(blocks);
    return status;
}

static qdr_status allocate(qdr_stage_exchange *stage, qdr_error *error)
{
    size_t bytes = (size_t)(stage->num_procs * stage->bound);

    stage->outbox = malloc(bytes);
    stage->inbox = malloc(bytes);
    return stage->outbox == NULL || stage->inbox == NULL
               ? qdr_fail_memory(error, "the messages of a stage")
               : QDR_OK;
}

/* This rank's messages of the bound, to and from all others. */
static qdr_status make_pattern(const qdr_stage_exchange *stage,
                               qdr_pattern *pattern, qdr_error *error)
{
    int64_t count = 0;
    qdr_message *messages =
        malloc(2 * (size_t)stage->num_procs * sizeof *messages);
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "the messages of a stage");
    for (int peer = 0; peer < stage->num_procs; peer++)
        if (peer != stage->rank) {
            messages[count++] = (qdr_message){stage->rank, peer, stage->bound};
            messages[count++] = (qdr_message){peer, stage->rank, stage->bound};
        }
    status =
        qdr_pattern_init(pattern, stage->num_procs, messages, count, error);
    free(messages);
    return status;
}

/* The rank's part of the schedule of a complete exchange. `status` is that of
 * what was prepared before. Collective, because of modes that announce. */
static qdr_status bind_schedule(qdr_stage_exchange *stage,
                                const qdr_kernel *kernel, qdr_problem *problem,
                                qdr_status status, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};

    if (status == QDR_OK)
        status = make_pattern(stage, &pattern, error);
    problem->messages.pattern = &pattern;
    problem->view = (qdr_view){true, stage->rank};
    if (status == QDR_OK)
        status = qdr_kernel_build(kernel, problem, &schedule, error);
    status = qdr_agree(stage->exchange.comm, status, error);
    if (status == QDR_OK)
        status = qdr_exchange_bind_schedule(&stage->exchange, problem,
                                            &schedule, &kernel->mode, error);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
    return status;
}

qdr_status qdr_stage_exchange_init(qdr_stage_exchange *stage, int64_t bound,
                                   const qdr_kernel *kernel, uint64_t seed,
                                   MPI_Comm comm, qdr_error *error)
{
    qdr_problem problem = {.collective = kernel->collective, .seed = seed};
    bool is_scheduled = qdr_kernel_has_schedule(kernel);
    qdr_status status;

    *stage = (qdr_stage_exchange){.bound = bound, .exchange.comm = comm};
    MPI_Comm_rank(comm, &stage->rank);
    MPI_Comm_size(comm, &stage->num_procs);
    problem.num_procs = stage->num_procs;
    status = place(stage, error);
    if (status == QDR_OK)
        status = allocate(stage, error);
    if (is_scheduled)
        status = bind_schedule(stage, kernel, &problem, status, error);
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK && !is_scheduled)
        status = qdr_exchange_bind_engine(
            &stage->exchange, kernel, qdr_engine_of(kernel), &problem, error);
    return status;
}

void qdr_stage_exchange_cleanup(qdr_stage_exchange *stage)
{
    qdr_exchange_cleanup(&stage->exchange);
    free(stage->outbox);
    free(stage->inbox);
    *stage = (qdr_stage_exchange){0};
}

int32_t *qdr_stage_exchange_outgoing(const qdr_stage_exchange *stage, int peer)
{
    return (void *)(stage->outbox + peer * stage->bound);
}

const int32_t *qdr_stage_exchange_incoming(const qdr_stage_exchange *stage,
                                           int peer)
{
    return (const void *)(stage->inbox + peer * stage->bound);
}

qdr_status qdr_stage_exchange_perform(qdr_stage_exchange *stage,
                                      const int64_t *lengths, qdr_error *error)
{
    memcpy(stage->inbox + stage->rank * stage->bound,
           qdr_stage_exchange_outgoing(stage, stage->rank),
           (size_t)lengths[stage->rank]);
    if (stage->exchange.engine == NULL)
        qdr_execution_shorten(&stage->exchange.execution, lengths);
    return qdr_exchange_execute(&stage->exchange, stage->outbox, stage->inbox,
                                error);
}
