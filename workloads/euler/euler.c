/* workloads/euler/euler.c -- a flow round the stored wings, or in any mesh.
 *
 * Source: the Euler solver of [ponnusamy1992, Table 12], on meshes of 545, 2K,
 *         3K, 9K points in 32 parts: edge-based, unstructured, 3 dimensions;
 *         each step brings the halos of the states up to date, as here. Its
 *         meshes are not to be had, see docs/meshes.md.
 * Solves: the Euler equations, euler_flow.h: 5 doubles a halo vertex.
 * Meshes: groups of the boundary are 1 the wall, 2 the plane of symmetry, 3 the
 *         far field, as wing.geo has them.
 */
#include <stdlib.h>

#include "workloads/airfoil/stored_meshes.h"
#include "workloads/euler/euler_flow.h"

/* The parameters of both after the mesh. The defaults are a transonic wing's,
 * as the ONERA M6's of most tests. */
#define ALPHA_PARAMETER                                                        \
    {                                                                          \
        .name = "alpha", .plural = "alphas", .unit = "degrees",                \
        .summary = "from which the air comes, up from x", .type = QDR_REAL,    \
        .default_value = "3.06", .min = -180, .max = 180                       \
    }
#define CFL_PARAMETER                                                          \
    {                                                                          \
        .name = "cfl", .summary = "time step, as cells that a wave crosses",   \
        .type = QDR_REAL, .default_value = "1.4", .min = 1e-6, .max = 1e6      \
    }
#define MACH_PARAMETER                                                         \
    {                                                                          \
        .name = "mach", .plural = "machs",                                     \
        .summary = "speed of the air, in those of sound", .type = QDR_REAL,    \
        .default_value = "0.84", .min = 0.01, .max = 10                        \
    }
#define STEPS_PARAMETER                                                        \
    {                                                                          \
        .name = "steps", .summary = "time steps, of three exchanges each",     \
        .type = QDR_INTEGER, .default_value = "10", .min = 1, .max = 1e9       \
    }

static const qdr_parameter parameters[] = {
    [QDR_EULER_MESH] = {.name = "points",
                        .summary = "of the mesh, about",
                        .type = QDR_WORD,
                        .default_value = "2800",
                        .words = qdr_stored_sizes},
    [QDR_EULER_ALPHA] = ALPHA_PARAMETER,
    [QDR_EULER_CFL] = CFL_PARAMETER,
    [QDR_EULER_MACH] = MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_PARTITION_PARAMETER(
        "how points are partitioned", "recursive", qdr_partition_methods),
    [QDR_EULER_STEPS] = STEPS_PARAMETER,
    {0}};

static const qdr_parameter mesh_parameters[] = {
    [QDR_EULER_MESH] = {.name = "file",
                        .plural = "patterns",
                        .summary = "a mesh of gmsh, MSH 2.2: groups 1 wall, 2 "
                                   "symmetry, 3 far field",
                        .type = QDR_FILE},
    [QDR_EULER_ALPHA] = ALPHA_PARAMETER,
    [QDR_EULER_CFL] = CFL_PARAMETER,
    [QDR_EULER_MACH] = MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_PARTITION_PARAMETER(
        "how points are partitioned", "recursive", qdr_partition_methods),
    [QDR_EULER_STEPS] = STEPS_PARAMETER,
    {0}};

static qdr_status read_file(qdr_mesh *mesh, const char *path, qdr_error *error)
{
    qdr_error reason = {""};
    qdr_status status = qdr_mesh_read(mesh, path, &reason);

    return status == QDR_OK ? status
                            : qdr_fail(error, status, "file: %s", reason.text);
}

static qdr_status make_mesh(qdr_mesh *mesh, const qdr_workload_input *input,
                            qdr_error *error)
{
    const qdr_values *values = input->values;

    return values->parameters[QDR_EULER_MESH].type == QDR_FILE
               ? read_file(mesh, qdr_values_text(values, QDR_EULER_MESH), error)
               : qdr_stored_mesh(
                     (int)qdr_values_integer(values, QDR_EULER_MESH), mesh,
                     error);
}

qdr_status qdr_euler_partition(qdr_partitioned_mesh *partitioned,
                               const qdr_workload_input *input,
                               qdr_error *error)
{
    const qdr_partition_task how = {
        .graph = &partitioned->graph,
        .method = qdr_values_text(input->values, QDR_EULER_PARTITION),
        .procs = input->procs};
    qdr_status status = make_mesh(&partitioned->mesh, input, error);

    if (status == QDR_OK)
        status = qdr_mesh_graph(&partitioned->mesh, &partitioned->graph, error);
    return status == QDR_OK ? qdr_graph_part(input->partitioner, &how,
                                             &partitioned->part, error)
                            : status;
}

void qdr_partitioned_mesh_cleanup(qdr_partitioned_mesh *partitioned)
{
    qdr_mesh_cleanup(&partitioned->mesh);
    qdr_graph_cleanup(&partitioned->graph);
    free(partitioned->part);
    *partitioned = (qdr_partitioned_mesh){0};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const int64_t unit = QDR_EULER_WIDTH * (int64_t)sizeof(double);
    qdr_partitioned_mesh d = {.part = NULL};
    qdr_status status = qdr_euler_partition(&d, input, error);

    if (status == QDR_OK)
        status = qdr_halo_pattern(&d.graph, d.part, input->procs, unit,
                                  &traffic->pattern, error);
    qdr_partitioned_mesh_cleanup(&d);
    return status;
}

const qdr_workload qdr_workload_euler = {
    .name = "euler",
    .summary = "a transonic flow round a wing: the halos of its states",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = generate,
    .application = &qdr_euler_application,
};

const qdr_workload qdr_workload_euler_mesh = {
    .name = "euler_mesh",
    .summary = "a flow in a mesh that a file holds",
    .is_partitioned = true,
    .parameters = mesh_parameters,
    .generate = generate,
    .application = &qdr_euler_application,
};
