/* kernels/circulant/circulant.c -- see circulant.h. */
#include "kernels/circulant/circulant.h"

#include "kernels/building_blocks/choice.h"
#include "kernels/core/network/network.h"

qdr_circulant qdr_circulant_of(int num_procs, int radix)
{
    qdr_circulant graph = {.num_procs = num_procs};

    for (int64_t reached = 1; reached < num_procs; reached *= radix)
        graph.num_skips++;
    graph.skip[graph.num_skips] = num_procs;
    for (int k = graph.num_skips - 1; k >= 0; k--)
        graph.skip[k] =
            graph.skip[k + 1] / radix + (graph.skip[k + 1] % radix > 0);
    return graph;
}

/* The block that comes to a place in the first q rounds: the smallest skip on
 * the way to it that takes large skips first. q for the root. */
static int first_block(const qdr_circulant *graph, int place)
{
    int block = graph->num_skips;

    for (int k = graph->num_skips - 1; k >= 0 && place > 0; k--)
        if (graph->skip[k] <= place) {
            place -= graph->skip[k];
            block = k;
        }
    return block;
}

/* A search for q ranks from which a rank can receive, one in each round, such
 * that the first blocks of all differ. It walks from the root, by skips in
 * descending order, and goes round once: to p + place. */
typedef struct search {
    const qdr_circulant *graph;
    int64_t target; /* p + place */
    int64_t bound;  /* of the next rank: below the last one found */
    uint32_t free;  /* bit e: no rank found has the first block e */
    int num_found;
    int *blocks;
} search;

/* Looks for the rank of round num_found among those that follow from `at` by
 * skip e or smaller ones. It lies between target - skip[k + 1] and target -
 * skip[k], k the round: close enough to have its block in time. */
static void visit(search *s, int64_t at, int e)
{
    const int *skip = s->graph->skip;

    for (; e >= 0 && s->num_found < s->graph->num_skips; e--) {
        int64_t next = at + skip[e];
        if ((s->free >> e & 1) == 0 || next >= s->bound ||
            next > s->target - skip[s->num_found])
            continue;
        if (next <= s->target - skip[s->num_found + 1])
            visit(s, next, e);
        if (s->num_found == s->graph->num_skips ||
            at > s->target - skip[s->num_found + 1])
            return;
        if ((s->free >> e & 1) != 0 && next <= s->target - skip[s->num_found]) {
            s->bound = next;
            s->free &= ~((uint32_t)1 << e);
            s->blocks[s->num_found++] = e;
        }
    }
}

void qdr_circulant_blocks(const qdr_circulant *graph, int place, int *blocks)
{
    int q = graph->num_skips;
    int first = first_block(graph, place);
    search s = {.graph = graph,
                .target = (int64_t)graph->num_procs + place,
                .bound = 2 * (int64_t)graph->num_procs,
                .free = ~((uint32_t)1 << first),
                .blocks = blocks};

    visit(&s, 0, q);
    /* The root's own block q is this rank's first one. */
    for (int k = 0; k < q; k++)
        blocks[k] = blocks[k] == q ? first : blocks[k] - q;
}

/* How many messages share a link if all ranks of a line send `skip` places on:
 * those on their way there, or on the way back around its end. */
static int count_on_line(int skip, int length)
{
    return skip < length - skip ? skip : length - skip;
}

double qdr_circulant_sharing(const qdr_network *network, int skip, int p)
{
    int columns = qdr_choice_columns(network, p);
    int width = columns > 0 ? columns : p, height = (p - 1) / width + 1;
    int along = count_on_line(skip % width, width);
    int across = count_on_line(skip / width, height);
    double on_node = (network->duplex == QDR_DUPLEX_HALF ? 2 : 1) *
                     qdr_network_on_adapter(network, count_on_line(skip, p));
    double on_link = (along > across ? along : across) / network->link_excess;

    if (network->topology == QDR_SWITCHED || on_link < on_node)
        return on_node;
    return on_link;
}
