/* workloads/partition/tidy.c -- see tidy.h.
 *
 * The order halves the size of a packed mesh, and makes stored files readable:
 * what is near in the file is near in the air.
 */
#include "workloads/partition/tidy.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/partition/method.h"

/* A triangle or a tetrahedron with its tag. */
typedef struct element {
    int32_t points[4];
    int tag;
} element;

static int by_points(const void *left, const void *right)
{
    const element *a = left, *b = right;

    for (int i = 0; i < 4; i++)
        if (a->points[i] != b->points[i])
            return a->points[i] < b->points[i] ? -1 : 1;
    return 0;
}

/* Turns three points until the smallest is first: the side does not change. */
static void turn_three(int32_t *points)
{
    while (points[0] > points[1] || points[0] > points[2]) {
        int32_t first = points[0];
        points[0] = points[1];
        points[1] = points[2];
        points[2] = first;
    }
}

/* Brings the smallest of four points to the front: the volume keeps its sign,
 * because two swaps or none are made. */
static void turn_four(int32_t *points)
{
    int min = 0;
    int32_t first = points[0];

    for (int i = 1; i < 4; i++)
        if (points[i] < points[min])
            min = i;
    if (min > 0) {
        int other = min == 1 ? 2 : 1, third = 6 - min - other;
        int32_t swapped = points[other];
        points[0] = points[min];
        points[min] = first;
        points[other] = points[third];
        points[third] = swapped;
    }
    turn_three(points + 1);
}

static qdr_status sort_elements(int32_t *points, int width, int *tags,
                                int64_t count, qdr_error *error)
{
    element *all = calloc((size_t)count + 1, sizeof *all);

    if (all == NULL)
        return qdr_fail_memory(error, "a mesh");
    for (int64_t i = 0; i < count; i++) {
        memcpy(all[i].points, &points[width * i],
               (size_t)width * sizeof *points);
        all[i].tag = tags == NULL ? 0 : tags[i];
        if (width == 3)
            turn_three(all[i].points);
        else
            turn_four(all[i].points);
    }
    qsort(all, (size_t)count, sizeof *all, by_points);
    for (int64_t i = 0; i < count; i++) {
        memcpy(&points[width * i], all[i].points,
               (size_t)width * sizeof *points);
        if (tags != NULL)
            tags[i] = all[i].tag;
    }
    free(all);
    return QDR_OK;
}

/* The number that 9 significant digits are read as; a number that is negligible
 * next to 1 becomes 0. */
static double round_off(double number)
{
    char text[32];

    if (fabs(number) < 1e-12)
        return 0;
    snprintf(text, sizeof text, "%.9g", number);
    return strtod(text, NULL);
}

static void renumber(qdr_mesh *mesh, const qdr_graph *graph, const int *number)
{
    for (int64_t v = 0; v < mesh->num_points; v++)
        for (int axis = 0; axis < 3; axis++)
            mesh->coordinates[3 * (int64_t)number[v] + axis] =
                graph->coordinates[3 * v + axis];
    for (int64_t i = 0; i < 4 * mesh->num_tetrahedra; i++)
        mesh->tetrahedra[i] = number[mesh->tetrahedra[i]];
    for (int64_t i = 0; i < 3 * mesh->num_faces; i++)
        mesh->faces[i] = number[mesh->faces[i]];
}

qdr_status qdr_mesh_tidy(qdr_mesh *mesh, qdr_error *error)
{
    qdr_graph graph = {0};
    int *number = malloc(((size_t)mesh->num_points + 1) * sizeof *number);
    qdr_status status;

    if (number == NULL)
        return qdr_fail_memory(error, "a mesh");
    for (int64_t i = 0; i < 3 * mesh->num_points; i++)
        mesh->coordinates[i] = round_off(mesh->coordinates[i]);
    status = qdr_mesh_graph(mesh, &graph, error);
    if (status == QDR_OK)
        status =
            qdr_partition_rcb(&graph, (int)mesh->num_points, 0, number, error);
    if (status == QDR_OK) {
        renumber(mesh, &graph, number);
        status = sort_elements(mesh->tetrahedra, 4, NULL, mesh->num_tetrahedra,
                               error);
    }
    if (status == QDR_OK)
        status = sort_elements(mesh->faces, 3, mesh->face_tags, mesh->num_faces,
                               error);
    qdr_graph_cleanup(&graph);
    free(number);
    return status;
}

void qdr_mesh_write(const qdr_mesh *mesh, FILE *to)
{
    int64_t number = 0;

    fprintf(to, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%" PRId64 "\n",
            mesh->num_points);
    for (int64_t v = 0; v < mesh->num_points; v++)
        fprintf(to, "%" PRId64 " %.9g %.9g %.9g\n", v + 1,
                mesh->coordinates[3 * v], mesh->coordinates[3 * v + 1],
                mesh->coordinates[3 * v + 2]);
    fprintf(to, "$EndNodes\n$Elements\n%" PRId64 "\n",
            mesh->num_faces + mesh->num_tetrahedra);
    for (int64_t f = 0; f < mesh->num_faces; f++)
        fprintf(to, "%" PRId64 " 2 2 %d %d %d %d %d\n", ++number,
                mesh->face_tags[f], mesh->face_tags[f], mesh->faces[3 * f] + 1,
                mesh->faces[3 * f + 1] + 1, mesh->faces[3 * f + 2] + 1);
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++) {
        const int32_t *points = &mesh->tetrahedra[4 * t];
        fprintf(to, "%" PRId64 " 4 2 4 1 %d %d %d %d\n", ++number,
                points[0] + 1, points[1] + 1, points[2] + 1, points[3] + 1);
    }
    fprintf(to, "$EndElements\n");
}
