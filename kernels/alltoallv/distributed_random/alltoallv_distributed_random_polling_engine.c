/* kernels/alltoallv/distributed_random/
 * alltoallv_distributed_random_polling_engine.c -- the engine of drs_n_polling:
 * as drs_n, but a destination answers when it polls, and with improvements. A
 * refused rank also waits for as long as the destination reports to be busy
 * (busy measure), and a destination lets the next rank begin shortly before a
 * message ends (go-ahead): it sends the rank a go-ahead, or waits until one
 * inquires (pulled). */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/alltoallv/distributed_random/drs_engine.h"
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"

static const qdr_drs_locking locking = {
    .mode = QDR_ACTIVE_POLLING,
    .is_released_by_message = true,
    .request = qdr_drs_request_by_message,
    .release = qdr_drs_release_by_message,
};

/* What each word of the parameter switches on. */
static const struct {
    bool has_busy_measure, has_go_ahead, pushes;
} switched_on[] = {
    [QDR_IMPROVED_NOT] = {false, false, false},
    [QDR_IMPROVED_BUSY_MEASURE] = {true, false, false},
    [QDR_IMPROVED_GO_AHEAD] = {false, true, true},
    [QDR_IMPROVED_BOTH] = {true, true, true},
    [QDR_IMPROVED_GO_AHEAD_PULLED] = {false, true, false},
    [QDR_IMPROVED_BOTH_PULLED] = {true, true, false},
};

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    int64_t improvements =
        qdr_values_integer(problem->values, QDR_DRS_IMPROVEMENTS);
    qdr_drs *s = state;

    s->has_busy_measure = switched_on[improvements].has_busy_measure;
    s->lock.has_go_ahead = switched_on[improvements].has_go_ahead;
    s->pushes = switched_on[improvements].pushes;
    return qdr_drs_prepare(s, problem, local, &locking, error);
}

const qdr_engine qdr_alltoallv_distributed_random_polling_engine = {
    .state_bytes = sizeof(qdr_drs),
    .prepare = prepare,
    .connect = qdr_drs_connect,
    .cleanup = qdr_drs_cleanup,
    .execute = qdr_drs_execute,
    .count = qdr_drs_count,
};
