/* kernels/messaging/chunks.c -- see chunks.h. */
#include "kernels/messaging/chunks.h"

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

enum { MAX_BYTES = 1 << 30 /* of one MPI call */ };

int64_t qdr_chunks_of(int64_t bytes)
{
    return bytes == 0 ? 1 : (bytes + MAX_BYTES - 1) / MAX_BYTES;
}

static int next_piece(int64_t rest)
{
    return rest < MAX_BYTES ? (int)rest : MAX_BYTES;
}

qdr_status qdr_chunks_post(const qdr_buffer_layout *layout, char *receive,
                           qdr_active *active, MPI_Request *requests,
                           qdr_error *error)
{
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < layout->num_receives; i++) {
        const qdr_block *from = &layout->receives[i];
        int64_t rest = from->bytes;
        if (from->peer == layout->rank)
            continue;
        do {
            int bytes = next_piece(rest);
            if (code == MPI_SUCCESS)
                code =
                    MPI_Irecv(receive + from->displacement + from->bytes - rest,
                              bytes, MPI_BYTE, from->peer, QDR_TAG_PIECE,
                              qdr_active_comm(active), requests++);
            rest -= bytes;
        } while (rest > 0);
    }
    return qdr_mpi_status(code, "posting the receives of", layout->rank, error);
}

qdr_status qdr_chunks_send(qdr_active *active, const char *message, int peer,
                           int64_t bytes, qdr_error *error)
{
    qdr_status status = QDR_OK;
    int64_t rest = bytes;

    do {
        MPI_Request request = MPI_REQUEST_NULL;
        status = qdr_mpi_status(
            MPI_Issend(message + bytes - rest, next_piece(rest), MPI_BYTE, peer,
                       QDR_TAG_PIECE, qdr_active_comm(active), &request),
            "sending to", peer, error);
        if (status == QDR_OK)
            status = qdr_active_complete(active, 1, &request, error);
        rest -= next_piece(rest);
    } while (rest > 0 && status == QDR_OK);
    return status;
}
