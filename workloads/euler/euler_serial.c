/* workloads/euler/euler_serial.c -- see euler_serial.h. */
#include "workloads/euler/euler_serial.h"

#include <stdlib.h>

qdr_status qdr_euler_flow_alone(qdr_euler_flow *flow, const qdr_mesh *mesh,
                                qdr_euler_rules rules, qdr_error *error)
{
    int *part = calloc((size_t)mesh->num_points + 1, sizeof *part);
    qdr_graph graph = {0};
    qdr_status status = part == NULL ? qdr_fail_memory(error, "a flow")
                                     : qdr_mesh_graph(mesh, &graph, error);

    if (status == QDR_OK)
        status = qdr_euler_flow_init(flow, mesh, &graph, part, rules,
                                     &qdr_host_alone, error);
    qdr_graph_cleanup(&graph);
    free(part);
    return status;
}
