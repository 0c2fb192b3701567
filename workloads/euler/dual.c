/* workloads/euler/dual.c -- see dual.h. */
#include "workloads/euler/dual.h"

#include <stdlib.h>
#include <string.h>

void qdr_dual_cleanup(qdr_dual *dual)
{
    free(dual->edges);
    free(dual->areas);
    free(dual->volumes);
    free(dual->sides);
    *dual = (qdr_dual){0};
}

static bool allocate(qdr_dual *dual, const qdr_mesh *mesh,
                     const qdr_graph *graph)
{
    const size_t points = (size_t)mesh->num_points + 1;
    const size_t edges = (size_t)graph->begin[graph->num_vertices] / 2 + 1;
    const size_t corners = (size_t)mesh->num_faces * 3 + 1;

    dual->edges = calloc(edges, sizeof *dual->edges);
    dual->areas = calloc(3 * edges, sizeof *dual->areas);
    dual->volumes = calloc(points, sizeof *dual->volumes);
    dual->sides = calloc(corners, sizeof *dual->sides);
    return dual->edges != NULL && dual->areas != NULL &&
           dual->volumes != NULL && dual->sides != NULL;
}

/* Lists the edges; first[v] is the first one from v. */
static void list_edges(qdr_dual *dual, const qdr_graph *graph, int64_t *first)
{
    for (int64_t v = 0; v < graph->num_vertices; v++) {
        first[v] = dual->num_edges;
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            if (graph->neighbours[i] > v)
                dual->edges[dual->num_edges++] =
                    (qdr_edge){(int32_t)v, graph->neighbours[i]};
    }
    first[graph->num_vertices] = dual->num_edges;
}

/* The place of an edge that is there. */
static int64_t find_edge(const qdr_dual *dual, const int64_t *first,
                         int32_t from, int32_t to)
{
    int64_t low = first[from], high = first[from + 1] - 1;

    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (dual->edges[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void cross(const double *a, const double *b, double scale, double *out)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = scale * (a[j] * b[k] - a[k] * b[j]);
    }
}

/* Adds the face at the edge from corner x[0] to x[1] of a tetrahedron of
 * positive volume: half the product of its diagonals, the one from the edge's
 * middle to the centre of all, the other from face to face. */
static void add_face(const double *const x[4], double sign, double *area)
{
    double diagonal[3], across[3], face[3];

    for (int i = 0; i < 3; i++) {
        double ends = x[0][i] + x[1][i];
        diagonal[i] = (ends + x[2][i] + x[3][i]) / 4 - ends / 2;
        across[i] = (x[3][i] - x[2][i]) / 3;
    }
    cross(diagonal, across, sign / 2, face);
    for (int i = 0; i < 3; i++)
        area[i] += face[i];
}

static void add_tetrahedron(qdr_dual *dual, const double *coordinates,
                            const int64_t *first, const int32_t *corners)
{
    /* Every edge first, in even permutations, which keep the volume positive */
    static const int orders[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                     {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
    const double *x[4], *y[4];
    double sides[3][3], normal[3], volume = 0;

    for (int c = 0; c < 4; c++)
        x[c] = &coordinates[3 * (int64_t)corners[c]];
    for (int e = 0; e < 6; e++) {
        int32_t a = corners[orders[e][0]], b = corners[orders[e][1]];
        int64_t edge =
            a < b ? find_edge(dual, first, a, b) : find_edge(dual, first, b, a);
        for (int c = 0; c < 4; c++)
            y[c] = x[orders[e][c]];
        add_face(y, a < b ? 1 : -1, &dual->areas[3 * edge]);
    }
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < 3; i++)
            sides[s][i] = x[s + 1][i] - x[0][i];
    cross(sides[0], sides[1], 1.0 / 24, normal);
    for (int i = 0; i < 3; i++)
        volume += normal[i] * sides[2][i];
    for (int c = 0; c < 4; c++)
        dual->volumes[corners[c]] += volume;
}

static int compare_sides(const void *a, const void *b)
{
    const qdr_dual_side *x = a, *y = b;

    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    if (x->tag != y->tag)
        return x->tag < y->tag ? -1 : 1;
    /* They will be added: in one order, whatever the sort does. */
    return memcmp(x->area, y->area, sizeof x->area);
}

/* A third of a triangle belongs to each of its corners. */
static void add_sides(qdr_dual *dual, const qdr_mesh *mesh)
{
    int64_t count = 0, kept = 0;

    for (int64_t f = 0; f < mesh->num_faces; f++) {
        const int32_t *corners = &mesh->faces[3 * f];
        const double *a = &mesh->coordinates[3 * (int64_t)corners[0]];
        double area[3], sides[2][3];
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 3; i++)
                sides[s][i] =
                    mesh->coordinates[3 * (int64_t)corners[s + 1] + i] - a[i];
        cross(sides[0], sides[1], 1.0 / 6, area);
        for (int c = 0; c < 3; c++)
            dual->sides[count++] = (qdr_dual_side){
                corners[c], mesh->face_tags[f], {area[0], area[1], area[2]}};
    }
    qsort(dual->sides, (size_t)count, sizeof *dual->sides, compare_sides);
    for (int64_t s = 0; s < count; s++) {
        qdr_dual_side *side = &dual->sides[s], *last = &dual->sides[kept - 1];
        bool is_new =
            kept == 0 || last->point != side->point || last->tag != side->tag;
        if (is_new)
            dual->sides[kept++] = *side;
        for (int i = 0; i < 3 && !is_new; i++)
            last->area[i] += side->area[i];
    }
    dual->num_sides = kept;
}

qdr_status qdr_dual_init(qdr_dual *dual, const qdr_mesh *mesh,
                         const qdr_graph *graph, qdr_error *error)
{
    qdr_dual made = {.num_points = mesh->num_points};
    int64_t *first = calloc((size_t)mesh->num_points + 1, sizeof *first);

    if (first == NULL || !allocate(&made, mesh, graph)) {
        free(first);
        qdr_dual_cleanup(&made);
        return qdr_fail_memory(error, "the cells of a mesh");
    }
    list_edges(&made, graph, first);
    for (int64_t t = 0; t < mesh->num_tetrahedra; t++)
        add_tetrahedron(&made, mesh->coordinates, first,
                        &mesh->tetrahedra[4 * t]);
    add_sides(&made, mesh);
    free(first);
    *dual = made;
    return QDR_OK;
}
