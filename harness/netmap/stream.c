/* harness/netmap/stream.c -- see stream.h. */
#include "harness/netmap/stream.h"

#include <mpi.h>
#include <stddef.h>

#include "harness/netmap/post.h"

enum { MAX_REQUESTS = 2 * QDR_STREAM_WINDOW };

/* Posts an exchange of `count` messages and waits for them. */
static bool exchange(qdr_stream *s, int count, int bytes, qdr_post_tag tag,
                     double until)
{
    MPI_Request requests[MAX_REQUESTS];
    int is_done = 0, code = MPI_SUCCESS;

    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code = MPI_Irecv(s->into + (size_t)i * (size_t)s->bytes, bytes,
                         MPI_BYTE, s->peer, (int)tag, MPI_COMM_WORLD,
                         &requests[(size_t)2 * (size_t)i]);
    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code = MPI_Isend(s->from, bytes, MPI_BYTE, s->peer, (int)tag,
                         MPI_COMM_WORLD, &requests[(size_t)2 * (size_t)i + 1]);
    while (code == MPI_SUCCESS && !is_done && MPI_Wtime() < until) {
        code = MPI_Testall(2 * count, requests, &is_done, MPI_STATUSES_IGNORE);
        qdr_post_wait(QDR_AWAKE);
    }
    return code == MPI_SUCCESS && is_done;
}

bool qdr_stream_run(qdr_stream *stream)
{
    const double until = MPI_Wtime() + stream->limit_s;
    double start;
    /* A short message first: neither begins before the other is there. */
    bool is_good = exchange(stream, 1, 1, QDR_POST_ACKNOWLEDGEMENT, until);

    start = MPI_Wtime();
    for (int left = stream->count; left > 0 && is_good;
         left -= QDR_STREAM_WINDOW)
        is_good = exchange(stream,
                           left < QDR_STREAM_WINDOW ? left : QDR_STREAM_WINDOW,
                           stream->bytes, QDR_POST_DATA, until);
    stream->time_s = MPI_Wtime() - start;
    return is_good;
}
