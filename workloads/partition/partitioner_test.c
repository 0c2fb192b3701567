/* workloads/partition/partitioner_test.c -- every method on every kind of
 * graph: parts, balance, repetition, quality. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"
#include "workloads/partition/method.h"

enum { MAX = 4096 };

/* A box of nx * ny * nz points, each connected to its neighbours, or, if not
 * `has_edges`, to none. Its numbering is shuffled, so that strips find no order
 * in it. */
static void box_init(qdr_graph *graph, int nx, int ny, int nz, bool has_edges)
{
    int32_t number[MAX];
    qdr_edge edges[3 * MAX];
    int64_t num_edges = 0;
    int n = nx * ny * nz;
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int i = 0; i < n; i++) {
        int j = (int)qdr_rng_below(&rng, (uint64_t)i + 1);
        number[i] = number[j];
        number[j] = i;
    }
    for (int i = 0; i < n; i++) {
        int x = i % nx, y = i / nx % ny, z = i / nx / ny;
        if (has_edges && x + 1 < nx)
            edges[num_edges++] = (qdr_edge){number[i], number[i + 1]};
        if (has_edges && y + 1 < ny)
            edges[num_edges++] = (qdr_edge){number[i], number[i + nx]};
        if (has_edges && z + 1 < nz)
            edges[num_edges++] = (qdr_edge){number[i], number[i + nx * ny]};
    }
    assert_ok(qdr_graph_init(graph, n, edges, num_edges, true, NULL));
    graph->coordinates = malloc((size_t)n * 3 * sizeof *graph->coordinates);
    assert_non_null(graph->coordinates);
    for (int i = 0; i < n; i++) {
        graph->coordinates[3 * number[i]] = i % nx;
        graph->coordinates[3 * number[i] + 1] = i / nx % ny;
        graph->coordinates[3 * number[i] + 2] = i / nx / ny;
    }
}

static qdr_status task(const qdr_graph *graph, const char *method, int procs,
                       int *part, qdr_error *error)
{
    qdr_partitioner computing = qdr_partitioner_computing(NULL);

    return computing.part(
        &computing,
        &(qdr_partition_task){
            .graph = graph, .method = method, .procs = procs, .seed = 3},
        part, error);
}

static int64_t count_cut(const qdr_graph *graph, const int *part)
{
    int64_t num_cut = 0;

    for (int64_t v = 0; v < graph->num_vertices; v++)
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            num_cut += part[v] < part[graph->neighbours[i]];
    return num_cut;
}

/* Fails unless every part is valid, has a vertex and, except for METIS, sizes
 * differ by at most one vertex. */
static void check_parts(const qdr_graph *graph, const char *method, int procs,
                        const int *part)
{
    int *size = calloc((size_t)procs, sizeof *size), min = MAX, max = 0;
    bool is_metis =
        strcmp(method, "recursive") == 0 || strcmp(method, "kway") == 0;

    assert_non_null(size);
    for (int64_t v = 0; v < graph->num_vertices; v++) {
        assert_in_range(part[v], 0, procs - 1);
        size[part[v]]++;
    }
    for (int index = 0; index < procs; index++) {
        min = size[index] < min ? size[index] : min;
        max = size[index] > max ? size[index] : max;
    }
    if (min == 0 || (!is_metis && max > min + 1))
        fail_msg("%s in %d: parts of %d to %d", method, procs, min, max);
    free(size);
}

static void check_method(const qdr_graph *graph, const char *method)
{
    static const int counts[] = {1, 2, 3, 5, 7, 8, 12, 31, 32};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int part[MAX], again[MAX];
        qdr_error error = {""};
        size_t bytes = (size_t)graph->num_vertices * sizeof *part;
        if (counts[i] > graph->num_vertices)
            continue;
        memset(part, 0xff, bytes);
        memset(again, 0xff, bytes);
        if (task(graph, method, counts[i], part, &error) != QDR_OK)
            fail_msg("%s in %d: %s", method, counts[i], error.text);
        check_parts(graph, method, counts[i], part);
        assert_ok(task(graph, method, counts[i], again, NULL));
        assert_memory_equal(part, again, bytes);
    }
}

