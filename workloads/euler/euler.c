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
                        .preset = "2800",
                        .words = qdr_stored_sizes},
    [QDR_EULER_ALPHA] = QDR_EULER_ALPHA_PARAMETER,
    [QDR_EULER_CFL] = QDR_EULER_CFL_PARAMETER,
    [QDR_EULER_MACH] = QDR_EULER_MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_EULER_PARTITION_PARAMETER,
    [QDR_EULER_STEPS] = QDR_EULER_STEPS_PARAMETER,
    {0}};

static qdr_status make(qdr_mesh *mesh, const qdr_workload_input *input,
                       qdr_error *error)
{
    return qdr_stored_mesh(
        (int)qdr_values_integer(input->values, QDR_EULER_MESH), mesh, error);
}

static qdr_status generate(const qdr_workload_input *input, qdr_demand *demand,
                           qdr_error *error)
{
    return qdr_euler_generate(make, input, demand, error);
}

static qdr_status new_state(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    return qdr_euler_new_state(out_state, make, input, host, error);
}

static const qdr_application application = {.new_state = new_state,
                                            .free_state = qdr_euler_free_state,
                                            .run = qdr_euler_run,
                                            .check = qdr_euler_check,
                                            .count = qdr_euler_count};

const qdr_workload qdr_workload_euler = {
    .name = "euler",
    .summary = "a transonic flow round a wing: the halos of its states",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = generate,
    .application = &application,
};
