/* kernels/alltoallv/distributed_random/
 * alltoallv_distributed_random_polling_engine.c -- the engine of drs_n_polling:
 * as drs_n, but a destination answers when it polls, and with improvements. A
 * refused rank also waits for as long as the destination reports to be busy
 * (busy measure), and a destination grants its lock to the next rank shortly
 * before a message ends (go-ahead). */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/alltoallv/distributed_random/drs_engine.h"
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"

static const qdr_drs_locking locking = {
    .mode = QDR_ACTIVE_POLLING,
    .is_released_by_message = true,
    .request = qdr_drs_request_by_message,
    .release = qdr_drs_release_by_message,
};

/* No rank asks before all are in their first execution, so the improvements are
 * in time. */
static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    int64_t improvements =
        qdr_values_integer(problem->values, QDR_DRS_IMPROVEMENTS);
    qdr_drs *s;
    qdr_status status = qdr_drs_new(&s, problem, local, &locking, error);

    if (status != QDR_OK)
        return status;
    s->has_busy_measure = improvements == QDR_IMPROVED_BUSY_MEASURE ||
                          improvements == QDR_IMPROVED_BOTH ||
                          improvements == QDR_IMPROVED_BOTH_PULLED;
    s->pushes = improvements == QDR_IMPROVED_GO_AHEAD ||
                improvements == QDR_IMPROVED_BOTH;
    s->lock.has_go_ahead = s->pushes ||
                           improvements == QDR_IMPROVED_GO_AHEAD_PULLED ||
                           improvements == QDR_IMPROVED_BOTH_PULLED;
    *out_state = s;
    return QDR_OK;
}

const qdr_engine qdr_alltoallv_distributed_random_polling_engine = {
    new_state, qdr_drs_free, qdr_drs_execute, qdr_drs_count};
