/* kernels/library/receive_vector_library_engine.c -- the engines of
 * mpi_alltoall_counts, reduce_scatter_probe and nbx: receive vectors by the MPI
 * library's own means; see ../receive_vector/. Never run on a simulated
 * machine, so free to call what mpi_calls.txt has not. */
#include <sched.h>
#include <stdlib.h>

#include "kernels/executor/dynamic.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/mpi_status.h"
#include "kernels/receive_vector/receive_vector_engine.h"

enum { LENGTH_TAG = 1 /* and the next one */ };

typedef enum means { BY_ALLTOALL, BY_PROBE, BY_NBX } means;

/* What each needs of it, else NULL. */
typedef struct baseline {
    const qdr_placement *placement;
    MPI_Comm comm; /* its own: probes match any source */
    int num_procs;
    int64_t *row, *column; /* [num_procs], of alltoall; 0: no message */
    int *sends_to;         /* of probe; see qdr_sends_to_new */
    MPI_Request *sends;    /* [num_sends], of probe and nbx */
    int tag;
    int64_t num_unknown; /* sources, in this execution */
} baseline;

typedef int send_call(const void *buffer, int count, MPI_Datatype type,
                      int peer, int tag, MPI_Comm comm, MPI_Request *request);

static void free_baseline(void *state)
{
    baseline *b = state;

    if (b == NULL)
        return;
    if (b->comm != MPI_COMM_NULL)
        MPI_Comm_free(&b->comm);
    free(b->row);
    free(b->column);
    free(b->sends_to);
    free(b->sends);
    free(b);
}

/* All are released by free_baseline. */
static qdr_status allocate(baseline *b, means by, qdr_error *error)
{
    const qdr_placement *own = b->placement;
    size_t p = (size_t)b->num_procs, num_sends = (size_t)own->num_sends;

    if (by == BY_ALLTOALL) {
        b->row = calloc(p, sizeof *b->row);
        b->column = malloc(p * sizeof *b->column);
        return b->row == NULL || b->column == NULL
                   ? qdr_fail_memory(error, "the lengths of a rank")
                   : QDR_OK;
    }
    b->sends = malloc((num_sends + 1) * sizeof *b->sends);
    if (b->sends == NULL)
        return qdr_fail_memory(error, "the sends of a rank");
    for (size_t i = 0; i < num_sends; i++)
        b->sends[i] = MPI_REQUEST_NULL;
    return by == BY_PROBE
               ? qdr_sends_to_new(&b->sends_to, own, b->num_procs, error)
               : QDR_OK;
}

