/* workloads/euler/euler_mesh.c -- a flow in any mesh.
 *
 * Source: as euler. Groups of the boundary: 1 the wall, 2 the plane of
 *         symmetry, 3 the far field, as wing.geo has them.
 */
#include "workloads/euler/euler_flow.h"
#include "workloads/euler/euler_system.h"

static const qdr_parameter parameters[] = {
    [QDR_EULER_MESH] = {.name = "file",
                        .levels = "patterns",
                        .summary = "a mesh of gmsh, MSH 2.2: groups 1 wall, 2 "
                                   "symmetry, 3 far field",
                        .type = QDR_FILE},
    [QDR_EULER_ALPHA] = QDR_EULER_ALPHA_PARAMETER,
    [QDR_EULER_CFL] = QDR_EULER_CFL_PARAMETER,
    [QDR_EULER_MACH] = QDR_EULER_MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_EULER_PARTITION_PARAMETER,
    [QDR_EULER_STEPS] = QDR_EULER_STEPS_PARAMETER,
    {0}};

static qdr_status make(qdr_mesh *mesh, const qdr_workload_input *input,
                       qdr_error *error)
{
    const char *path = qdr_values_text(input->values, QDR_EULER_MESH);
    qdr_error reason = {""};
    qdr_status status = qdr_mesh_read(mesh, path, &reason);

    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    for (int64_t f = 0; f < mesh->num_faces; f++)
        if (mesh->face_tags[f] > QDR_EULER_FAR_FIELD)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "file: %.300s: a triangle of the physical group "
                            "%d; accepted: 1 the wall, 2 the plane of "
                            "symmetry, 3 the far field",
                            path, mesh->face_tags[f]);
    return QDR_OK;
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

const qdr_workload qdr_workload_euler_mesh = {
    .name = "euler_mesh",
    .summary = "a flow in a mesh that a file holds",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = generate,
    .application = &application,
};
