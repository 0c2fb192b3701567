/* kernels/alltoallv/distributed_random/
 * alltoallv_distributed_random_one_sided_engine.c -- the engine of
 * drs_n_one_sided: a rank takes and gives back the lock of a destination
 * itself, so the destination neither answers nor waits for releases. */
#include "kernels/alltoallv/distributed_random/drs_engine.h"

/* A request by active message waits for an answer; a one-sided try does not,
 * and must not spin. */
enum { MIN_DELAY_NS = 5000 };

static qdr_status request(qdr_drs *s, const qdr_block *to, qdr_error *error)
{
    bool is_taken = false;
    qdr_status status =
        qdr_one_sided_lock_try(s->one_sided, to->peer, &is_taken, error);

    s->answered = is_taken ? QDR_DRS_GRANTED : QDR_DRS_BUSY;
    return status;
}

static qdr_status release(qdr_drs *s, int dst, qdr_error *error)
{
    return qdr_one_sided_lock_release(s->one_sided, dst, error);
}

/* In interrupt mode, for the announcements. */
static const qdr_drs_locking locking = {
    .mode = QDR_ACTIVE_INTERRUPT,
    .request = request,
    .release = release,
};

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    qdr_drs *s = state;
    qdr_status status = qdr_drs_prepare(s, problem, local, &locking, error);

    if (s->delay_ns < MIN_DELAY_NS)
        s->delay_ns = MIN_DELAY_NS;
    return status;
}

static qdr_status connect(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    qdr_drs *s = state;
    qdr_status status = qdr_drs_connect(s, problem, local, error);

    return status == QDR_OK
               ? qdr_one_sided_lock_new(&s->one_sided, local->comm, error)
               : status;
}

const qdr_engine qdr_alltoallv_distributed_random_one_sided_engine = {
    .state_bytes = sizeof(qdr_drs),
    .prepare = prepare,
    .connect = connect,
    .cleanup = qdr_drs_cleanup,
    .execute = qdr_drs_execute,
    .count = qdr_drs_count,
};
