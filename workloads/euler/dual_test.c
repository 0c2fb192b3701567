/* workloads/euler/dual_test.c -- the cells are closed, and fill the mesh. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/euler/dual.h"

static void make(const qdr_mesh *mesh, qdr_dual *dual)
{
    qdr_graph graph = {0};

    assert_ok(qdr_mesh_graph(mesh, &graph, NULL));
    assert_ok(qdr_dual_init(dual, mesh, &graph, NULL));
    qdr_graph_cleanup(&graph);
}

/* The corner at 0 of a unit tetrahedron has, towards each of the others, a face
 * of (1/12, 1/24, 1/24) in the order of its axis, and a third of each side. */
TEST(one_tetrahedron)
{
    static double coordinates[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static int32_t tetrahedron[4] = {0, 1, 2, 3};
    static int32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static int tags[4] = {2, 2, 1, 3};
    const qdr_mesh mesh = {4, coordinates, 1, tetrahedron, 4, faces, tags};
    qdr_dual dual;

    make(&mesh, &dual);
    assert_int_equal(dual.num_edges, 6);
    for (int e = 0; e < 3; e++)
        for (int i = 0; i < 3; i++) {
            assert_int_equal(dual.edges[e].from, 0);
            assert_int_equal(dual.edges[e].to, e + 1);
            assert_true(fabs(dual.areas[3 * e + i] -
                             (i == e ? 1.0 / 12 : 1.0 / 24)) < 1e-15);
        }
    for (int v = 0; v < 4; v++)
        assert_true(fabs(dual.volumes[v] - 1.0 / 24) < 1e-15);
    assert_int_equal(dual.num_sides, 10);
    assert_int_equal(dual.sides[0].tag, 1);
    assert_true(fabs(dual.sides[0].area[0] + 1.0 / 6) < 1e-15);
    assert_int_equal(dual.sides[1].tag, 2);
    assert_true(fabs(dual.sides[1].area[1] + 1.0 / 6) < 1e-15);
    assert_true(fabs(dual.sides[1].area[2] + 1.0 / 6) < 1e-15);
    qdr_dual_cleanup(&dual);
}

/* The residual of the areas around each cell, and their sum. */
static void check_closed(const qdr_dual *dual)
{
    const size_t points = (size_t)dual->num_points;
    double *left = calloc(3 * points, sizeof *left);
    double *area = calloc(points, sizeof *area);

    assert_true(left != NULL && area != NULL);
    for (int64_t e = 0; e < dual->num_edges; e++) {
        const qdr_edge *edge = &dual->edges[e];
        assert_true(edge->from < edge->to);
        for (int i = 0; i < 3; i++) {
            double part = dual->areas[3 * e + i];
            left[3 * edge->from + i] += part;
            left[3 * edge->to + i] -= part;
            area[edge->from] += fabs(part);
            area[edge->to] += fabs(part);
        }
    }
    for (int64_t s = 0; s < dual->num_sides; s++)
        for (int i = 0; i < 3; i++) {
            left[3 * dual->sides[s].point + i] += dual->sides[s].area[i];
            area[dual->sides[s].point] += fabs(dual->sides[s].area[i]);
        }
    for (int64_t v = 0; v < dual->num_points; v++)
        for (int i = 0; i < 3; i++)
            assert_true(fabs(left[3 * v + i]) <= 1e-13 * area[v]);
    free(left);
    free(area);
}

/* By the theorem of Gauss: a third of the flux of x through the boundary. */
static double volume_of(const qdr_mesh *mesh)
{
    double volume = 0;

    for (int64_t f = 0; f < mesh->num_faces; f++) {
        const double *a = &mesh->coordinates[3 * mesh->faces[3 * f]];
        const double *b = &mesh->coordinates[3 * mesh->faces[3 * f + 1]];
        const double *c = &mesh->coordinates[3 * mesh->faces[3 * f + 2]];
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) +
                   a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0])) /
                  6;
    }
    return volume;
}

TEST(stored_meshes)
{
    for (int size = 0; qdr_stored_sizes[size] != NULL; size++) {
        qdr_mesh mesh = {0};
        qdr_dual dual;
        double sum = 0, volume;
        assert_ok(qdr_stored_mesh(size, &mesh, NULL));
        make(&mesh, &dual);
        check_closed(&dual);
        for (int64_t v = 0; v < dual.num_points; v++) {
            assert_true(dual.volumes[v] > 0);
            sum += dual.volumes[v];
        }
        volume = volume_of(&mesh);
        /* Half a sphere, minus the wing and the parts that chords cut off. */
        assert_true(volume > 0.85 * 16755 && volume < 16755.2);
        assert_true(fabs(sum - volume) < 1e-12 * volume);
        qdr_dual_cleanup(&dual);
        qdr_mesh_cleanup(&mesh);
    }
}
