/* workloads/euler/euler_system.c -- the mesh of a flow: a stored one, or a
 * file's; and its halos. */
#include "workloads/euler/euler_system.h"

#include "workloads/airfoil/stored_meshes.h"
#include "workloads/euler/euler_flux.h"

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
        .method = qdr_values_text(input->values, QDR_EULER_PARTITION),
        .procs = input->procs};
    qdr_status status = make_mesh(&partitioned->mesh, input, error);

    return status == QDR_OK
               ? qdr_mesh_partition(partitioned, input->partitioner, how, error)
               : status;
}

qdr_status qdr_euler_generate(const qdr_workload_input *input,
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
