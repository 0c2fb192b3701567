/* kernels/alltoallv/distributed_random/alltoallv_distributed_random_engine.c --
 * the engine of drs_n: a request interrupts the destination, which answers
 * whether its lock was free. A refused rank waits for the delay, no matter how
 * long the destination is busy. */
#include "kernels/alltoallv/distributed_random/drs_engine.h"
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"

static const qdr_drs_locking locking = {
    .mode = QDR_ACTIVE_INTERRUPT,
    .is_released_by_message = true,
    .request = qdr_drs_request_by_message,
    .release = qdr_drs_release_by_message,
};

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_drs_prepare(state, problem, local, &locking, error);
}

const qdr_engine qdr_alltoallv_distributed_random_engine = {
    .state_bytes = sizeof(qdr_drs),
    .prepare = prepare,
    .connect = qdr_drs_connect,
    .cleanup = qdr_drs_cleanup,
    .execute = qdr_drs_execute,
    .count = qdr_drs_count,
};
