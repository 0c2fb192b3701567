/* workloads/mesh/mesh.c -- see mesh.h. */
#include "workloads/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

void qdr_mesh_cleanup(qdr_mesh *mesh)
{
    free(mesh->coordinates);
    free(mesh->tetrahedra);
    free(mesh->faces);
    free(mesh->face_tags);
    *mesh = (qdr_mesh){0};
}

qdr_status qdr_mesh_read(qdr_mesh *mesh, const char *path, qdr_error *error)
{
    qdr_bytes bytes = {0};
    qdr_status status = qdr_bytes_read(&bytes, path, error);

    if (status == QDR_OK)
        status = qdr_mesh_parse(mesh, &bytes, path, error);
    qdr_bytes_cleanup(&bytes);
    return status;
}

static qdr_status copy_coordinates(const qdr_mesh *mesh, qdr_graph *graph,
                                   qdr_error *error)
{
    size_t bytes = (size_t)mesh->num_points * 3 * sizeof *graph->coordinates;

    graph->coordinates = malloc(bytes + 1);
    if (graph->coordinates == NULL)
        return qdr_fail_memory(error, "the graph of a mesh");
    memcpy(graph->coordinates, mesh->coordinates, bytes);
    return QDR_OK;
}

qdr_status qdr_mesh_graph(const qdr_mesh *mesh, qdr_graph *graph,
                          qdr_error *error)
{
    int64_t num_edges = 0;
    qdr_graph made = {0};
    qdr_edge *edges =
        malloc(((size_t)mesh->num_tetrahedra * 6 + 1) * sizeof *edges);
    qdr_status status;

    if (edges == NULL)
        return qdr_fail_memory(error, "the graph of a mesh");
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++)
        for (int i = 0; i < 4; i++)
            for (int j = i + 1; j < 4; j++)
                edges[num_edges++] = (qdr_edge){mesh->tetrahedra[4 * t + i],
                                                mesh->tetrahedra[4 * t + j]};
    status =
        qdr_graph_init(&made, mesh->num_points, edges, num_edges, true, error);
    free(edges);
    if (status == QDR_OK)
        status = copy_coordinates(mesh, &made, error);
    if (status == QDR_OK)
        *graph = made;
    else
        qdr_graph_cleanup(&made);
    return status;
}
