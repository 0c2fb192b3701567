/* workloads/cg/cg_system.c -- see cg_system.h. */
#include "workloads/cg/cg_system.h"

#include <stdlib.h>

void qdr_cg_system_cleanup(qdr_cg_system *system)
{
    qdr_sparse_matrix_cleanup(&system->matrix);
    qdr_graph_cleanup(&system->graph);
    free(system->part);
    *system = (qdr_cg_system){0};
}

qdr_status qdr_cg_system_part(qdr_cg_system *system,
                              const qdr_workload_input *input,
                              const char *method, qdr_error *error)
{
    const qdr_partition_task task = {
        .graph = &system->graph, .method = method, .procs = input->procs};
    qdr_status status = QDR_OK;

    if (system->graph.begin == NULL)
        status =
            qdr_sparse_matrix_graph(&system->matrix, &system->graph, error);
    if (status == QDR_OK)
        status =
            qdr_graph_part(input->partitioner, &task, &system->part, error);
    return status;
}

qdr_status qdr_cg_generate(qdr_cg_make *make, const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_cg_system system = {0};
    qdr_status status = make(&system, input, error);

    if (status == QDR_OK)
        status = qdr_halo_pattern(&system.graph, system.part, input->procs,
                                  QDR_CG_UNIT, &traffic->pattern, error);
    qdr_cg_system_cleanup(&system);
    return status;
}
