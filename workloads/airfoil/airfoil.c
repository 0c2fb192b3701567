/* workloads/airfoil/airfoil.c -- the halos of a wing's mesh.
 *
 * Source: test set 3 of [wang1993, Sec. 5], and the Euler solver's meshes of
 *         [ponnusamy1992, Table 12]: a message holds the vertices that its
 *         sender owns and its receiver's vertices are next to.
 * Reading: meshes, partitions and matrices of the papers are not to be had.
 *         Here are tetrahedral meshes round half a wing (wing.geo) of about
 *         their numbers of points, eight a size, for quoting means;
 *         docs/meshes.md has their counts next to the published ones.
 *         The papers do not name their partitioner; spectral bisection, the
 *         default, was the good one of those years [simon1991].
 * Units:  both papers print the mean message. A unit of [wang1993] is a halo
 *         vertex or, with mean_units, so much of one that messages have the
 *         printed mean.
 * Density: [ponnusamy1992] prints the share of pairs that have a message, too.
 *         With density, the shortest messages go, or pairs of parts that share
 *         neighbours get one, until it is the printed one; density.h.
 * Seeds:  1 to 8 name the mesh. In 32 parts, as published, matrices are stored;
 *         in other numbers of parts the first mesh is partitioned again.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "workloads/airfoil/density.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/workload.h"

/* Max ranks with a density, which looks at all pairs. */
enum { MAX_DENSITY_PROCS = 1024 };

enum { BYTES, DENSITY, MEAN_UNITS, NUMBERING, POINTS, PARTITION };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a unit: a halo vertex", "1"),
    [DENSITY] = {.name = "density",
                 .plural = "densities",
                 .summary = "share of the pairs that have a message: the "
                            "shortest go, or short ones come; 0: as the mesh "
                            "has it",
                 .type = QDR_REAL,
                 .default_value = "0",
                 .min = 0,
                 .max = 1},
    [MEAN_UNITS] = {.name = "mean_units",
                    .summary = "scale all messages to this mean length, in "
                               "units; 0: do not scale",
                    .type = QDR_REAL,
                    .default_value = "0",
                    .min = 0,
                    .max = 1e4},
    [NUMBERING] = QDR_NUMBERING_PARAMETER,
    [POINTS] = {.name = "points",
                .summary = "of the mesh, about",
                .type = QDR_WORD,
                .default_value = "2800",
                .words = qdr_stored_sizes},
    [PARTITION] = QDR_PARTITION_PARAMETER("how points are distributed to ranks",
                                          "spectral", qdr_partition_methods),
    {0}};

static const char *method_of(const qdr_workload_input *input)
{
    return qdr_partition_methods[qdr_values_integer(input->values, PARTITION)];
}

static double density_of(const qdr_workload_input *input)
{
    return qdr_values_real(input->values, DENSITY);
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    bool is_stored = input->procs == QDR_STORED_PROCS;
    uint64_t max = is_stored ? QDR_STORED_MESHES : 1;
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    if (input->seed < 1 || input->seed > max)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "seed: %" PRIu64 "; accepted: the mesh's number, 1 to "
                        "%d of 32 parts, 1 of other numbers of parts",
                        input->seed, QDR_STORED_MESHES);
    if (!is_stored && input->partitioner == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs: %d; accepted: 32, because this program does "
                        "not partition meshes",
                        input->procs);
    if (density_of(input) > 0 && input->procs > MAX_DENSITY_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs: %d; accepted: at most %d with a density",
                        input->procs, MAX_DENSITY_PROCS);
    return QDR_OK;
}

/* Deals a graph to other numbers of ranks than 32. */
static qdr_status make_pattern(const qdr_workload_input *input,
                               const qdr_graph *graph, qdr_pattern *pattern,
                               qdr_error *error)
{
    const qdr_partition_task task = {.graph = graph,
                                     .method = method_of(input),
                                     .procs = input->procs,
                                     .seed = input->seed};

    return qdr_halo_pattern_partitioned(
        input->partitioner, &task, qdr_values_integer(input->values, BYTES),
        pattern, error);
}

/* As the partitioner numbers the parts. */
static qdr_status make_numbered(const qdr_workload_input *input,
                                qdr_traffic *traffic, qdr_error *error)
{
    int size = (int)qdr_values_integer(input->values, POINTS);
    qdr_mesh mesh = {0};
    qdr_graph graph = {0};
    qdr_status status = check(input, error);

    if (status != QDR_OK)
        return status;
    if (input->procs == QDR_STORED_PROCS)
        return qdr_stored_pattern(size, (int)input->seed, method_of(input),
                                  qdr_values_integer(input->values, BYTES),
                                  &traffic->pattern, error);
    status = qdr_stored_mesh(size, &mesh, error);
    if (status == QDR_OK)
        status = qdr_mesh_graph(&mesh, &graph, error);
    if (status == QDR_OK)
        status = make_pattern(input, &graph, &traffic->pattern, error);
    qdr_graph_cleanup(&graph);
    qdr_mesh_cleanup(&mesh);
    return status;
}

/* Gives messages the mean length of mean_units, to a byte. */
static void scale(const qdr_workload_input *input, qdr_pattern *pattern)
{
    double mean = qdr_values_real(input->values, MEAN_UNITS) *
                  (double)qdr_values_integer(input->values, BYTES);
    double sum = 0;

    if (mean == 0)
        return;
    for (int64_t i = 0; i < pattern->num_messages; i++)
        sum += (double)pattern->messages[i].bytes;
    for (int64_t i = 0; i < pattern->num_messages; i++) {
        qdr_message *one = &pattern->messages[i];
        one->bytes = llround((double)one->bytes * mean *
                             (double)pattern->num_messages / sum);
    }
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const qdr_numbering numbering = {
        input->procs, input->seed,
        qdr_values_integer(input->values, NUMBERING)};
    qdr_status status = make_numbered(input, traffic, error);

    if (status == QDR_OK && density_of(input) > 0)
        status = qdr_density_set(&traffic->pattern, density_of(input), error);
    if (status != QDR_OK)
        return status;
    scale(input, &traffic->pattern);
    return qdr_numbering_pattern(&numbering, &traffic->pattern, error);
}

/* Ten neighbours a part, as the stored ones have, without a density; a part's
 * surface for each, if messages are not scaled. */
static qdr_amount amount(const qdr_workload_input *input)
{
    double p = input->procs, unit;
    double mean = qdr_values_real(input->values, MEAN_UNITS);
    double points = strtod(
        qdr_stored_sizes[qdr_values_integer(input->values, POINTS)], NULL);
    double messages = p * (p - 1 < 10 ? p - 1 : 10);

    if (density_of(input) > 0)
        messages = p * (p - 1) * density_of(input);
    unit = (double)qdr_values_integer(input->values, BYTES);
    if (mean == 0)
        mean = 0.65 * pow(points / p, 2.0 / 3);
    return (qdr_amount){messages, messages * unit * mean};
}

const qdr_workload qdr_workload_airfoil = {
    .name = "airfoil",
    .summary = "halos of a wing's mesh; the seed is the mesh, 1 to 8",
    .is_seeded = true,
    .is_partitioned = true,
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
