/* harness/cli/command_picture_parts.c -- `quadrille picture parts`: the parts
 * of a wing's mesh. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/cli/commands.h"
#include "harness/cli/picture.h"
#include "workloads/mesh/partitioned_mesh.h"

/* The seed with which the workload airfoil partitions the same mesh. */
enum { FIRST_MESH = 1 };

/* The share of the edges whose ends are of two parts, in per cent. */
static double cut_percent(const qdr_partitioned_mesh *partitioned)
{
    const qdr_graph *graph = &partitioned->graph;
    int64_t num_cut = 0, num_all = graph->begin[graph->num_vertices];

    for (int64_t v = 0; v < graph->num_vertices; v++)
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            num_cut +=
                partitioned->part[v] != partitioned->part[graph->neighbours[i]];
    return num_all > 0 ? 100.0 * (double)num_cut / (double)num_all : 0;
}

/* "9.8 % of the edges are cut\n..." to text[size]. */
static qdr_status describe(const qdr_partitioned_mesh *partitioned, int procs,
                           char *text, size_t size, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    qdr_status status = qdr_halo_pattern(&partitioned->graph, partitioned->part,
                                         procs, 1, &pattern, error);

    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&pattern, &stats, error);
    qdr_pattern_cleanup(&pattern);
    if (status != QDR_OK)
        return status;
    snprintf(text, size,
             "%.1f %% of the edges are cut; a part has %d to %d neighbours, "
             "mean %.1f;\na halo is %.1f points in the mean, %" PRId64
             " at most, %" PRId64 " in all",
             cut_percent(partitioned), stats.min_out, stats.max_out,
             (double)stats.num_messages / procs,
             stats.num_messages > 0
                 ? (double)stats.total_bytes / (double)stats.num_messages
                 : 0.0,
             stats.max_bytes, stats.total_bytes);
    return QDR_OK;
}

static qdr_status show(const qdr_partitioned_mesh *partitioned,
                       const qdr_partition_task *how, const double *owner,
                       const qdr_options *options, qdr_error *error)
{
    char title[512], subtitle[512];
    qdr_picture picture = {.kind = "parts",
                           .title = title,
                           .subtitle = subtitle,
                           .values = {&partitioned->mesh, owner}};
    qdr_status status =
        describe(partitioned, how->procs, subtitle, sizeof subtitle, error);

    snprintf(title, sizeof title, "%.300s: %" PRId64 " points in %d part%s, %s",
             qdr_picture_name(options), partitioned->mesh.num_points,
             how->procs, how->procs == 1 ? "" : "s", how->method);
    return status == QDR_OK ? qdr_picture_show(&picture, options, error)
                            : status;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    const qdr_partitioner partitioner = qdr_partitioner_computing(NULL);
    const int64_t method = qdr_options_integer(options, "partition");
    const qdr_partition_task how = {
        .method = qdr_partition_methods[method],
        .procs = (int)qdr_options_integer(options, "procs"),
        .seed = FIRST_MESH};
    qdr_partitioned_mesh partitioned = {.part = NULL};
    double *owner = NULL;
    qdr_status status = qdr_picture_mesh(options, &partitioned.mesh, error);

    if (status == QDR_OK)
        status = qdr_mesh_partition(&partitioned, &partitioner, how, error);
    if (status == QDR_OK) {
        owner = malloc((size_t)partitioned.mesh.num_points * sizeof *owner);
        if (owner == NULL)
            status = qdr_fail_memory(error, "the parts");
    }
    for (int64_t v = 0; v < partitioned.mesh.num_points && status == QDR_OK;
         v++)
        owner[v] = partitioned.part[v];
    if (status == QDR_OK)
        status = show(&partitioned, &how, owner, options, error);
    free(owner);
    qdr_partitioned_mesh_cleanup(&partitioned);
    return status;
}

static const qdr_option own_options[] = {
    QDR_PICTURE_POINTS_OPTION,
    QDR_PICTURE_MESH_OPTION,
    {.is = {.name = "partition",
            .summary = "how points are distributed to ranks",
            .type = QDR_WORD,
            .default_value = "spectral",
            .words = qdr_partition_methods},
     .operand = "WORD"},
    {.is = {.name = "procs",
            .summary = "ranks, one a part",
            .type = QDR_INTEGER,
            .min = 1,
            .max = QDR_MAX_PROCS},
     .operand = "P",
     .is_needed = true},
    QDR_PICTURE_FIGURE_OPTION,
    {.is = {0}}};

const qdr_cli_command qdr_command_picture_parts = {
    .name = "picture parts",
    .summary = "the mesh round a wing, coloured by the part that owns it",
    .options = own_options,
    .run = run};
