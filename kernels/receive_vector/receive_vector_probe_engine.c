/* kernels/receive_vector/receive_vector_probe_engine.c -- reduce_scatter_probe.
 */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/mpi_status.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"
#include "kernels/receive_vector/receive_vector_messages_engine.h"

typedef struct prober {
    qdr_library_messages messages;
    int *sends_to; /* see qdr_sends_to_new */
} prober;

static void free_state(void *state)
{
    prober *p = state;

    if (p == NULL)
        return;
    qdr_library_messages_cleanup(&p->messages);
    free(p->sends_to);
    free(p);
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    prober *p = calloc(1, sizeof *p);
    qdr_library_messages unused;
    int num_procs;
    qdr_status status;

    (void)problem;
    MPI_Comm_size(local->comm, &num_procs);
    status = p == NULL ? qdr_fail_memory(error, "a receive vector")
                       : qdr_sends_to_new(&p->sends_to, local->layout,
                                          num_procs, error);
    status = qdr_library_messages_init(p == NULL ? &unused : &p->messages,
                                       local, status, error);
    if (status == QDR_OK)
        *out_state = p;
    else
        free_state(p);
    return status;
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

const qdr_engine qdr_receive_vector_probe_engine = {new_state, free_state,
                                                    execute, NULL};
