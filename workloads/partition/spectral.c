/* workloads/partition/spectral.c -- recursive spectral bisection.
 *
 * Source: [pothen1990], and for meshes [simon1991].
 * Idea:   cut between the hills and the valleys of the graph's slowest wave,
 *         the second eigenvector of its Laplacian, and each half again. What
 *         is not connected is laid out piece after piece, the largest first,
 *         and only the piece with the cut needs its wave.
 * Cost:   some hundred products with the Laplacian a cut: 5 s for 54k
 *         vertices in 32 parts. Parts differ by one vertex at most.
 */
#include <stdlib.h>

#include "workloads/partition/method.h"

/* The graph with each edge in both directions, and the places of its vertices
 * in the current cut, or -1. */
typedef struct spectral {
    qdr_graph symmetric;
    int32_t *place; /* [num_vertices] */
    int32_t *piece; /* [num_vertices]: by place */
    int32_t *queue; /* [num_vertices] */
    double *wave;   /* [num_vertices] */
} spectral;

/* Gives each vertex of the cut, by place, the number of its connected piece,
 * and returns how many there are. */
static int32_t find_pieces(spectral *s, const qdr_cut *cut)
{
    int32_t num_pieces = 0;

    for (int64_t i = 0; i < cut->count; i++)
        s->piece[i] = -1;
    for (int64_t i = 0; i < cut->count; i++) {
        int64_t length = 0;
        if (s->piece[i] >= 0)
            continue;
        s->piece[i] = num_pieces;
        s->queue[length++] = cut->vertices[i];
        for (int64_t next = 0; next < length; next++) {
            int32_t v = s->queue[next];
            for (int64_t k = s->symmetric.begin[v];
                 k < s->symmetric.begin[v + 1]; k++) {
                int32_t u = s->symmetric.neighbours[k];
                if (s->place[u] < 0 || s->piece[s->place[u]] >= 0)
                    continue;
                s->piece[s->place[u]] = num_pieces;
                s->queue[length++] = u;
            }
        }
        num_pieces++;
    }
    return num_pieces;
}

typedef struct piece {
    int64_t size;
    int32_t index;
} piece;

static int largest_first(const void *left, const void *right)
{
    const piece *a = left, *b = right;

    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Sets keys[i] to the rank of the piece by size; sets *out_piece to the piece
 * that the cut falls into, if it falls into one. */
static qdr_status lay_out(spectral *s, const qdr_cut *cut, double *keys,
                          int32_t *out_piece, qdr_error *error)
{
    int32_t num_pieces = find_pieces(s, cut);
    piece *pieces = calloc((size_t)num_pieces + 1, sizeof *pieces);
    int32_t *rank = malloc(((size_t)num_pieces + 1) * sizeof *rank);
    int64_t before = 0;

    if (pieces == NULL || rank == NULL) {
        free(pieces);
        free(rank);
        return qdr_fail_memory(error, "a spectral bisection");
    }
    for (int64_t i = 0; i < cut->count; i++)
        pieces[s->piece[i]].size++;
    for (int32_t k = 0; k < num_pieces; k++)
        pieces[k].index = k;
    qsort(pieces, (size_t)num_pieces, sizeof *pieces, largest_first);
    for (int32_t k = 0; k < num_pieces; k++) {
        rank[pieces[k].index] = k;
        if (before < cut->num_left && cut->num_left < before + pieces[k].size)
            *out_piece = pieces[k].index;
        before += pieces[k].size;
    }
    for (int64_t i = 0; i < cut->count; i++)
        keys[i] = rank[s->piece[i]];
    free(pieces);
    free(rank);
    return QDR_OK;
}

/* Makes the graph of one piece; s->queue becomes the places of its vertices. */
static qdr_status extract(spectral *s, const qdr_cut *cut, int32_t which,
                          qdr_graph *part, qdr_error *error)
{
    qdr_edge *edges;
    int64_t num_edges = 0, max = 0;
    int32_t num_vertices = 0;
    qdr_status status;

    for (int32_t i = 0; i < cut->count; i++) {
        int32_t v = cut->vertices[i];
        if (s->piece[i] != which)
            continue;
        s->queue[num_vertices] = i;
        /* From here on its number in the piece: no other number is used. */
        s->place[v] = num_vertices++;
        max += s->symmetric.begin[v + 1] - s->symmetric.begin[v];
    }
    edges = malloc(((size_t)max + 1) * sizeof *edges);
    if (edges == NULL)
        return qdr_fail_memory(error, "a spectral bisection");
    for (int32_t i = 0; i < num_vertices; i++) {
        int32_t v = cut->vertices[s->queue[i]];
        for (int64_t k = s->symmetric.begin[v]; k < s->symmetric.begin[v + 1];
             k++) {
            /* In the cut, and next to this one: in the same piece. */
            int32_t u = s->symmetric.neighbours[k];
            if (s->place[u] >= 0)
                edges[num_edges++] = (qdr_edge){i, s->place[u]};
        }
    }
    status = qdr_graph_init(part, num_vertices, edges, num_edges, true, error);
    free(edges);
    return status;
}

/* Orders the vertices of one piece by its wave, within its place among the
 * pieces: the wave's entries are below 1. */
static qdr_status add_wave(spectral *s, const qdr_cut *cut, int32_t which,
                           double *keys, qdr_error *error)
{
    qdr_graph part = {0};
    qdr_status status = extract(s, cut, which, &part, error);

    if (status == QDR_OK)
        status = qdr_fiedler(&part, cut->seed, s->wave, error);
    for (int64_t i = 0; i < part.num_vertices && status == QDR_OK; i++)
        keys[s->queue[i]] += s->wave[i] / 4;
    qdr_graph_cleanup(&part);
    return status;
}

static qdr_status set_keys(const qdr_cut *cut, void *context, double *keys,
                           qdr_error *error)
{
    spectral *s = context;
    int32_t which = -1;
    qdr_status status;

    for (int32_t i = 0; i < cut->count; i++)
        s->place[cut->vertices[i]] = i;
    status = lay_out(s, cut, keys, &which, error);
    if (status == QDR_OK && which >= 0)
        status = add_wave(s, cut, which, keys, error);
    for (int64_t i = 0; i < cut->count; i++)
        s->place[cut->vertices[i]] = -1;
    return status;
}

qdr_status qdr_partition_spectral(const qdr_graph *graph, int procs,
                                  uint64_t seed, int *part, qdr_error *error)
{
    size_t n = (size_t)graph->num_vertices + 1;
    spectral s = {.place = malloc(n * sizeof *s.place),
                  .piece = malloc(n * sizeof *s.piece),
                  .queue = malloc(n * sizeof *s.queue),
                  .wave = malloc(n * sizeof *s.wave)};
    qdr_status status;

    if (s.place == NULL || s.piece == NULL || s.queue == NULL || s.wave == NULL)
        status = qdr_fail_memory(error, "a spectral bisection");
    else
        status = qdr_partition_symmetrise(graph, &s.symmetric, error);
    for (int64_t v = 0; v < graph->num_vertices && status == QDR_OK; v++)
        s.place[v] = -1;
    if (status == QDR_OK)
        status = qdr_bisect(graph, procs, seed, set_keys, &s, part, error);
    qdr_graph_cleanup(&s.symmetric);
    free(s.place);
    free(s.piece);
    free(s.queue);
    free(s.wave);
    return status;
}
