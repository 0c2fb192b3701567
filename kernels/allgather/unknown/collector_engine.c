/* kernels/allgather/unknown/collector_engine.c -- see collector_engine.h and
 * allgather_unknown.c. */
#include "kernels/allgather/unknown/collector_engine.h"

#include <stdbool.h>

#include "kernels/messaging/tags.h"

enum { MAX_BYTES = 1 << 30 /* of one MPI call */ };

/* Where a rank sends in a round, whence it receives, and from which distance;
 * `count` ranks' lengths or parts travel. */
typedef struct pairing {
    int to, from, distance, count;
} pairing;

/* The first is at distance 1; then the distance doubles. */
static pairing pairing_of(const qdr_collector *c, int distance)
{
    int p = c->num_procs;

    return (pairing){(c->rank + p - distance) % p, (c->rank + distance) % p,
                     distance,
                     distance < p - distance ? distance : p - distance};
}

int qdr_collector_gather_lengths(const qdr_collector *c)
{
    int p = c->num_procs, code = MPI_SUCCESS;

    c->lengths[0] = c->part;
    for (int d = 1; d < p && code == MPI_SUCCESS; d *= 2) {
        pairing now = pairing_of(c, d);
        MPI_Request request = MPI_REQUEST_NULL;
        code = MPI_Irecv(c->lengths + d, now.count, MPI_INT64_T, now.from,
                         QDR_TAG_LENGTH, c->comm, &request);
        if (code == MPI_SUCCESS)
            code = MPI_Send(c->lengths, now.count, MPI_INT64_T, now.to,
                            QDR_TAG_LENGTH, c->comm);
        if (code == MPI_SUCCESS)
            code = MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < p; i++)
        c->parts[(c->rank + i) % p] = c->lengths[i];
    return code;
}

/* Adjacent parts that are still to travel. */
typedef struct stretch {
    char *at;
    int64_t left;
} stretch;

/* Those of ranks first .. first + count - 1, which may go on at rank 0. */
static void find_stretches(const qdr_collector *c, char *receive, int first,
                           int count, stretch out[2])
{
    int end = first + count, p = c->num_procs;
    int last = end < p ? end : p, again = end > p ? end - p : 0;

    out[0] =
        (stretch){receive + c->begin[first], c->begin[last] - c->begin[first]};
    out[1] = (stretch){receive, c->begin[again]};
}

/* The next piece that MPI counts; 0: none is left. */
static int next_piece(stretch *s, char **out_at)
{
    int bytes = s->left < MAX_BYTES ? (int)s->left : MAX_BYTES;

    *out_at = s->at;
    s->at += bytes;
    s->left -= bytes;
    return bytes;
}

/* Receives are posted before any send, which may wait. Both ends know the
 * lengths, and leave empty messages out. */
static int pass(const qdr_collector *c, int to, stretch out[2], int from,
                stretch in[2])
{
    int code = MPI_SUCCESS;

    while (out[0].left + out[1].left + in[0].left + in[1].left > 0 &&
           code == MPI_SUCCESS) {
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        char *at;
        for (int i = 0; i < 2 && code == MPI_SUCCESS; i++) {
            int bytes = next_piece(&in[i], &at);
            if (bytes > 0)
                code = MPI_Irecv(at, bytes, MPI_BYTE, from, QDR_TAG_SCHEDULE,
                                 c->comm, &requests[i]);
        }
        for (int i = 0; i < 2 && code == MPI_SUCCESS; i++) {
            int bytes = next_piece(&out[i], &at);
            if (bytes > 0)
                code = MPI_Send(at, bytes, MPI_BYTE, to, QDR_TAG_SCHEDULE,
                                c->comm);
        }
        if (code == MPI_SUCCESS)
            code = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    return code;
}

/* Everything that a rank has, up to what the other lacks. */
static int go_straight(const qdr_collector *c, char *receive)
{
    int code = MPI_SUCCESS;

    for (int d = 1; d < c->num_procs && code == MPI_SUCCESS; d *= 2) {
        pairing now = pairing_of(c, d);
        stretch out[2], in[2];
        find_stretches(c, receive, c->rank, now.count, out);
        find_stretches(c, receive, now.from, now.count, in);
        code = pass(c, now.to, out, now.from, in);
    }
    return code;
}

/* In each round a part comes from the left, and the last one goes on to the
 * right. */
static int go_round(const qdr_collector *c, char *receive)
{
    int p = c->num_procs, code = MPI_SUCCESS;

    for (int s = 1; s < p && code == MPI_SUCCESS; s++) {
        stretch out[2], in[2];
        find_stretches(c, receive, (c->rank + p - s + 1) % p, 1, out);
        find_stretches(c, receive, (c->rank + p - s) % p, 1, in);
        code = pass(c, (c->rank + 1) % p, out, (c->rank + p - 1) % p, in);
    }
    return code;
}

/* By the costs of allgather_unknown.c. */
static bool is_ring_faster(const qdr_collector *c)
{
    const qdr_network *network = &c->network;
    bool shares = network->topology != QDR_SWITCHED;
    double alpha_us = network->alpha_us, beta_us = network->beta_ns * 1e-3;
    double part = (double)c->begin[c->num_procs] / c->num_procs, longest = 0;
    double straight_us = 0;

    for (int d = 1; d < c->num_procs; d *= 2) {
        double on_link = shares ? d / network->link_excess : 1;
        straight_us += alpha_us + beta_us * part * pairing_of(c, d).count *
                                      (on_link > 1 ? on_link : 1);
    }
    for (int r = 0; r < c->num_procs; r++)
        if ((double)c->parts[r] > longest)
            longest = (double)c->parts[r];
    return (c->num_procs - 1) * (alpha_us + beta_us * longest) < straight_us;
}

int qdr_collector_move(const qdr_collector *c, char *receive)
{
    return is_ring_faster(c) ? go_round(c, receive) : go_straight(c, receive);
}
