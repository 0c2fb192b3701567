/* workloads/sparse_matrix/sparse_matrix.c -- the halos of y = A x.
 *
 * Source: matrices as the SuiteSparse collection has them, [davis2011], in the
 *         format of [boisvert1996].
 * Reading: whoever owns row i owns x_i and y_i, and needs x_j for every column
 *         j that row i stores, also where the value is 0. A rank gets an x_j
 *         once, however many of its rows need it.
 * Edges:  methods that draw numbers draw them with seed 0; those that need
 *         coordinates are refused: rows have none.
 */
#define _GNU_SOURCE /* asprintf */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "workloads/sparse_matrix/matrix_market.h"
#include "workloads/workload.h"

enum { BYTES, FILE_, PARTITION };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of an element of x", "8"),
    [FILE_] = {.name = "file",
               .levels = "patterns",
               .summary = "a sparse matrix, of Matrix Market",
               .type = QDR_FILE},
    [PARTITION] = {.name = "partition",
                   .levels = "partitions",
                   .summary = "how rows are dealt to ranks",
                   .type = QDR_WORD,
                   .preset = "kway",
                   .words = qdr_partition_methods},
    {0}};

/* Tells the graph from others, wherever its file is and whatever it is
 * called. */
static uint64_t hash_of(const qdr_graph *graph)
{
    uint64_t hash = (uint64_t)graph->num_vertices;

    for (int64_t v = 0; v < graph->num_vertices; v++) {
        hash = qdr_mix64(hash + (uint64_t)graph->begin[v + 1]);
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            hash = qdr_mix64(hash + (uint64_t)graph->neighbours[i]);
    }
    return hash;
}

static qdr_status part_graph(const qdr_workload_input *input,
                             const qdr_graph *graph, int *part,
                             qdr_error *error)
{
    qdr_deal deal = {.graph = graph,
                     .method = qdr_values_text(input->values, PARTITION),
                     .procs = input->procs};
    qdr_status status;
    char *key;

    if (asprintf(&key, "sparse_matrix of graph %016" PRIx64, hash_of(graph)) <
        0)
        return qdr_fail_memory(error, "a partition's name");
    deal.key = key;
    status = input->partitioner->part(input->partitioner, &deal, part, error);
    free(key);
    return status;
}

static qdr_status make_pattern(const qdr_workload_input *input,
                               const qdr_graph *graph, qdr_pattern *pattern,
                               qdr_error *error)
{
    int *part = malloc(((size_t)graph->num_vertices + 1) * sizeof *part);
    qdr_status status;

    if (part == NULL)
        return qdr_fail_memory(error, "a partition");
    status = part_graph(input, graph, part, error);
    if (status == QDR_OK)
        status = qdr_halo_pattern(graph, part, input->procs,
                                  qdr_values_integer(input->values, BYTES),
                                  pattern, error);
    free(part);
    return status;
}

static qdr_status generate(const qdr_workload_input *input, qdr_demand *demand,
                           qdr_error *error)
{
    qdr_sparse_matrix matrix = {0};
    qdr_graph graph = {0};
    qdr_error reason = {""};
    qdr_status status;

    if (input->procs < 1 || input->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT, "procs: %d; accepted: 1 to %d",
                        input->procs, QDR_MAX_PROCS);
    if (input->partitioner == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: nobody deals graphs here; accepted: a "
                        "caller with a partitioner");
    status = qdr_matrix_market_read(
        &matrix, qdr_values_text(input->values, FILE_), &reason);
    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    status = qdr_sparse_matrix_graph(&matrix, &graph, error);
    qdr_sparse_matrix_cleanup(&matrix);
    if (status == QDR_OK)
        status = make_pattern(input, &graph, &demand->pattern, error);
    qdr_graph_cleanup(&graph);
    return status;
}

const qdr_workload qdr_workload_sparse_matrix = {
    .name = "sparse_matrix",
    .summary = "the halos of y = A x for a sparse matrix that a file holds",
    .parameters = parameters,
    .generate = generate,
};
