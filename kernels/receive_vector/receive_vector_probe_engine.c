/* kernels/receive_vector/receive_vector_probe_engine.c -- reduce_scatter_probe.
 */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"
#include "kernels/receive_vector/receive_vector_messages_engine.h"

typedef struct prober {
    qdr_library_messages messages; /* first */
    int *sends_to;                 /* see qdr_sends_to_new */
} prober;

static void cleanup(void *state)
{
    prober *p = state;

    qdr_library_messages_cleanup(&p->messages);
    free(p->sends_to);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    prober *p = state;
    int num_procs;
    qdr_status status =
        qdr_library_messages_prepare(&p->messages, local, error);

    (void)problem;
    MPI_Comm_size(local->comm, &num_procs);
    return status == QDR_OK
               ? qdr_sends_to_new(&p->sends_to, local->layout, num_procs, error)
               : status;
}

/* No rank sends before all count, so a probe sees this execution's messages. */
static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    prober *p = state;
    qdr_library_messages *m = &p->messages;
    const qdr_buffer_layout *own = m->layout;
    int num_senders = 0, code = MPI_SUCCESS;
    qdr_status status =
        qdr_count_senders(&num_senders, p->sends_to, own->rank, m->comm, error);

    if (status == QDR_OK)
        status = qdr_library_messages_start(m, MPI_Isend, send, receive, error);
    if (status != QDR_OK)
        return status;
    for (int i = 0; i < num_senders && code == MPI_SUCCESS; i++) {
        MPI_Status about;
        code = MPI_Probe(MPI_ANY_SOURCE, m->tag, m->comm, &about);
        if (code == MPI_SUCCESS)
            code = qdr_library_messages_take(m, about.MPI_SOURCE, receive);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall((int)own->num_sends, m->sends, MPI_STATUSES_IGNORE);
    status =
        qdr_mpi_status(code, "exchanging the lengths of", own->rank, error);
    return status == QDR_OK ? qdr_lengths_judge(own, m->num_unknown, error)
                            : status;
}

const qdr_engine qdr_receive_vector_probe_engine = {
    .state_bytes = sizeof(prober),
    .prepare = prepare,
    .connect = qdr_library_messages_connect,
    .cleanup = cleanup,
    .execute = execute,
};