/* Boxes, a path, a point, points without an edge. */
TEST(parts)
{
    static const struct {
        int x, y, z;
        bool has_edges;
    } boxes[] = {{8, 8, 8, true},  {17, 5, 3, true}, {300, 1, 1, true},
                 {1, 1, 1, true},  {2, 1, 1, true},  {60, 1, 1, false},
                 {33, 1, 1, true}, {7, 7, 1, true},  {100, 1, 1, true}};

    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        qdr_graph graph = {0};
        box_init(&graph, boxes[i].x, boxes[i].y, boxes[i].z,
                 boxes[i].has_edges);
        for (int m = 0; qdr_partition_methods[m] != NULL; m++)
            check_method(&graph, qdr_partition_methods[m]);
        qdr_graph_cleanup(&graph);
    }
}

/* A box of 32 x 8 x 8 falls into two cubes and a half each way: no cut in 4 is
 * better than three planes of 64. Strips of a shuffled box know nothing. */
TEST(quality)
{
    static const char *const exact[] = {"rcb", "inertial", "spectral"};
    static const char *const good[] = {"recursive", "kway"};
    qdr_graph graph = {0};
    int part[MAX];

    box_init(&graph, 32, 8, 8, true);
    for (int i = 0; i < 3; i++) {
        assert_ok(task(&graph, exact[i], 4, part, NULL));
        assert_int_equal(count_cut(&graph, part), 3 * 64);
    }
    for (int i = 0; i < 2; i++) {
        assert_ok(task(&graph, good[i], 4, part, NULL));
        assert_in_range(count_cut(&graph, part), 150, 300);
    }
    assert_ok(task(&graph, "strips", 4, part, NULL));
    assert_true(count_cut(&graph, part) > 10 * 3 * 64);
    qdr_graph_cleanup(&graph);
}

/* A box of 32 x 8 x 8, across x, then y, then z, though x reaches furthest. */
TEST(in_turn)
{
    static const int cuts[] = {64, 64 + 256, 64 + 256 + 256};
    qdr_graph graph = {0};
    int part[MAX];

    box_init(&graph, 32, 8, 8, true);
    for (int depth = 1; depth <= 3; depth++) {
        assert_ok(task(&graph, "rcb_xyz", 1 << depth, part, NULL));
        assert_int_equal(count_cut(&graph, part), cuts[depth - 1]);
    }
    qdr_graph_cleanup(&graph);
}

/* Only along a diagonal can inertial bisection cut a tilted stick across. */
TEST(tilted)
{
    qdr_graph graph = {0};
    int part[MAX];

    box_init(&graph, 64, 4, 4, true);
    for (int64_t v = 0; v < graph.num_vertices; v++) {
        double *x = graph.coordinates + 3 * v, turned = (x[0] - x[1]) / sqrt(2);
        x[1] = (x[0] + x[1]) / sqrt(2);
        x[0] = turned;
    }
    assert_ok(task(&graph, "inertial", 2, part, NULL));
    assert_int_equal(count_cut(&graph, part), 16);
    assert_ok(task(&graph, "rcb", 2, part, NULL));
    assert_true(count_cut(&graph, part) > 16);
    qdr_graph_cleanup(&graph);
}

