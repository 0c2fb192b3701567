/* workloads/partition/metis_methods.c -- the multilevel methods of METIS.
 *
 * Source: [karypis1998]; `recursive` is METIS_PartGraphRecursive, `kway` is
 *         METIS_PartGraphKway.
 * Idea:   contract the graph by matchings, cut the small one, and refine the
 *         cut while the graph grows back; in two and again, or into all parts
 *         at once.
 * Cost:   O(edges), times log p if recursive. Parts are equal to some percent.
 *         With few vertices a part kway cuts badly: at 17 a part, recursive is
 *         the better one.
 * Reading: with up to 5 vertices a part kway leaves parts empty, and then
 *         recursive takes its place. With one or two, recursive leaves some
 *         empty, too: parts above the average give them a vertex each.
 */
#include <metis.h>
#include <stdlib.h>

#include "workloads/graph/partitioner.h"
#include "workloads/partition/method.h"

_Static_assert(sizeof(idx_t) == sizeof(int), "METIS with 32-bit numbers");

/* METIS takes each edge in both directions, with 32-bit places. */
typedef struct both_ways {
    qdr_graph graph;
    idx_t *begin;
} both_ways;

static qdr_status both_ways_init(both_ways *both, const qdr_graph *graph,
                                 qdr_error *error)
{
    int64_t n = graph->num_vertices;
    qdr_status status = qdr_partition_symmetrise(graph, &both->graph, error);

    if (status != QDR_OK)
        return status;
    if (both->graph.begin[n] > INT32_MAX)
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "partition: %lld neighbours; accepted by METIS: up to %d",
            (long long)both->graph.begin[n], INT32_MAX);
    both->begin = malloc(((size_t)n + 1) * sizeof *both->begin);
    if (both->begin == NULL)
        return qdr_fail_memory(error, "a graph for METIS");
    for (int64_t v = 0; v <= n; v++)
        both->begin[v] = (idx_t)both->graph.begin[v];
    return QDR_OK;
}

typedef int metis_function(idx_t *nvtxs, idx_t *ncon, idx_t *xadj,
                           idx_t *adjncy, idx_t *vwgt, idx_t *vsize,
                           idx_t *adjwgt, idx_t *nparts, real_t *tpwgts,
                           real_t *ubvec, idx_t *options, idx_t *edgecut,
                           idx_t *part);

static qdr_status call(metis_function *function, both_ways *both, int procs,
                       uint64_t seed, int *part, qdr_error *error)
{
    idx_t num_vertices = (idx_t)both->graph.num_vertices, num_weights = 1;
    idx_t num_parts = procs, num_cut, options[METIS_NOPTIONS];
    int result;

    METIS_SetDefaultOptions(options);
    /* METIS draws by rand(); with its own default seed each call is alike. */
    options[METIS_OPTION_SEED] = (idx_t)(seed % INT32_MAX);
    options[METIS_OPTION_NUMBERING] = 0;
    result = function(&num_vertices, &num_weights, both->begin,
                      both->graph.neighbours, NULL, NULL, NULL, &num_parts,
                      NULL, NULL, options, &num_cut, part);
    if (result == METIS_ERROR_MEMORY)
        return qdr_fail_memory(error, "METIS");
    if (result != METIS_OK)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "METIS failed: status %d",
                        result);
    return QDR_OK;
}

/* Gives each empty part a vertex of a part that has more than the average,
 * rounded down. While a part is empty, another has more. */
static qdr_status fill_empty(int64_t num_vertices, int procs, int *part,
                             qdr_error *error)
{
    int64_t *size = calloc((size_t)procs, sizeof *size);
    int empty = 0;

    if (size == NULL)
        return qdr_fail_memory(error, "the sizes of parts");
    for (int64_t v = 0; v < num_vertices; v++)
        size[part[v]]++;
    for (int64_t v = 0; v < num_vertices; v++) {
        while (empty < procs && size[empty] > 0)
            empty++;
        if (empty < procs && size[part[v]] > num_vertices / procs) {
            size[part[v]]--;
            part[v] = empty;
            size[empty]++;
        }
    }
    free(size);
    return QDR_OK;
}

static qdr_status run(metis_function *function, const qdr_graph *graph,
                      int procs, uint64_t seed, int *part, qdr_error *error)
{
    both_ways both = {{0}, NULL};
    qdr_status status = both_ways_init(&both, graph, error);

    if (status == QDR_OK)
        status = call(function, &both, procs, seed, part, error);
    qdr_graph_cleanup(&both.graph);
    free(both.begin);
    return status;
}

qdr_status qdr_partition_recursive(const qdr_graph *graph, int procs,
                                   uint64_t seed, int *part, qdr_error *error)
{
    qdr_status status =
        run(METIS_PartGraphRecursive, graph, procs, seed, part, error);

    return status == QDR_OK
               ? fill_empty(graph->num_vertices, procs, part, error)
               : status;
}

qdr_status qdr_partition_kway(const qdr_graph *graph, int procs, uint64_t seed,
                              int *part, qdr_error *error)
{
    qdr_status status =
        run(METIS_PartGraphKway, graph, procs, seed, part, error);

    return status == QDR_OK && qdr_partition_check(graph, procs, part, error) ==
                                   QDR_ERROR_INPUT
               ? qdr_partition_recursive(graph, procs, seed, part, error)
               : status;
}
