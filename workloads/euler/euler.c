/* workloads/euler/euler.c -- a flow round the stored wings.
 *
 * Source: the Euler solver of [ponnusamy1992, Table 12], on meshes of 545, 2K,
 *         3K, 9K points in 32 parts: edge-based, unstructured, 3 dimensions;
 *         each step brings the halos of the states up to date, as here. Its
 *         meshes are not to be had, see docs/meshes.md.
 * Solves: the Euler equations, euler_flow.h: 5 doubles a halo vertex.
 */
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/euler/euler_system.h"

static const qdr_parameter parameters[] = {
    [QDR_EULER_MESH] = {.name = "points",
                        .summary = "of the mesh, about",
                        .type = QDR_WORD,
                        .default_value = "2800",
                        .words = qdr_stored_sizes},
    [QDR_EULER_ALPHA] = QDR_EULER_ALPHA_PARAMETER,
    [QDR_EULER_CFL] = QDR_EULER_CFL_PARAMETER,
    [QDR_EULER_MACH] = QDR_EULER_MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_EULER_PARTITION_PARAMETER,
    [QDR_EULER_STEPS] = QDR_EULER_STEPS_PARAMETER,
    {0}};

const qdr_workload qdr_workload_euler = {
    .name = "euler",
    .summary = "a transonic flow round a wing: the halos of its states",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = qdr_euler_generate,
    .application = &qdr_euler_application,
};
