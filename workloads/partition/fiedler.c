/* workloads/partition/fiedler.c -- see method.h.
 *
 * Source: the vector of [pothen1990]; Lanczos' method with implicit restarts,
 *         ARPACK [lehoucq1998].
 * Idea:   the constant vector, to eigenvalue 0, is projected out, and the
 *         largest eigenvalue of c I - L found, c at least the largest of L: so
 *         the tolerance is one relative to c, and a graph whose second value is
 *         nearly 0, a long path, yields a smooth vector and not a failure.
 * Cost:   O(edges + 20 n) an iteration, of some hundred; a small graph is
 *         solved whole, O(n^3).
 */
#include "workloads/partition/method.h"

#include <arpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"

enum { SMALL = 48, NUM_BASIS = 20, MAX_RESTARTS = 1000 };

/* What ARPACK works in; parts of one allocation. */
typedef struct space {
    double *residual; /* [n] */
    double *basis;    /* [n * NUM_BASIS] */
    double *vectors;  /* [3 * n] */
    double *work;     /* [NUM_BASIS * (NUM_BASIS + 8)] */
} space;

static int64_t degree(const qdr_graph *graph, int64_t v)
{
    return graph->begin[v + 1] - graph->begin[v];
}

/* An upper bound of the Laplacian's eigenvalues. */
static double bound(const qdr_graph *graph)
{
    int64_t max = 0;

    for (int64_t v = 0; v < graph->num_vertices; v++)
        if (degree(graph, v) > max)
            max = degree(graph, v);
    return 2 * (double)max;
}

static void remove_constant(double *vector, int64_t n)
{
    double mean, sum = 0;

    for (int64_t v = 0; v < n; v++)
        sum += vector[v];
    mean = sum / (double)n;
    for (int64_t v = 0; v < n; v++)
        vector[v] -= mean;
}

/* to = (c I - L) from, without its constant part. */
static void multiply(const qdr_graph *graph, double c, const double *from,
                     double *to)
{
    for (int64_t v = 0; v < graph->num_vertices; v++) {
        double sum = (c - (double)degree(graph, v)) * from[v];
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            sum += from[graph->neighbours[i]];
        to[v] = sum;
    }
    remove_constant(to, graph->num_vertices);
}

static void draw_start(double *vector, int64_t n, uint64_t seed)
{
    qdr_rng rng;

    qdr_rng_init(&rng, seed);
    for (int64_t v = 0; v < n; v++)
        vector[v] = (double)qdr_rng_below(&rng, 1 << 20) / (1 << 20) - 0.5;
    remove_constant(vector, n);
}

/* Iterates until the vector is found to `tolerance`; ARPACK's status, 0 if it
 * was. */
static int iterate(const qdr_graph *graph, uint64_t seed, double tolerance,
                   space *in, double *vector)
{
    int n = (int)graph->num_vertices, request = 0, info = 1;
    int length = NUM_BASIS * (NUM_BASIS + 8);
    int parameters[11] = {1, 0, MAX_RESTARTS, 1, 0, 0, 1, 0, 0, 0, 0};
    int places[14] = {0}, select[NUM_BASIS] = {0};
    double c = bound(graph), value;

    draw_start(in->residual, n, seed);
    for (;;) {
        dsaupd_c(&request, "I", n, "LA", 1, tolerance, in->residual, NUM_BASIS,
                 in->basis, n, parameters, places, in->vectors, in->work,
                 length, &info);
        if (request != 1 && request != -1)
            break;
        multiply(graph, c, in->vectors + places[0] - 1,
                 in->vectors + places[1] - 1);
    }
    if (info != 0)
        return info;
    dseupd_c(1, "A", select, &value, vector, n, 0, "I", n, "LA", 1, tolerance,
             in->residual, NUM_BASIS, in->basis, n, parameters, places,
             in->vectors, in->work, length, &info);
    return info;
}

static qdr_status find(const qdr_graph *graph, uint64_t seed, double *vector,
                       qdr_error *error)
{
    size_t n = (size_t)graph->num_vertices, length = NUM_BASIS + 8;
    double *memory =
        calloc(n * (4 + NUM_BASIS) + NUM_BASIS * length, sizeof *memory);
    space in = {.residual = memory,
                .basis = memory + n,
                .vectors = memory + n * (1 + NUM_BASIS),
                .work = memory + n * (4 + NUM_BASIS)};
    int info = 1;

    if (memory == NULL)
        return qdr_fail_memory(error, "an eigenvector");
    /* A coarser vector cuts nearly as well as a fine one. */
    for (double tolerance = 1e-6; info == 1 && tolerance < 1e-1;
         tolerance *= 100)
        info = iterate(graph, seed, tolerance, &in, vector);
    free(memory);
    if (info != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "ARPACK failed: status %d, of %zu vertices", info, n);
    return QDR_OK;
}

/* All eigenvectors, of a small graph. */
static qdr_status find_whole(const qdr_graph *graph, double *vector)
{
    int n = (int)graph->num_vertices;
    int64_t second = -1;
    double laplacian[SMALL * SMALL] = {0}, vectors[SMALL * SMALL];
    double mean[SMALL] = {0};

    for (int v = 0; v < n; v++) {
        laplacian[n * v + v] = (double)degree(graph, v);
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            laplacian[n * v + graph->neighbours[i]] = -1;
    }
    /* Moves the constant vector from 0 to above all others. */
    for (int k = 0; k < n * n; k++)
        laplacian[k] += 2 * bound(graph) / n;
    qdr_jacobi(n, laplacian, vectors);
    for (int64_t k = 0; k < n; k++) {
        for (int64_t v = 0; v < n; v++)
            mean[k] += vectors[n * v + k] / sqrt(n);
        if (fabs(mean[k]) < 0.5 &&
            (second < 0 ||
             laplacian[(n + 1) * k] < laplacian[(n + 1) * second]))
            second = k;
    }
    for (int64_t v = 0; v < n; v++)
        vector[v] = second < 0 ? 0 : vectors[n * v + second];
    return QDR_OK;
}

/* An eigenvector's sign is free: the largest entry, the first of those, is made
 * positive. */
static void fix_sign(double *vector, int64_t n)
{
    int64_t largest = 0;

    for (int64_t v = 1; v < n; v++)
        if (fabs(vector[v]) > fabs(vector[largest]))
            largest = v;
    if (n == 0 || vector[largest] >= 0)
        return;
    for (int64_t v = 0; v < n; v++)
        vector[v] = -vector[v];
}

qdr_status qdr_fiedler(const qdr_graph *graph, uint64_t seed, double *vector,
                       qdr_error *error)
{
    qdr_status status = graph->num_vertices <= SMALL
                            ? find_whole(graph, vector)
                            : find(graph, seed, vector, error);

    if (status == QDR_OK)
        fix_sign(vector, graph->num_vertices);
    return status;
}
