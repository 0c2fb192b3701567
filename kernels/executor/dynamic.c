/* kernels/executor/dynamic.c -- see dynamic.h. */
#include "kernels/executor/dynamic.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"

struct qdr_dynamic {
    const qdr_engine *engine;
    void *state;
};

static const qdr_engine *const engines[QDR_NUM_DYNAMICS] = {
    [QDR_RANDOM_SCHEDULING] = &qdr_engine_random_scheduling,
    [QDR_RANDOM_SCHEDULING_POLLING] = &qdr_engine_random_scheduling_polling,
    [QDR_RANDOM_SCHEDULING_ONE_SIDED] = &qdr_engine_random_scheduling_one_sided,
    [QDR_TWO_STAGE] = &qdr_engine_two_stage,
    [QDR_RECEIVE_CONCAT] = &qdr_engine_receive_concat,
    [QDR_RECEIVE_ACTIVE_MESSAGE] = &qdr_engine_receive_active_message,
    [QDR_RECEIVE_ALLTOALL] = &qdr_engine_receive_alltoall,
    [QDR_RECEIVE_PROBE] = &qdr_engine_receive_probe,
    [QDR_RECEIVE_NBX] = &qdr_engine_receive_nbx,
};

qdr_status qdr_dynamic_new(qdr_dynamic **out_dynamic, qdr_dynamic_id id,
                           const qdr_problem *problem,
                           const qdr_placement *placement, MPI_Comm comm,
                           qdr_error *error)
{
    qdr_dynamic *dynamic = calloc(1, sizeof *dynamic);
    qdr_status status =
        dynamic == NULL ? qdr_fail_memory(error, "a dynamic exchange") : QDR_OK;

    /* A rank that fails alone would leave the others in new_state. */
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK) {
        dynamic->engine = engines[id];
        status = dynamic->engine->new_state(&dynamic->state, problem, placement,
                                            comm, error);
    }
    if (status == QDR_OK)
        *out_dynamic = dynamic;
    else
        qdr_dynamic_free(dynamic);
    return status;
}

void qdr_dynamic_free(qdr_dynamic *dynamic)
{
    if (dynamic != NULL && dynamic->engine != NULL)
        dynamic->engine->free_state(dynamic->state);
    free(dynamic);
}

qdr_status qdr_dynamic_execute(qdr_dynamic *dynamic, const char *send,
                               char *receive, qdr_error *error)
{
    return dynamic->engine->execute(dynamic->state, send, receive, error);
}

qdr_dynamic_counts qdr_dynamic_count(const qdr_dynamic *dynamic)
{
    return dynamic->engine->count == NULL
               ? (qdr_dynamic_counts){0}
               : dynamic->engine->count(dynamic->state);
}
