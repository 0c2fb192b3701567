/* workloads/partition/fiedler.c -- see method.h.
 *
 * Source: the vector of [pothen1990].
 * Cost:   of fiedler_arpack.c; a small graph is solved whole, O(n^3).
 */
#include "workloads/partition/method.h"

#include <math.h>

enum { SMALL = 48 };

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
    qdr_status status =
        graph->num_vertices <= SMALL
            ? find_whole(graph, vector)
            : qdr_fiedler_iterate(graph, bound(graph), seed, vector, error);

    if (status == QDR_OK)
        fix_sign(vector, graph->num_vertices);
    return status;
}
