/* workloads/graph/halo.c -- a rank's part of a partitioned graph; see graph.h.
 */
#include <stdlib.h>

#include "workloads/graph/graph.h"

/* A vertex that a rank gets, or that a rank owns. */
typedef struct sharing {
    int rank;
    int64_t vertex;
} sharing;

static int by_rank_then_vertex(const void *left, const void *right)
{
    const sharing *a = left, *b = right;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Sorts, and leaves repeated ones out; returns how many remain. */
static int64_t sort(sharing *all, int64_t count)
{
    int64_t length = 0;

    qsort(all, (size_t)count, sizeof *all, by_rank_then_vertex);
    for (int64_t i = 0; i < count; i++)
        if (length == 0 || by_rank_then_vertex(&all[length - 1], &all[i]) != 0)
            all[length++] = all[i];
    return length;
}

/* The edges across this rank's border: `ghosts` that it receives, `sent` that
 * it sends. */
typedef struct border {
    sharing *ghosts, *sent;
    int64_t num_ghosts, num_sent;
} border;

/* Visits the edges with one end on this rank; writes them unless the arrays are
 * NULL. */
static void visit(border *found, const qdr_graph *graph, const int *part,
                  int rank)
{
    found->num_ghosts = found->num_sent = 0;
    for (int64_t v = 0; v < graph->num_vertices; v++)
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++) {
            int32_t u = graph->neighbours[i];
            if (part[v] == rank && part[u] != rank) {
                if (found->ghosts != NULL)
                    found->ghosts[found->num_ghosts] = (sharing){part[u], u};
                found->num_ghosts++;
            }
            if (part[v] != rank && part[u] == rank) {
                if (found->sent != NULL)
                    found->sent[found->num_sent] = (sharing){part[v], u};
                found->num_sent++;
            }
        }
}

static qdr_status find_border(border *found, const qdr_graph *graph,
                              const int *part, int rank, qdr_error *error)
{
    visit(found, graph, part, rank);
    found->ghosts =
        malloc(((size_t)found->num_ghosts + 1) * sizeof *found->ghosts);
    found->sent = malloc(((size_t)found->num_sent + 1) * sizeof *found->sent);
    if (found->ghosts == NULL || found->sent == NULL)
        return qdr_fail_memory(error, "a halo");
    visit(found, graph, part, rank);
    found->num_ghosts = sort(found->ghosts, found->num_ghosts);
    found->num_sent = sort(found->sent, found->num_sent);
    return QDR_OK;
}

static int count_ranks(const sharing *sorted, int64_t count)
{
    int ranks = 0;

    for (int64_t i = 0; i < count; i++)
        ranks += i == 0 || sorted[i].rank != sorted[i - 1].rank;
    return ranks;
}

/* Lists the ranks of a sorted list and where each one's items begin. */
static qdr_status list_ranks(const sharing *sorted, int64_t count,
                             int *out_num_ranks, int **out_ranks,
                             int64_t **out_begin, qdr_error *error)
{
    int num_ranks = count_ranks(sorted, count), next = 0;
    int *ranks = malloc(((size_t)num_ranks + 1) * sizeof *ranks);
    int64_t *begin = malloc(((size_t)num_ranks + 1) * sizeof *begin);

    *out_num_ranks = num_ranks;
    *out_ranks = ranks;
    *out_begin = begin;
    if (ranks == NULL || begin == NULL)
        return qdr_fail_memory(error, "a halo");
    for (int64_t i = 0; i < count; i++)
        if (i == 0 || sorted[i].rank != sorted[i - 1].rank) {
            ranks[next] = sorted[i].rank;
            begin[next++] = i;
        }
    begin[num_ranks] = count;
    return QDR_OK;
}

static qdr_status fill_vertices(qdr_halo *halo, const qdr_graph *graph,
                                const int *part, int rank, const border *found,
                                qdr_error *error)
{
    for (int64_t v = 0; v < graph->num_vertices; v++)
        halo->num_owned += part[v] == rank;
    halo->num_ghosts = found->num_ghosts;
    halo->vertices = malloc(((size_t)(halo->num_owned + halo->num_ghosts) + 1) *
                            sizeof *halo->vertices);
    halo->sent = malloc(((size_t)found->num_sent + 1) * sizeof *halo->sent);
    if (halo->vertices == NULL || halo->sent == NULL)
        return qdr_fail_memory(error, "a halo");
    halo->num_owned = 0;
    for (int64_t v = 0; v < graph->num_vertices; v++)
        if (part[v] == rank)
            halo->vertices[halo->num_owned++] = v;
    for (int64_t i = 0; i < halo->num_ghosts; i++)
        halo->vertices[halo->num_owned + i] = found->ghosts[i].vertex;
    return QDR_OK;
}

qdr_status qdr_halo_init(qdr_halo *halo, const qdr_graph *graph,
                         const int *part, int procs, int rank, qdr_error *error)
{
    qdr_halo made = {0};
    border found = {0};
    qdr_status status;

    if (rank < 0 || rank >= procs)
        return qdr_fail(error, QDR_ERROR_INPUT, "rank %d; accepted: 0 to %d",
                        rank, procs - 1);
    status = find_border(&found, graph, part, rank, error);
    if (status == QDR_OK)
        status = fill_vertices(&made, graph, part, rank, &found, error);
    if (status == QDR_OK)
        status = list_ranks(found.ghosts, found.num_ghosts, &made.num_sources,
                            &made.sources, &made.source_begin, error);
    if (status == QDR_OK)
        status = list_ranks(found.sent, found.num_sent, &made.num_targets,
                            &made.targets, &made.target_begin, error);
    for (int64_t i = 0; i < found.num_sent && status == QDR_OK; i++)
        made.sent[i] = qdr_halo_local(&made, found.sent[i].vertex);
    free(found.ghosts);
    free(found.sent);
    if (status == QDR_OK)
        *halo = made;
    else
        qdr_halo_cleanup(&made);
    return status;
}

void qdr_halo_cleanup(qdr_halo *halo)
{
    free(halo->vertices);
    free(halo->sources);
    free(halo->source_begin);
    free(halo->targets);
    free(halo->target_begin);
    free(halo->sent);
    *halo = (qdr_halo){0};
}

/* Finds a vertex in an ascending stretch of the list, or returns -1. */
static int64_t find(const int64_t *vertices, int64_t first, int64_t end,
                    int64_t vertex)
{
    while (first < end) {
        int64_t middle = first + (end - first) / 2;
        if (vertices[middle] == vertex)
            return middle;
        if (vertices[middle] < vertex)
            first = middle + 1;
        else
            end = middle;
    }
    return -1;
}

int64_t qdr_halo_local(const qdr_halo *halo, int64_t vertex)
{
    int64_t local = find(halo->vertices, 0, halo->num_owned, vertex);

    for (int i = 0; i < halo->num_sources && local < 0; i++)
        local = find(halo->vertices, halo->num_owned + halo->source_begin[i],
                     halo->num_owned + halo->source_begin[i + 1], vertex);
    return local;
}
