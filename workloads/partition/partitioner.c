/* workloads/partition/partitioner.c -- the partitioner that computes; see
 * workloads/graph/partitioner.h.
 */
#include <string.h>

#include "workloads/graph/partition_file.h"
#include "workloads/partition/method.h"

static const qdr_partition_row rows[] = {
    {"strips", qdr_partition_strips, false},
    {"rcb", qdr_partition_rcb, true},
    {"inertial", qdr_partition_inertial, true},
    {"spectral", qdr_partition_spectral, false},
    {"recursive", qdr_partition_recursive, false},
    {"kway", qdr_partition_kway, false},
};

const qdr_partition_row *qdr_partition_row_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

int qdr_partition_row_count(void)
{
    return (int)(sizeof rows / sizeof *rows);
}

int64_t qdr_partition_share(int64_t count, int procs, int index)
{
    /* Below 2^31 each, so the product is no overflow. */
    return count * index / procs;
}

static qdr_status compute(const qdr_deal *deal, int *part, qdr_error *error)
{
    const qdr_partition_row *row = qdr_partition_row_find(deal->method);

    if (row == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: '%.40s'; accepted: strips, rcb, inertial, "
                        "spectral, recursive, kway",
                        deal->method);
    if (deal->procs < 1 || deal->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT, "%d parts; accepted: 1 to %d",
                        deal->procs, QDR_MAX_PROCS);
    if (row->needs_coordinates && deal->graph->coordinates == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "partition: '%s' of a graph without coordinates; "
                        "accepted: strips, spectral, recursive, kway",
                        row->name);
    if (deal->procs == 1) {
        memset(part, 0, (size_t)deal->graph->num_vertices * sizeof *part);
        return QDR_OK;
    }
    return row->part(deal->graph, deal->procs, deal->seed, part, error);
}

/* What is there is not computed again. */
static qdr_status compute_and_write(const qdr_partitioner *self,
                                    const qdr_deal *deal, int *part,
                                    qdr_error *error)
{
    qdr_status status;

    if (self->folder != NULL &&
        qdr_partition_file_read(deal, self->folder, part, NULL) == QDR_OK)
        return QDR_OK;
    status = compute(deal, part, error);
    if (status == QDR_OK && self->folder != NULL)
        status = qdr_partition_file_write(deal, self->folder, part, error);
    return status;
}

qdr_partitioner qdr_partitioner_computing(const char *folder)
{
    return (qdr_partitioner){.part = compute_and_write, .folder = folder};
}
