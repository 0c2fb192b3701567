/* kernels/alltoallv/two_stage/two_stage_engine_stage.c -- see stage.h. */
#include "kernels/alltoallv/two_stage/two_stage_engine_stage.h"

#include <string.h>

#include "kernels/core/pair_rounds.h"
#include "kernels/messaging/mpi_status.h"

/* Between two ranks MPI keeps the order of messages, so one tag serves all. */
enum { STAGE_TAG = 2, WORD_BYTES = (int)sizeof(int32_t) };

static int32_t *end_of_inbox(const qdr_stage *stage)
{
    return (int32_t *)(void *)(stage->inbox + stage->inbox_used);
}

/* What stands at the end of the inbox is kept, if there is room for the next
 * message behind it. */
static void keep(qdr_stage *stage, int peer, int64_t num_bytes)
{
    int64_t at = stage->inbox_used;
    int64_t end = at + (num_bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;

    if (end + stage->bound <= stage->inbox_bytes)
        stage->inbox_used = end;
    else
        num_bytes = -1;
    stage->take(stage->state, peer, at, num_bytes);
}

void qdr_stage_keep(qdr_stage *stage, int peer, const char *message,
                    int64_t num_bytes)
{
    memcpy(end_of_inbox(stage), message, (size_t)num_bytes);
    keep(stage, peer, num_bytes);
}

/* How long the peer's message is is not known, so its bound is received. */
static qdr_status swap(qdr_stage *stage, int peer, qdr_error *error)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    int count = 0;
    int code = MPI_Irecv(end_of_inbox(stage), stage->bound, MPI_BYTE, peer,
                         STAGE_TAG, stage->comm, &requests[0]);

    if (code == MPI_SUCCESS)
        code = MPI_Isend(stage->message,
                         (int)stage->pack(stage->state, peer, stage->message),
                         MPI_BYTE, peer, STAGE_TAG, stage->comm, &requests[1]);
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(2, requests, statuses);
    if (code == MPI_SUCCESS)
        code = MPI_Get_count(&statuses[0], MPI_BYTE, &count);
    if (code == MPI_SUCCESS)
        keep(stage, peer, count);
    return qdr_mpi_status(code, "exchanging with", peer, error);
}

qdr_status qdr_stage_linear_permutation(qdr_stage *stage, qdr_error *error)
{
    int num_rounds = (int)qdr_pairwise_num_rounds(stage->num_procs);
    qdr_status status = QDR_OK;

    for (int k = 1; k < num_rounds && status == QDR_OK; k++) {
        int peer = stage->rank ^ k;
        if (peer < stage->num_procs)
            status = swap(stage, peer, error);
        if (status == QDR_OK)
            status = qdr_mpi_status(MPI_Barrier(stage->comm), "barrier of",
                                    stage->rank, error);
    }
    return status;
}

qdr_status qdr_stage_perform(qdr_stage *stage, qdr_stage_exchange exchange,
                             qdr_error *error)
{
    stage->inbox_used = 0;
    keep(stage, stage->rank,
         stage->pack(stage->state, stage->rank, end_of_inbox(stage)));
    return exchange(stage, error);
}
