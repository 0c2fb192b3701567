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

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    qdr_drs *s;
    qdr_status status = qdr_drs_new(&s, problem, local, &locking, error);

    if (status == QDR_OK)
        *out_state = s;
    return status;
}

const qdr_engine qdr_alltoallv_distributed_random_engine = {
    new_state, qdr_drs_free, qdr_drs_execute, qdr_drs_count};
