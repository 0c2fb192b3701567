/* workloads/partition/fiedler_arpack.c -- see method.h.
 *
 * Source: Lanczos' method with implicit restarts, ARPACK [lehoucq1998].
 * Idea:   the constant vector, to eigenvalue 0, is projected out, and the
 *         largest eigenvalue of c I - L found, c at least the largest of L: so
 *         the tolerance is one relative to c, and a graph whose second value is
 *         nearly 0, a long path, yields a smooth vector and not a failure.
 * Cost:   O(edges + 20 n) an iteration, of some hundred.
 */
#include <arpack.h>
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "workloads/partition/method.h"

enum { NUM_BASIS = 20, MAX_RESTARTS = 1000 };

/* What ARPACK works in; parts of one allocation. */
typedef struct space {
    double *residual; /* [n] */
    double *basis;    /* [n * NUM_BASIS] */
    double *vectors;  /* [3 * n] */
    double *work;     /* [NUM_BASIS * (NUM_BASIS + 8)] */
} space;

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
        double sum =
            (c - (double)(graph->begin[v + 1] - graph->begin[v])) * from[v];
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
static int iterate(const qdr_graph *graph, double c, uint64_t seed,
                   double tolerance, space *in, double *vector)
{
    int n = (int)graph->num_vertices, request = 0, info = 1;
    int length = NUM_BASIS * (NUM_BASIS + 8);
    int parameters[11] = {1, 0, MAX_RESTARTS, 1, 0, 0, 1, 0, 0, 0, 0};
    int places[14] = {0}, select[NUM_BASIS] = {0};
    double value;

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

qdr_status qdr_fiedler_iterate(const qdr_graph *graph, double bound,
                               uint64_t seed, double *vector, qdr_error *error)
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
        info = iterate(graph, bound, seed, tolerance, &in, vector);
    free(memory);
    if (info != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "ARPACK failed: status %d, of %zu vertices", info, n);
    return QDR_OK;
}
