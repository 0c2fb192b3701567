/* workloads/mesh/mesh_check.c -- see mesh_check.h.
 *
 * The faces of the tetrahedra are sorted by their smallest point, in buckets,
 * so that those that belong together are found in time linear in the mesh.
 */
#include "workloads/mesh/mesh_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A side of a tetrahedron, in the bucket of its smallest point. */
typedef struct side {
    int32_t points[3];   /* outwards, the smallest one first */
    int num_uses;        /* by tetrahedra */
    int num_triangles;   /* on it */
    int64_t tetrahedron; /* the first of those */
} side;

typedef struct sides {
    int64_t *begin; /* [num_points + 1] */
    int64_t *end;   /* [num_points]: so far */
    side *all;
} sides;

static void sides_cleanup(sides *in)
{
    free(in->begin);
    free(in->end);
    free(in->all);
}

/* Fails with the place of a line before the words. */
__attribute__((format(printf, 4, 5))) static qdr_status
refuse(const qdr_mesh_lines *lines, int64_t line, qdr_error *error,
       const char *format, ...)
{
    char what[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(error, QDR_ERROR_INPUT, "%.300s:%" PRId64 ": %s",
                    lines->name, line, what);
}

/* Six times the volume of a tetrahedron. */
static double volume(const qdr_mesh *mesh, const int32_t *points)
{
    const double *origin = &mesh->coordinates[3 * (int64_t)points[0]];
    double edge[3][3];

    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            edge[i][axis] =
                mesh->coordinates[3 * (int64_t)points[i + 1] + axis] -
                origin[axis];
    return (edge[0][1] * edge[1][2] - edge[0][2] * edge[1][1]) * edge[2][0] +
           (edge[0][2] * edge[1][0] - edge[0][0] * edge[1][2]) * edge[2][1] +
           (edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0]) * edge[2][2];
}

static qdr_status turn(qdr_mesh *mesh, const qdr_mesh_lines *lines,
                       qdr_error *error)
{
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++) {
        int32_t *points = &mesh->tetrahedra[4 * t];
        double volumes = volume(mesh, points);
        if (!(volumes > 0 || volumes < 0))
            return refuse(lines, lines->tetrahedra[t], error,
                          "a tetrahedron without a volume; accepted: four "
                          "points not in a plane");
        if (volumes < 0) {
            int32_t third = points[2];
            points[2] = points[3];
            points[3] = third;
        }
    }
    return QDR_OK;
}

static qdr_status check_used(const qdr_mesh *mesh, const qdr_mesh_lines *lines,
                             qdr_error *error)
{
    char *is_used = calloc((size_t)mesh->num_points + 1, 1);
    int64_t unused = -1;

    if (is_used == NULL)
        return qdr_fail_memory(error, "a mesh");
    for (int64_t i = 0; i < 4 * mesh->num_tetrahedra; i++)
        is_used[mesh->tetrahedra[i]] = 1;
    for (int64_t i = mesh->num_points - 1; i >= 0; i--)
        if (!is_used[i])
            unused = i;
    free(is_used);
    if (unused < 0)
        return QDR_OK;
    return refuse(lines, lines->first_node + unused, error,
                  "node %" PRId64
                  " is unused; accepted: nodes of a tetrahedron",
                  unused + 1);
}

/* The same side, with the smallest point first. */
static side make_side(int32_t a, int32_t b, int32_t c)
{
    if (b < a && b < c)
        return (side){.points = {b, c, a}};
    if (c < a && c < b)
        return (side){.points = {c, a, b}};
    return (side){.points = {a, b, c}};
}

