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

qdr_status qdr_euler_solve(const qdr_mesh *mesh, qdr_euler_rules rules,
                           double *pressure_coefficients, qdr_error *error)
{
    const double pressure = 1 / QDR_EULER_GAMMA;
    const double dynamic = rules.mach * rules.mach / 2;
    qdr_euler_flow flow = {0};
    qdr_status status = qdr_euler_flow_alone(&flow, mesh, rules, error);

    if (status == QDR_OK)
        status = qdr_euler_flow_run(&flow, error);
    for (int64_t i = 0; i < flow.halo.num_owned && status == QDR_OK; i++)
        pressure_coefficients[i] =
            (qdr_euler_pressure(flow.values + QDR_EULER_WIDTH * i) - pressure) /
            dynamic;
    qdr_euler_flow_cleanup(&flow);
    return status;
}