/* A path's waves are cosines: of 2 points, of a small one, and by ARPACK. */
TEST(fiedler)
{
    static const int lengths[] = {2, 3, 48, 49, 400};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        qdr_edge edges[400];
        double wave[400], error = 0;
        int n = lengths[i];
        qdr_graph graph = {0};
        for (int v = 0; v + 1 < n; v++)
            edges[v] = (qdr_edge){v, v + 1};
        assert_ok(qdr_graph_init(&graph, n, edges, n - 1, true, NULL));
        assert_ok(qdr_fiedler(&graph, 1, wave, NULL));
        for (int v = 0; v < n; v++) {
            double exact = sqrt(2.0 / n) * cos(acos(-1) * (v + 0.5) / n);
            error += pow(fabs(wave[v]) - fabs(exact), 2);
        }
        if (sqrt(error) > 1e-2)
            fail_msg("%d points: off by %g", n, sqrt(error));
        qdr_graph_cleanup(&graph);
    }
}

/* Two pieces of 3 and 1 times the size: cut in 4, no part crosses. */
TEST(pieces)
{
    qdr_edge edges[400];
    int64_t num_edges = 0;
    int part[400];
    qdr_graph graph = {0};

    for (int v = 0; v + 1 < 400; v++)
        if (v != 99)
            edges[num_edges++] = (qdr_edge){v, v + 1};
    assert_ok(qdr_graph_init(&graph, 400, edges, num_edges, true, NULL));
    assert_ok(task(&graph, "spectral", 4, part, NULL));
    assert_int_equal(count_cut(&graph, part), 2);
    qdr_graph_cleanup(&graph);
}

/* Graphs that eigenvectors are hard on: all joined to all, a star, random ones
 * with directed edges, in pieces, of any size. */
TEST(odd_graphs)
{
    static const char *const methods[] = {"strips", "spectral", "recursive",
                                          "kway"};
    enum { NUM_GRAPHS = 10, MAX_VERTICES = 300 };
    qdr_edge edges[MAX_VERTICES * MAX_VERTICES / 2];
    qdr_rng rng;

    qdr_rng_init(&rng, 5);
    for (int i = 0; i < NUM_GRAPHS; i++) {
        int n = 40 + (int)qdr_rng_below(&rng, MAX_VERTICES - 40);
        int64_t num_edges = 0, wanted = (int64_t)qdr_rng_below(&rng, 3000);
        qdr_graph graph = {0};
        for (int v = 1; v < n && i < 4; v++)
            for (int u = 0; u < (i < 2 ? 1 : v); u++)
                edges[num_edges++] = (qdr_edge){v, u};
        while (i >= 4 && num_edges < wanted) {
            int32_t v = (int32_t)qdr_rng_below(&rng, (uint64_t)n);
            int32_t u = (int32_t)qdr_rng_below(&rng, (uint64_t)n);
            edges[num_edges++] = (qdr_edge){v, u};
        }
        assert_ok(
            qdr_graph_init(&graph, n, edges, num_edges, i % 2 == 0, NULL));
        for (int m = 0; m < 4; m++)
            check_method(&graph, methods[m]);
        qdr_graph_cleanup(&graph);
    }
}

/* A path and a clique of few vertices, in up to as many parts. */
TEST(few_vertices)
{
    static const char *const methods[] = {"recursive", "kway"};
    enum { MAX_FEW = 24 };
    qdr_edge edges[MAX_FEW * MAX_FEW];

    for (int n = 2; n <= MAX_FEW; n++)
        for (int reach = 1; reach<n; reach += n> 2 ? n - 2 : 1) {
            qdr_graph graph = {0};
            int64_t num_edges = 0;
            for (int v = 0; v < n; v++)
                for (int u = v - reach > 0 ? v - reach : 0; u < v; u++)
                    edges[num_edges++] = (qdr_edge){v, u};
            assert_ok(qdr_graph_init(&graph, n, edges, num_edges, true, NULL));
            for (int procs = 2; procs <= n; procs++)
                for (int m = 0; m < 2; m++) {
                    int part[MAX_FEW];
                    assert_ok(task(&graph, methods[m], procs, part, NULL));
                    check_parts(&graph, methods[m], procs, part);
                }
            qdr_graph_cleanup(&graph);
        }
}
