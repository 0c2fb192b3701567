/* kernels/receive_vector/receive_vector_nbx_engine.c -- nbx. */
#include <sched.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"
#include "kernels/receive_vector/receive_vector_messages_engine.h"

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    (void)problem;
    return qdr_library_messages_prepare(state, local, error);
}

/* Whether all is done: when all of this rank's messages were received it enters
 * the barrier, and when the barrier ends, those of all ranks were. */
static int advance(qdr_library_messages *m, MPI_Request *barrier, bool *is_in,
                   int *is_done)
{
    int were_received = 0, code;

    if (*is_in)
        return MPI_Test(barrier, is_done, MPI_STATUS_IGNORE);
    code = MPI_Testall((int)m->layout->num_sends, m->sends, &were_received,
                       MPI_STATUSES_IGNORE);
    if (code == MPI_SUCCESS && were_received) {
        *is_in = true;
        code = MPI_Ibarrier(m->comm, barrier);
    }
    return code;
}

/* Probes until the barrier ends. It must probe again and again; without a
 * message it yields the processor. A sleep would yield more, but last longer
 * than the exchange. */
static int take_until_all_are_in(qdr_library_messages *m, char *receive)
{
    MPI_Request barrier = MPI_REQUEST_NULL;
    bool is_in = false;
    int is_done = 0, code = MPI_SUCCESS;

    while (!is_done && code == MPI_SUCCESS) {
        MPI_Status about;
        int has_come = 0;
        code = MPI_Iprobe(MPI_ANY_SOURCE, m->tag, m->comm, &has_come, &about);
        if (code == MPI_SUCCESS && has_come) {
            code = qdr_library_messages_take(m, about.MPI_SOURCE, receive);
        } else if (code == MPI_SUCCESS) {
            code = advance(m, &barrier, &is_in, &is_done);
            if (!is_done)
                sched_yield();
        }
    }
    return code;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    qdr_library_messages *m = state;
    const qdr_buffer_layout *own = m->layout;
    qdr_status status;

    /* One that has left the barrier sends while others have not seen its end:
     * two tags keep two executions apart, and no rank is two ahead. */
    m->tag = QDR_TAG_LENGTH + QDR_TAG_LENGTH_NEXT - m->tag;
    status = qdr_library_messages_start(m, MPI_Issend, send, receive, error);
    if (status == QDR_OK)
        status = qdr_mpi_status(take_until_all_are_in(m, receive),
                                "exchanging the lengths of", own->rank, error);
    return status == QDR_OK ? qdr_lengths_judge(own, m->num_unknown, error)
                            : status;
}

const qdr_engine qdr_receive_vector_nbx_engine = {
    .state_bytes = sizeof(qdr_library_messages),
    .prepare = prepare,
    .connect = qdr_library_messages_connect,
    .cleanup = qdr_library_messages_cleanup,
    .execute = execute,
};
