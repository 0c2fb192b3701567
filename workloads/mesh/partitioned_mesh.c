/* workloads/mesh/partitioned_mesh.c -- see partitioned_mesh.h. */
#include "workloads/mesh/partitioned_mesh.h"

#include <stdlib.h>

qdr_status qdr_mesh_deal(qdr_dealt_mesh *dealt,
                         const qdr_partitioner *partitioner, qdr_deal how,
                         qdr_error *error)
{
    qdr_status status = qdr_mesh_graph(&dealt->mesh, &dealt->graph, error);

    how.graph = &dealt->graph;
    return status == QDR_OK
               ? qdr_graph_part(partitioner, &how, &dealt->part, error)
               : status;
}

void qdr_dealt_mesh_cleanup(qdr_dealt_mesh *dealt)
{
    qdr_mesh_cleanup(&dealt->mesh);
    qdr_graph_cleanup(&dealt->graph);
    free(dealt->part);
    *dealt = (qdr_dealt_mesh){0};
}
