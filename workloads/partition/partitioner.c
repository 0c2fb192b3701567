/* workloads/partition/partitioner.c -- the partitioner that computes; see
 * workloads/graph/partitioner.h.
 */
#include <stdlib.h>
#include <string.h>

#include "workloads/graph/partitioner.h"
#include "workloads/partition/method.h"

static const qdr_partition_entry rows[] = {
    {"strips", qdr_partition_strips, false},
    {"rcb", qdr_partition_rcb, true},
    {"rcb_xyz", qdr_partition_rcb_xyz, true},
    {"inertial", qdr_partition_inertial, true},
    {"spectral", qdr_partition_spectral, false},
    {"recursive", qdr_partition_recursive, false},
    {"kway", qdr_partition_kway, false},
};

const qdr_partition_entry *qdr_partition_entry_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

int qdr_partition_entry_count(void)
{
    return (int)(sizeof rows / sizeof *rows);
}

int64_t qdr_partition_share(int64_t count, int procs, int index)
{
    /* Below 2^31 each, so the product is no overflow. */
    return count * index / procs;
}

static qdr_status compute(const qdr_partition_task *task, int *part,
                          qdr_error *error)
{
    const qdr_partition_entry *row = qdr_partition_entry_find(task->method);

    if (row == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: '%.40s'; accepted: strips, rcb, rcb_xyz, "
                        "inertial, spectral, recursive, kway",
                        task->method);
    if (task->procs < 1 || task->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT, "%d parts; accepted: 1 to %d",
                        task->procs, QDR_MAX_PROCS);
    if (task->procs > task->graph->num_vertices)
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "partition: %d parts of %lld vertices, so that ranks "
            "have none; accepted: at most as many parts as vertices",
            task->procs, (long long)task->graph->num_vertices);
    if (row->needs_coordinates && task->graph->coordinates == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: '%s' of a graph without coordinates; "
                        "accepted: strips, spectral, recursive, kway",
                        row->name);
    if (task->procs == 1) {
        memset(part, 0, (size_t)task->graph->num_vertices * sizeof *part);
        return QDR_OK;
    }
    return row->part(task->graph, task->procs, task->seed, part, error);
}

/* An existing file is not computed again. */
static qdr_status compute_and_write(const qdr_partitioner *self,
                                    const qdr_partition_task *task, int *part,
                                    qdr_error *error)
{
    qdr_status status;

    if (self->folder != NULL &&
        qdr_partition_file_read(task, self->folder, part, NULL) == QDR_OK)
        return QDR_OK;
    status = compute(task, part, error);
    if (status == QDR_OK && self->folder != NULL)
        status = qdr_partition_file_write(task, self->folder, part, error);
    return status;
}

qdr_partitioner qdr_partitioner_computing(const char *folder)
{
    return (qdr_partitioner){.part = compute_and_write, .folder = folder};
}

qdr_status qdr_partition_symmetrise(const qdr_graph *graph,
                                    qdr_graph *symmetric, qdr_error *error)
{
    int64_t num_edges = graph->begin[graph->num_vertices];
    qdr_edge *edges = malloc(((size_t)num_edges + 1) * sizeof *edges);
    qdr_status status;

    if (edges == NULL)
        return qdr_fail_memory(error, "a symmetric graph");
    for (int32_t v = 0; v < graph->num_vertices; v++)
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            edges[i] = (qdr_edge){v, graph->neighbours[i]};
    status = qdr_graph_init(symmetric, graph->num_vertices, edges, num_edges,
                            true, error);
    free(edges);
    return status;
}
