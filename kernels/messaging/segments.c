/* kernels/messaging/segments.c -- see segments.h. */
#include "kernels/messaging/segments.h"

#include "kernels/messaging/mpi_status.h"
#include "kernels/messaging/tags.h"

enum { MAX_PIECE = 1 << 30 /* bytes of one MPI call */ };

qdr_segments qdr_segments_of(int64_t bytes, int64_t segment_bytes)
{
    qdr_segments made = {.body = bytes};

    if (bytes > segment_bytes) {
        made.tail = segment_bytes;
        made.body = bytes - made.tail;
    }
    made.count = (made.body + MAX_PIECE - 1) / MAX_PIECE +
                 (made.tail + MAX_PIECE - 1) / MAX_PIECE;
    if (bytes == 0)
        made.count = 1; /* a message of no bytes is a message */
    return made;
}

static int64_t next_piece(int64_t begin, int64_t end)
{
    return end - begin < MAX_PIECE ? end - begin : MAX_PIECE;
}

qdr_status qdr_segments_post(const qdr_placement *placement,
                             int64_t segment_bytes, char *receive,
                             qdr_active *active, MPI_Request *requests,
                             qdr_error *error)
{
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < placement->num_receives; i++) {
        const qdr_block *from = &placement->receives[i];
        qdr_segments pieces = qdr_segments_of(from->bytes, segment_bytes);
        int64_t begin = 0;
        if (from->peer == placement->rank)
            continue;
        for (int64_t k = 0; k < pieces.count && code == MPI_SUCCESS; k++) {
            int64_t bytes = next_piece(
                begin, begin < pieces.body ? pieces.body : from->bytes);
            code = MPI_Irecv(receive + from->displacement + begin, (int)bytes,
                             MPI_BYTE, from->peer, QDR_TAG_SEGMENT,
                             qdr_active_comm(active), requests++);
            begin += bytes;
        }
    }
    return qdr_mpi_status(code, "posting the receives of", placement->rank,
                          error);
}

qdr_status qdr_segments_send(qdr_active *active, const char *message, int peer,
                             int64_t begin, int64_t end, qdr_error *error)
{
    qdr_status status = QDR_OK;

    do {
        int64_t bytes = next_piece(begin, end);
        MPI_Request request = MPI_REQUEST_NULL;
        status = qdr_mpi_status(MPI_Issend(message + begin, (int)bytes,
                                           MPI_BYTE, peer, QDR_TAG_SEGMENT,
                                           qdr_active_comm(active), &request),
                                "sending to", peer, error);
        if (status == QDR_OK)
            status = qdr_active_complete(active, 1, &request, error);
        begin += bytes;
    } while (begin < end && status == QDR_OK);
    return status;
}
