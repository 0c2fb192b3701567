/* workloads/graph/halo_test.c -- graphs and halos, compared with the obvious.
 *
 * Random graphs, symmetric and directed, randomly partitioned: neighbour lists
 * against a matrix, the halo pattern against a count for each rank and vertex,
 * and the halos of all ranks against each other.
 */
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"
#include "workloads/graph/graph.h"

enum { MAX = 40, MAX_PROCS = 9, NUM_GRAPHS = 400, UNIT = 8 };

typedef struct sample {
    int64_t num_vertices;
    int procs;
    bool is_neighbour[MAX][MAX]; /* [v][u]: u is a neighbour of v */
    int part[MAX];
    qdr_graph graph;
} sample;

static int draw(qdr_rng *rng, int64_t bound)
{
    return (int)qdr_rng_below(rng, (uint64_t)bound);
}

static void sample_init(sample *s, uint64_t seed)
{
    qdr_edge edges[4 * MAX];
    int num_edges;
    bool is_symmetric;
    qdr_rng rng;

    memset(s, 0, sizeof *s);
    qdr_rng_init(&rng, seed);
    s->num_vertices = 1 + draw(&rng, MAX);
    s->procs = 1 + draw(&rng, MAX_PROCS);
    is_symmetric = draw(&rng, 2);
    num_edges = draw(&rng, 4 * MAX);
    for (int e = 0; e < num_edges; e++) {
        int v = draw(&rng, s->num_vertices), u = draw(&rng, s->num_vertices);
        edges[e] = (qdr_edge){v, u};
        s->is_neighbour[v][u] = v != u;
        if (is_symmetric)
            s->is_neighbour[u][v] = v != u;
    }
    for (int v = 0; v < s->num_vertices; v++)
        s->part[v] = draw(&rng, s->procs);
    assert_ok(qdr_graph_init(&s->graph, s->num_vertices, edges, num_edges,
                             is_symmetric, NULL));
}

TEST(lists)
{
    for (uint64_t seed = 0; seed < NUM_GRAPHS; seed++) {
        sample s;
        sample_init(&s, seed);
        for (int v = 0; v < s.num_vertices; v++) {
            int64_t i = s.graph.begin[v];
            for (int u = 0; u < s.num_vertices; u++)
                if (s.is_neighbour[v][u])
                    assert_int_equal(s.graph.neighbours[i++], u);
            assert_int_equal(i, s.graph.begin[v + 1]);
        }
        qdr_graph_cleanup(&s.graph);
    }
}

/* Whether vertex u is sent to `rank`: some vertex there needs it. */
static bool is_sent(const sample *s, int u, int rank)
{
    for (int v = 0; v < s->num_vertices; v++)
        if (s->part[v] == rank && s->part[u] != rank && s->is_neighbour[v][u])
            return true;
    return false;
}

TEST(pattern)
{
    for (uint64_t seed = 0; seed < NUM_GRAPHS; seed++) {
        qdr_pattern pattern = {0};
        int64_t units[MAX_PROCS][MAX_PROCS] = {{0}}, num_messages = 0;
        sample s;
        sample_init(&s, seed);
        for (int u = 0; u < s.num_vertices; u++)
            for (int rank = 0; rank < s.procs; rank++)
                units[s.part[u]][rank] += is_sent(&s, u, rank);
        assert_ok(
            qdr_halo_pattern(&s.graph, s.part, s.procs, UNIT, &pattern, NULL));
        for (int src = 0; src < s.procs; src++)
            for (int dst = 0; dst < s.procs; dst++) {
                int64_t m = qdr_pattern_find(&pattern, src, dst);
                assert_int_equal(m >= 0, units[src][dst] > 0);
                if (m >= 0)
                    assert_int_equal(pattern.messages[m].bytes,
                                     units[src][dst] * UNIT);
                num_messages += m >= 0;
            }
        assert_int_equal(pattern.num_messages, num_messages);
        qdr_pattern_cleanup(&pattern);
        qdr_graph_cleanup(&s.graph);
    }
}

/* The place of `rank` in an ascending list, or -1. */
static int place_of(int rank, const int *ranks, int num_ranks)
{
    for (int i = 0; i < num_ranks; i++)
        if (ranks[i] == rank)
            return i;
    return -1;
}

/* The vertices that `src` sends to `dst` are, in order, the ghosts of src on
 * dst. */
static void check_pair(const sample *s, const qdr_halo *halos, int src, int dst)
{
    const qdr_halo *from = &halos[src], *to = &halos[dst];
    int target = place_of(dst, from->targets, from->num_targets);
    int source = place_of(src, to->sources, to->num_sources);
    int64_t sent, ghost, num_sent = 0;

    for (int u = 0; u < s->num_vertices; u++)
        num_sent += s->part[u] == src && is_sent(s, u, dst);
    assert_int_equal(target >= 0, num_sent > 0);
    assert_int_equal(source >= 0, num_sent > 0);
    if (num_sent == 0)
        return;
    sent = from->target_begin[target];
    ghost = to->source_begin[source];
    assert_int_equal(from->target_begin[target + 1] - sent, num_sent);
    assert_int_equal(to->source_begin[source + 1] - ghost, num_sent);
    for (int64_t i = 0; i < num_sent; i++) {
        int64_t local = from->sent[sent + i];
        assert_in_range(local, 0, from->num_owned - 1);
        assert_int_equal(from->vertices[local],
                         to->vertices[to->num_owned + ghost + i]);
        if (i > 0)
            assert_true(local > from->sent[sent + i - 1]);
    }
}

/* Every vertex is owned once, and is found again by its number. */
static void check_vertices(const sample *s, const qdr_halo *halo, int rank)
{
    int64_t num_owned = 0;

    for (int v = 0; v < s->num_vertices; v++) {
        int64_t local = qdr_halo_local(halo, v);
        if (s->part[v] == rank)
            assert_int_equal(local, num_owned++);
        else
            assert_int_equal(local >= 0, is_sent(s, v, rank));
        if (local >= 0)
            assert_int_equal(halo->vertices[local], v);
    }
    assert_int_equal(halo->num_owned, num_owned);
}

TEST(halos)
{
    for (uint64_t seed = 0; seed < NUM_GRAPHS; seed++) {
        qdr_halo halos[MAX_PROCS] = {{0}};
        sample s;
        sample_init(&s, seed);
        for (int rank = 0; rank < s.procs; rank++) {
            assert_ok(qdr_halo_init(&halos[rank], &s.graph, s.part, s.procs,
                                    rank, NULL));
            check_vertices(&s, &halos[rank], rank);
        }
        for (int src = 0; src < s.procs; src++)
            for (int dst = 0; dst < s.procs; dst++)
                check_pair(&s, halos, src, dst);
        for (int rank = 0; rank < s.procs; rank++)
            qdr_halo_cleanup(&halos[rank]);
        qdr_graph_cleanup(&s.graph);
    }
}

TEST(refusals)
{
    const qdr_edge outside[] = {{0, 1}, {2, 3}};
    const int part[] = {0, 2, 1};
    qdr_graph graph = {0};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(qdr_graph_init(&graph, 3, outside, 2, true, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "edge 2 -> 3; accepted: vertices 0 to 2");
    assert_ok(qdr_graph_init(&graph, 3, outside, 1, true, &error));
    assert_int_equal(qdr_halo_pattern(&graph, part, 2, 1, &pattern, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "vertex 1 is in part 2; accepted: 0 to 1");
    assert_null(pattern.messages);
    qdr_graph_cleanup(&graph);
}