static qdr_status new_state(void **out_state, const qdr_placement *placement,
                            MPI_Comm comm, means by, qdr_error *error)
{
    baseline *b = calloc(1, sizeof *b);
    qdr_status status = QDR_OK;

    if (b == NULL) {
        status = qdr_fail_memory(error, "a receive vector");
    } else {
        *b = (baseline){
            .placement = placement, .comm = MPI_COMM_NULL, .tag = LENGTH_TAG};
        MPI_Comm_size(comm, &b->num_procs);
        status = qdr_lengths_check(placement, error);
        if (status == QDR_OK)
            status = allocate(b, by, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = qdr_mpi_status(MPI_Comm_dup(comm, &b->comm),
                                "a communicator of", placement->rank, error);
    if (status == QDR_OK) {
        MPI_Comm_set_errhandler(b->comm, MPI_ERRORS_RETURN);
        *out_state = b;
    } else {
        free_baseline(b);
    }
    return status;
}

static qdr_status start_sends(baseline *b, const char *send, send_call *call,
                              qdr_error *error)
{
    const qdr_placement *own = b->placement;
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < own->num_sends && code == MPI_SUCCESS; i++)
        if (own->sends[i].peer != own->rank)
            code = call(send + own->sends[i].displacement, QDR_LENGTH_BYTES,
                        MPI_BYTE, own->sends[i].peer, b->tag, b->comm,
                        &b->sends[i]);
    return qdr_mpi_status(code, "starting the sends of", own->rank, error);
}

/* Receives from a source that a probe has told. One without a place is received
 * all the same: its sender waits for that. */
static int receive_from(baseline *b, int source, char *receive)
{
    int64_t length;
    int code = MPI_Recv(&length, QDR_LENGTH_BYTES, MPI_BYTE, source, b->tag,
                        b->comm, MPI_STATUS_IGNORE);

    if (code == MPI_SUCCESS)
        b->num_unknown +=
            !qdr_lengths_store(b->placement, source, length, receive);
    return code;
}

static qdr_status alltoall(void *state, const char *send, char *receive,
                           qdr_error *error)
{
    baseline *b = state;
    const qdr_placement *own = b->placement;
    qdr_status status;

    qdr_lengths_spread(own, send, b->row);
    status = qdr_mpi_status(MPI_Alltoall(b->row, 1, MPI_INT64_T, b->column, 1,
                                         MPI_INT64_T, b->comm),
                            "exchanging the lengths of", own->rank, error);
    if (status != QDR_OK)
        return status;
    return qdr_lengths_judge(
        own, qdr_lengths_store_column(own, b->num_procs, b->column, 1, receive),
        error);
}

/* Nobody sends before all count, so a probe sees this execution's messages. */
static qdr_status probe(void *state, const char *send, char *receive,
                        qdr_error *error)
{
    baseline *b = state;
    const qdr_placement *own = b->placement;
    int num_senders = 0, code = MPI_SUCCESS;
    qdr_status status =
        qdr_count_senders(&num_senders, b->sends_to, own->rank, b->comm, error);

    b->num_unknown = 0;
    qdr_placement_copy_own(own, send, receive);
    if (status == QDR_OK)
        status = start_sends(b, send, MPI_Isend, error);
    if (status != QDR_OK)
        return status;
    for (int i = 0; i < num_senders && code == MPI_SUCCESS; i++) {
        MPI_Status about;
        code = MPI_Probe(MPI_ANY_SOURCE, b->tag, b->comm, &about);
        if (code == MPI_SUCCESS)
            code = receive_from(b, about.MPI_SOURCE, receive);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall((int)own->num_sends, b->sends, MPI_STATUSES_IGNORE);
    status =
        qdr_mpi_status(code, "exchanging the lengths of", own->rank, error);
    return status == QDR_OK ? qdr_lengths_judge(own, b->num_unknown, error)
                            : status;
}

/* Whether all is done: when all of this rank's messages were received it enters
 * the barrier, and when the barrier ends, everybody's were. */
static int advance(baseline *b, MPI_Request *barrier, bool *is_in, int *is_done)
{
    int were_received = 0, code;

    if (*is_in)
        return MPI_Test(barrier, is_done, MPI_STATUS_IGNORE);
    code = MPI_Testall((int)b->placement->num_sends, b->sends, &were_received,
                       MPI_STATUSES_IGNORE);
    if (code == MPI_SUCCESS && were_received) {
        *is_in = true;
        code = MPI_Ibarrier(b->comm, barrier);
    }
    return code;
}

/* Looks for messages until the barrier ends. It cannot but ask again and again;
 * when there is nothing, it gives the processor to whoever shares it. A sleep
 * would be gentler still, but last longer than the exchange. */
static int take_until_all_are_in(baseline *b, char *receive)
{
    MPI_Request barrier = MPI_REQUEST_NULL;
    bool is_in = false;
    int is_done = 0, code = MPI_SUCCESS;

    while (!is_done && code == MPI_SUCCESS) {
        MPI_Status about;
        int has_come = 0;
        code = MPI_Iprobe(MPI_ANY_SOURCE, b->tag, b->comm, &has_come, &about);
        if (code == MPI_SUCCESS && has_come) {
            code = receive_from(b, about.MPI_SOURCE, receive);
        } else if (code == MPI_SUCCESS) {
            code = advance(b, &barrier, &is_in, &is_done);
            if (!is_done)
                sched_yield();
        }
    }
    return code;
}

static qdr_status nbx(void *state, const char *send, char *receive,
                      qdr_error *error)
{
    baseline *b = state;
    const qdr_placement *own = b->placement;
    qdr_status status;

    /* One that has left the barrier sends while others have not seen its end:
     * two tags keep two executions apart, and nobody is two ahead. */
    b->tag = 2 * LENGTH_TAG + 1 - b->tag;
    b->num_unknown = 0;
    qdr_placement_copy_own(own, send, receive);
    status = start_sends(b, send, MPI_Issend, error);
    if (status == QDR_OK)
        status = qdr_mpi_status(take_until_all_are_in(b, receive),
                                "exchanging the lengths of", own->rank, error);
    return status == QDR_OK ? qdr_lengths_judge(own, b->num_unknown, error)
                            : status;
}

static qdr_status new_alltoall(void **out_state, const qdr_problem *problem,
                               const qdr_placement *placement, MPI_Comm comm,
                               qdr_error *error)
{
    (void)problem;
    return new_state(out_state, placement, comm, BY_ALLTOALL, error);
}

static qdr_status new_probe(void **out_state, const qdr_problem *problem,
                            const qdr_placement *placement, MPI_Comm comm,
                            qdr_error *error)
{
    (void)problem;
    return new_state(out_state, placement, comm, BY_PROBE, error);
}

static qdr_status new_nbx(void **out_state, const qdr_problem *problem,
                          const qdr_placement *placement, MPI_Comm comm,
                          qdr_error *error)
{
    (void)problem;
    return new_state(out_state, placement, comm, BY_NBX, error);
}

const qdr_engine qdr_engine_receive_alltoall = {new_alltoall, free_baseline,
                                                alltoall, NULL};
const qdr_engine qdr_engine_receive_probe = {new_probe, free_baseline, probe,
                                             NULL};
const qdr_engine qdr_engine_receive_nbx = {new_nbx, free_baseline, nbx, NULL};
