/* kernels/plan/traffic/gather_passing.c -- the messages that pass a rank on a
 * route; see gather_pattern.h. */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"
#include "kernels/plan/traffic/gather_pattern.h"

enum { MAX_MESSAGES = INT_MAX / sizeof(qdr_message) /* that MPI counts */ };

/* The messages that were at this rank, in the order in which they came, and the
 * two ends of the round at hand. Entry z - 1 is of the ranks that are z units
 * further and before. */
typedef struct gathering {
    const qdr_route *route;
    MPI_Comm comm;
    int rank, round, fan;
    qdr_message *messages;
    int64_t count;
    qdr_message *leaving; /* by distance */
    int64_t *num_out, *num_in, *next;
    MPI_Request *requests; /* [2 fan] */
} gathering;

/* The rank that is z units further, z < 0: before. */
static int peer_of(const gathering *g, int z)
{
    int64_t p = g->route->num_procs;
    int64_t further = z * g->route->units[g->round + 1];

    return (int)((g->rank + further + p) % p);
}

/* The distance that a message goes from here in this round: 0, it is elsewhere
 * or stays. */
static int distance_of(const gathering *g, const qdr_message *message)
{
    int64_t p = g->route->num_procs;
    int now = qdr_route_place(g->route, g->round, message->src, message->dst);
    int next =
        qdr_route_place(g->route, g->round + 1, message->src, message->dst);

    return now != g->rank
               ? 0
               : (int)((next - now + p) % p / g->route->units[g->round + 1]);
}

/* Starts to exchange `size` bytes with the ranks of every distance, or for each
 * message that comes or goes. */
static int start(const gathering *g, int z, const void *out, int64_t out_bytes,
                 void *in, int64_t in_bytes)
{
    MPI_Request *requests = &g->requests[2 * ((ptrdiff_t)z - 1)];
    int code = MPI_SUCCESS;

    requests[0] = requests[1] = MPI_REQUEST_NULL;
    if (in_bytes > 0)
        code = MPI_Irecv(in, (int)in_bytes, MPI_BYTE, peer_of(g, -z),
                         QDR_TAG_GATHER, g->comm, &requests[0]);
    if (out_bytes > 0 && code == MPI_SUCCESS)
        code = MPI_Isend(out, (int)out_bytes, MPI_BYTE, peer_of(g, z),
                         QDR_TAG_GATHER, g->comm, &requests[1]);
    return code;
}

static qdr_status finish(const gathering *g, int code, qdr_error *error)
{
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(2 * g->fan, g->requests, MPI_STATUSES_IGNORE);
    return code == MPI_SUCCESS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_MPI, "gathering the pattern failed");
}

/* How many messages leave and come to each distance. */
static qdr_status exchange_counts(gathering *g, qdr_error *error)
{
    int code = MPI_SUCCESS;

    for (int z = 1; z <= g->fan; z++)
        g->num_out[z - 1] = 0;
    for (int64_t m = 0; m < g->count; m++) {
        int z = distance_of(g, &g->messages[m]);
        if (z > 0)
            g->num_out[z - 1]++;
    }
    for (int z = 1; z <= g->fan && code == MPI_SUCCESS; z++)
        code = start(g, z, &g->num_out[z - 1], sizeof *g->num_out,
                     &g->num_in[z - 1], sizeof *g->num_in);
    return finish(g, code, error);
}

/* Makes room for the messages that leave and come, and sorts those that leave
 * by distance. */
static qdr_status make_room(gathering *g, qdr_error *error)
{
    int64_t num_out = 0, num_in = 0;
    qdr_message *grown;

    for (int z = 1; z <= g->fan; z++) {
        g->next[z - 1] = num_out;
        num_out += g->num_out[z - 1];
        num_in += g->num_in[z - 1];
        if (g->num_out[z - 1] > MAX_MESSAGES)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%lld messages pass a rank together; accepted: up "
                            "to %d",
                            (long long)g->num_out[z - 1], (int)MAX_MESSAGES);
    }
    free(g->leaving);
    g->leaving = malloc(((size_t)num_out + 1) * sizeof *g->leaving);
    grown =
        realloc(g->messages, ((size_t)(g->count + num_in) + 1) * sizeof *grown);
    if (grown != NULL)
        g->messages = grown;
    if (grown == NULL || g->leaving == NULL)
        return qdr_fail_memory(error, "the messages that pass a rank");
    for (int64_t m = 0; m < g->count; m++) {
        int z = distance_of(g, &g->messages[m]);
        if (z > 0)
            g->leaving[g->next[z - 1]++] = g->messages[m];
    }
    return QDR_OK;
}

static qdr_status exchange_messages(gathering *g, qdr_error *error)
{
    const qdr_message *out = g->leaving;
    int code = MPI_SUCCESS;

    for (int z = 1; z <= g->fan && code == MPI_SUCCESS; z++) {
        int64_t size = sizeof *out;
        code = start(g, z, out, g->num_out[z - 1] * size,
                     &g->messages[g->count], g->num_in[z - 1] * size);
        out += g->num_out[z - 1];
        g->count += g->num_in[z - 1];
    }
    return finish(g, code, error);
}

/* The largest number of distances in a round. */
static size_t max_fan(const qdr_route *route)
{
    int max = 0;

    for (int k = 0; k < route->num_rounds; k++)
        if (qdr_route_fan(route, k) > max)
            max = qdr_route_fan(route, k);
    return (size_t)max;
}

/* Room for the rounds, and the rank's own messages. */
static qdr_status begin(gathering *g, int64_t num_sends, const qdr_block *sends,
                        qdr_error *error)
{
    size_t fan = max_fan(g->route);

    g->messages = malloc(((size_t)num_sends + 1) * sizeof *g->messages);
    g->num_out = malloc((fan + 1) * sizeof *g->num_out);
    g->num_in = malloc((fan + 1) * sizeof *g->num_in);
    g->next = malloc((fan + 1) * sizeof *g->next);
    g->requests = malloc((2 * fan + 1) * sizeof(MPI_Request));
    if (g->messages == NULL || g->num_out == NULL || g->num_in == NULL ||
        g->next == NULL || g->requests == NULL)
        return qdr_fail_memory(error, "the messages that pass a rank");
    for (int64_t i = 0; i < num_sends; i++)
        g->messages[g->count++] =
            (qdr_message){g->rank, sends[i].peer, sends[i].bytes};
    return QDR_OK;
}

qdr_status qdr_gather_passing(qdr_pattern *pattern, const qdr_route *route,
                              int64_t num_sends, const qdr_block *sends,
                              MPI_Comm comm, qdr_error *error)
{
    gathering g = {.route = route, .comm = comm};
    qdr_status status;

    MPI_Comm_rank(comm, &g.rank);
    status = qdr_agree(comm, begin(&g, num_sends, sends, error), error);
    for (; g.round < route->num_rounds && status == QDR_OK; g.round++) {
        g.fan = qdr_route_fan(route, g.round);
        status = exchange_counts(&g, error);
        if (status == QDR_OK)
            status = make_room(&g, error);
        status = qdr_agree(comm, status, error);
        if (status == QDR_OK)
            status = qdr_agree(comm, exchange_messages(&g, error), error);
    }
    if (status == QDR_OK)
        status = qdr_agree(comm,
                           qdr_pattern_init(pattern, route->num_procs,
                                            g.messages, g.count, error),
                           error);
    free(g.messages);
    free(g.leaving);
    free(g.num_out);
    free(g.num_in);
    free(g.next);
    free(g.requests);
    return status;
}
