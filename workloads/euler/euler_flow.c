/* workloads/euler/euler_flow.c -- a rank's part, see euler_flow.h. */
#include "workloads/euler/euler_flow.h"

#include <stdlib.h>
#include <string.h>

void qdr_euler_flow_cleanup(qdr_euler_flow *flow)
{
    qdr_halo_cleanup(&flow->halo);
    free(flow->edges);
    free(flow->areas);
    free(flow->volumes);
    free(flow->sides);
    free(flow->values);
    free(flow->start);
    free(flow->residual);
    free(flow->rates);
    free(flow->steps);
    *flow = (qdr_euler_flow){0};
}

static bool is_owned(const qdr_edge *edge, const int *part, int rank)
{
    return part[edge->from] == rank || part[edge->to] == rank;
}

static bool allocate(qdr_euler_flow *flow, const qdr_dual *dual,
                     const int *part)
{
    const size_t owned = (size_t)flow->halo.num_owned + 1;
    const size_t all = owned + (size_t)flow->halo.num_ghosts;
    size_t edges = 1;

    for (int64_t e = 0; e < dual->num_edges; e++)
        edges += is_owned(&dual->edges[e], part, flow->host->rank);
    flow->edges = calloc(edges, sizeof *flow->edges);
    flow->areas = calloc(3 * edges, sizeof *flow->areas);
    flow->volumes = calloc(owned, sizeof *flow->volumes);
    flow->sides = calloc((size_t)dual->num_sides + 1, sizeof *flow->sides);
    flow->values = calloc(all * QDR_EULER_WIDTH, sizeof *flow->values);
    flow->start = calloc(all * QDR_EULER_WIDTH, sizeof *flow->start);
    flow->residual = calloc(all * QDR_EULER_WIDTH, sizeof *flow->residual);
    flow->rates = calloc(all, sizeof *flow->rates);
    flow->steps = calloc(owned, sizeof *flow->steps);
    return flow->edges != NULL && flow->areas != NULL &&
           flow->volumes != NULL && flow->sides != NULL &&
           flow->values != NULL && flow->start != NULL &&
           flow->residual != NULL && flow->rates != NULL && flow->steps != NULL;
}

static int32_t local(const qdr_euler_flow *flow, int32_t point)
{
    return (int32_t)qdr_halo_local(&flow->halo, point);
}

/* Takes this rank's part, in the global order. */
static void take_part(qdr_euler_flow *flow, const qdr_dual *dual,
                      const int *part)
{
    const int rank = flow->host->rank;

    for (int64_t e = 0; e < dual->num_edges; e++) {
        const qdr_edge *edge = &dual->edges[e];
        if (!is_owned(edge, part, rank))
            continue;
        memcpy(&flow->areas[3 * flow->num_edges], &dual->areas[3 * e],
               3 * sizeof *flow->areas);
        flow->edges[flow->num_edges++] =
            (qdr_edge){local(flow, edge->from), local(flow, edge->to)};
    }
    for (int64_t s = 0; s < dual->num_sides; s++) {
        qdr_dual_side side = dual->sides[s];
        if (part[side.point] != rank)
            continue;
        side.point = local(flow, side.point);
        flow->sides[flow->num_sides++] = side;
    }
    for (int64_t i = 0; i < flow->halo.num_owned; i++)
        flow->volumes[i] = dual->volumes[flow->halo.vertices[i]];
}

qdr_status qdr_euler_flow_init(qdr_euler_flow *flow, const qdr_mesh *mesh,
                               const qdr_graph *graph, const int *part,
                               qdr_euler_rules rules, const qdr_host *host,
                               qdr_error *error)
{
    qdr_euler_flow made = {.rules = rules, .host = host};
    qdr_dual dual = {0};
    qdr_status status = qdr_dual_init(&dual, mesh, graph, error);

    if (status == QDR_OK)
        status = qdr_halo_init(&made.halo, graph, part, host->procs, host->rank,
                               error);
    if (status == QDR_OK && !allocate(&made, &dual, part))
        status = qdr_fail_memory(error, "a flow");
    if (status == QDR_OK) {
        take_part(&made, &dual, part);
        qdr_euler_free_stream(rules.mach, rules.alpha, made.free_stream);
        *flow = made;
    } else {
        qdr_euler_flow_cleanup(&made);
    }
    qdr_dual_cleanup(&dual);
    return status;
}

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
