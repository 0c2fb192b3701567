/* kernels/alltoallv/edge_colouring/recolour.c -- see recolour.h.
 *
 * Each edge is put back by Koenig's method: take a colour that is free at its
 * source and one that is free at its destination, and exchange the two along
 * the path that starts with the former at the destination; it cannot reach the
 * source. In a graph whose vertices lack a colour here and there, a path ends
 * after a few edges.
 */
#include "kernels/alltoallv/edge_colouring/recolour.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"

/* Which edge of a vertex has a colour: an array by vertex and colour, or, where
 * that is much longer than there are edges, a hash table with linear probing:
 * at most 3 in 4 of its slots are used, 2 an edge and 4 an edge put back; at
 * most a quarter of the edges are put back. */
enum { SLOTS_PER_EDGE = 4 };

typedef struct table {
    const qdr_coloured *of;
    int *edges;     /* -1: none */
    uint64_t *keys; /* of hashed slots; NULL: a key is its slot */
    uint64_t mask;
} table;

static const uint64_t NO_KEY = UINT64_MAX;

/* One end of an edge and a colour there. */
typedef struct place {
    int side, vertex;
    int64_t colour;
} place;

static void cleanup(table *t)
{
    free(t->edges);
    free(t->keys);
}

static qdr_status init(table *t, const qdr_coloured *of, qdr_error *error)
{
    uint64_t num_keys = 2 * (uint64_t)of->num_vertices * (uint64_t)of->degree;
    uint64_t size = 1;
    bool is_hashed = num_keys / SLOTS_PER_EDGE > (uint64_t)of->count;

    while (is_hashed && size < SLOTS_PER_EDGE * (uint64_t)of->count)
        size *= 2;
    if (!is_hashed)
        size = num_keys;
    *t = (table){.of = of, .edges = malloc((size + 1) * sizeof *t->edges)};
    if (is_hashed)
        t->keys = malloc(size * sizeof *t->keys);
    if (t->edges == NULL || (is_hashed && t->keys == NULL)) {
        cleanup(t);
        return qdr_fail_memory(error, "the colours of a graph");
    }
    t->mask = size - 1;
    memset(t->edges, -1, size * sizeof *t->edges);
    if (is_hashed)
        memset(t->keys, 0xff, size * sizeof *t->keys);
    return QDR_OK;
}

/* Its slot, or the empty one that would be. */
static uint64_t seek(const table *t, place at, uint64_t *out_key)
{
    uint64_t vertex = 2 * (uint64_t)at.vertex + (uint64_t)at.side;
    uint64_t key = vertex * (uint64_t)t->of->degree + (uint64_t)at.colour;
    uint64_t slot = key;

    *out_key = key;
    if (t->keys == NULL)
        return slot;
    slot = qdr_mix64(key) & t->mask;
    while (t->keys[slot] != key && t->keys[slot] != NO_KEY)
        slot = (slot + 1) & t->mask;
    return slot;
}

static int get(const table *t, place at)
{
    uint64_t key;

    return t->edges[seek(t, at, &key)];
}

static void put(const table *t, place at, int edge)
{
    uint64_t key, slot = seek(t, at, &key);

    t->edges[slot] = edge;
    if (t->keys != NULL)
        t->keys[slot] = key;
}

static int64_t *colour_of(const qdr_coloured *of, int edge)
{
    return &of->colour[of->edges[edge].message];
}

static void give(const table *t, int edge, int64_t colour)
{
    for (int side = 0; side < 2; side++)
        put(t, (place){side, t->of->edges[edge].ends[side], colour}, edge);
    *colour_of(t->of, edge) = t->of->first + colour;
}

/* There is one below the degree, because an edge of the vertex has none. */
static int64_t free_colour(const table *t, int side, int vertex)
{
    int64_t colour = 0;

    while (get(t, (place){side, vertex, colour}) >= 0)
        colour++;
    return colour;
}

/* Exchanges the two colours along the path that leaves a destination by an
 * edge of colour `first`; it is then free of it. */
static void exchange_colours(const table *t, int vertex, int64_t first,
                             int64_t second)
{
    place at = {1, vertex, first};
    int edge = get(t, at);

    put(t, at, -1);
    while (edge >= 0) {
        int other_side = !at.side;
        int other = t->of->edges[edge].ends[other_side];
        int next = get(t, (place){other_side, other, second});
        int64_t kept = first;
        give(t, edge, second);
        if (next < 0)
            put(t, (place){other_side, other, first}, -1);
        at = (place){other_side, other, second};
        edge = next;
        first = second;
        second = kept;
    }
}

static void put_back(const table *t, int edge)
{
    const qdr_colour_edge *one = &t->of->edges[edge];
    int64_t at_src = free_colour(t, 0, one->ends[0]);
    int64_t at_dst = free_colour(t, 1, one->ends[1]);

    if (at_src != at_dst)
        exchange_colours(t, one->ends[1], at_src, at_dst);
    give(t, edge, at_src);
}

/* Uncolours, -1, the edges of the rarest colour; the highest takes its number.
 */
static qdr_status take_rarest(const qdr_coloured *of, qdr_error *error)
{
    int64_t *num_edges = calloc((size_t)of->degree + 1, sizeof *num_edges);
    int64_t rarest = of->degree;

    if (num_edges == NULL)
        return qdr_fail_memory(error, "the colours of a graph");
    for (int e = 0; e < of->count; e++)
        num_edges[*colour_of(of, e) - of->first]++;
    for (int64_t c = 0; c < of->degree; c++)
        if (num_edges[c] < num_edges[rarest])
            rarest = c;
    free(num_edges);
    for (int e = 0; e < of->count; e++) {
        int64_t *colour = colour_of(of, e);
        if (*colour == of->first + rarest)
            *colour = -1;
        else if (*colour == of->first + of->degree)
            *colour = of->first + rarest;
    }
    return QDR_OK;
}

qdr_status qdr_colour_drop(const qdr_coloured *of, qdr_error *error)
{
    table t;
    qdr_status status = take_rarest(of, error);

    if (status == QDR_OK)
        status = init(&t, of, error);
    if (status != QDR_OK)
        return status;
    for (int e = 0; e < of->count; e++)
        if (*colour_of(of, e) >= 0)
            give(&t, e, *colour_of(of, e) - of->first);
    for (int e = 0; e < of->count; e++)
        if (*colour_of(of, e) < 0)
            put_back(&t, e);
    cleanup(&t);
    return QDR_OK;
}