static side side_of(const int32_t *points, int opposite)
{
    /* Of a tetrahedron of positive volume, outwards. */
    static const int corners[4][3] = {
        {1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    const int *at = corners[opposite];

    return make_side(points[at[0]], points[at[1]], points[at[2]]);
}

/* Finds a side, whichever way it is seen, or returns NULL. */
static side *find(const sides *in, side wanted)
{
    int32_t first = wanted.points[0], b = wanted.points[1],
            c = wanted.points[2];

    for (int64_t i = in->begin[first]; i < in->end[first]; i++) {
        const int32_t *points = in->all[i].points;
        if ((points[1] == b && points[2] == c) ||
            (points[1] == c && points[2] == b))
            return &in->all[i];
    }
    return NULL;
}

static qdr_status sides_init(sides *in, const qdr_mesh *mesh, qdr_error *error)
{
    in->begin = calloc((size_t)mesh->num_points + 1, sizeof *in->begin);
    in->end = malloc(((size_t)mesh->num_points + 1) * sizeof *in->end);
    in->all = malloc(((size_t)mesh->num_tetrahedra * 4 + 1) * sizeof *in->all);
    if (in->begin == NULL || in->end == NULL || in->all == NULL)
        return qdr_fail_memory(error, "the faces of a mesh");
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++)
        for (int i = 0; i < 4; i++)
            in->begin[side_of(&mesh->tetrahedra[4 * t], i).points[0] + 1]++;
    for (int64_t point = 0; point < mesh->num_points; point++) {
        in->begin[point + 1] += in->begin[point];
        in->end[point] = in->begin[point];
    }
    return QDR_OK;
}

static qdr_status add_sides(sides *in, const qdr_mesh *mesh,
                            const qdr_mesh_lines *lines, qdr_error *error)
{
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++)
        for (int i = 0; i < 4; i++) {
            side next = side_of(&mesh->tetrahedra[4 * t], i);
            side *known = find(in, next);
            if (known == NULL) {
                known = &in->all[in->end[next.points[0]]++];
                *known = next;
                known->tetrahedron = t;
            }
            if (++known->num_uses > 2)
                return refuse(
                    lines, lines->tetrahedra[t], error,
                    "a face of two other tetrahedra; accepted: of one or none");
        }
    return QDR_OK;
}

static qdr_status match_triangles(sides *in, qdr_mesh *mesh,
                                  const qdr_mesh_lines *lines, qdr_error *error)
{
    for (int64_t f = 0; f < mesh->num_faces; f++) {
        int32_t *points = &mesh->faces[3 * f];
        side *known = find(in, make_side(points[0], points[1], points[2]));
        if (known == NULL || known->num_uses != 1 || known->num_triangles > 0)
            return refuse(
                lines, lines->faces[f], error,
                "a triangle that %s; accepted: the outer faces, each once",
                known == NULL         ? "is no face of a tetrahedron"
                : known->num_uses > 1 ? "is between two tetrahedra"
                                      : "is given twice");
        known->num_triangles++;
        for (int i = 0; i < 3; i++)
            points[i] = known->points[i];
    }
    return QDR_OK;
}

static qdr_status check_covered(const sides *in, const qdr_mesh *mesh,
                                const qdr_mesh_lines *lines, qdr_error *error)
{
    for (int64_t point = 0; point < mesh->num_points; point++)
        for (int64_t i = in->begin[point]; i < in->end[point]; i++)
            if (in->all[i].num_uses == 1 && in->all[i].num_triangles == 0)
                return refuse(
                    lines, lines->tetrahedra[in->all[i].tetrahedron], error,
                    "no triangle on its outer face of nodes %d %d "
                    "%d; accepted: a whole boundary",
                    in->all[i].points[0] + 1, in->all[i].points[1] + 1,
                    in->all[i].points[2] + 1);
    return QDR_OK;
}

qdr_status qdr_mesh_check(qdr_mesh *mesh, const qdr_mesh_lines *lines,
                          qdr_error *error)
{
    sides in = {0};
    qdr_status status = turn(mesh, lines, error);

    if (status == QDR_OK)
        status = check_used(mesh, lines, error);
    if (status == QDR_OK)
        status = sides_init(&in, mesh, error);
    if (status == QDR_OK)
        status = add_sides(&in, mesh, lines, error);
    if (status == QDR_OK)
        status = match_triangles(&in, mesh, lines, error);
    if (status == QDR_OK)
        status = check_covered(&in, mesh, lines, error);
    sides_cleanup(&in);
    return status;
}
