/* workloads/mesh/partitioned_mesh.c -- see partitioned_mesh.h. */
#include "workloads/mesh/partitioned_mesh.h"

#include <stdlib.h>

qdr_status qdr_mesh_partition(qdr_partitioned_mesh *partitioned,
                              const qdr_partitioner *partitioner,
                              qdr_partition_task how, qdr_error *error)
{
    qdr_status status =
        qdr_mesh_graph(&partitioned->mesh, &partitioned->graph, error);

    how.graph = &partitioned->graph;
    return status == QDR_OK
               ? qdr_graph_part(partitioner, &how, &partitioned->part, error)
               : status;
}

void qdr_partitioned_mesh_cleanup(qdr_partitioned_mesh *partitioned)
{
    qdr_mesh_cleanup(&partitioned->mesh);
    qdr_graph_cleanup(&partitioned->graph);
    free(partitioned->part);
    *partitioned = (qdr_partitioned_mesh){0};
}
