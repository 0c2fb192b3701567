/* workloads/sparse_matrix/sparse_matrix.c -- the halos of y = A x.
 *
 * Source: matrices as the SuiteSparse collection has them, [davis2011], in the
 *         format of [boisvert1996].
 * Reading: the owner of row i owns x_i and y_i, and needs x_j for every column
 *         j that row i stores, also where the value is 0. A rank gets an x_j
 *         once, however many of its rows need it.
 * Edges:  methods that draw numbers draw them with seed 0; those that need
 *         coordinates are refused: rows have none.
 */
#include <stdlib.h>

#include "workloads/sparse_matrix/csr.h"
#include "workloads/workload.h"

enum { BYTES, FILE_, PARTITION };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of an element of x", "8"),
    [FILE_] = {.name = "file",
               .plural = "patterns",
               .summary = "a sparse matrix, of Matrix Market",
               .type = QDR_FILE},
    [PARTITION] = QDR_PARTITION_PARAMETER("how rows are distributed to ranks",
                                          "kway", qdr_partition_methods),
    {0}};

static qdr_status make_pattern(const qdr_workload_input *input,
                               const qdr_graph *graph, qdr_pattern *pattern,
                               qdr_error *error)
{
    const qdr_partition_task task = {
        .graph = graph,
        .method = qdr_values_text(input->values, PARTITION),
        .procs = input->procs};

    return qdr_halo_pattern_partitioned(
        input->partitioner, &task, qdr_values_integer(input->values, BYTES),
        pattern, error);
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_sparse_matrix matrix = {0};
    qdr_graph graph = {0};
    qdr_error reason = {""};
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    status = qdr_sparse_matrix_read(
        &matrix, qdr_values_text(input->values, FILE_), &reason);
    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    status = qdr_sparse_matrix_graph(&matrix, &graph, error);
    qdr_sparse_matrix_cleanup(&matrix);
    if (status == QDR_OK)
        status = make_pattern(input, &graph, &traffic->pattern, error);
    qdr_graph_cleanup(&graph);
    return status;
}

const qdr_workload qdr_workload_sparse_matrix = {
    .name = "sparse_matrix",
    .summary = "the halos of y = A x for a sparse matrix that a file holds",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = generate,
};
