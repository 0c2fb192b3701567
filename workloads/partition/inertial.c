/* workloads/partition/inertial.c -- recursive inertial bisection.
 *
 * Source: with coordinate bisection in the literature after [simon1991] and
 *         [williams1991]; the axis is that of least inertia.
 * Idea:   cut across the axis along which the vertices spread most, wherever it
 *         points: the eigenvector of their covariance to the largest value.
 * Cost:   O(n log n log p) for n vertices and p parts.
 */
#include <stddef.h>

#include "workloads/partition/method.h"

static const double *position(const qdr_cut *cut, int64_t i)
{
    return cut->graph->coordinates + 3 * (int64_t)cut->vertices[i];
}

static void find_covariance(const qdr_cut *cut, double covariance[9])
{
    double centre[3] = {0};

    for (int64_t i = 0; i < cut->count; i++)
        for (int a = 0; a < 3; a++)
            centre[a] += position(cut, i)[a] / (double)cut->count;
    for (int k = 0; k < 9; k++)
        covariance[k] = 0;
    for (int64_t i = 0; i < cut->count; i++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                covariance[3 * a + b] += (position(cut, i)[a] - centre[a]) *
                                         (position(cut, i)[b] - centre[b]);
}

static qdr_status set_keys(const qdr_cut *cut, void *context, double *keys,
                           qdr_error *error)
{
    double covariance[9], axes[9];
    int64_t longest = 0;

    (void)context;
    (void)error;
    find_covariance(cut, covariance);
    qdr_jacobi(3, covariance, axes);
    for (int64_t k = 1; k < 3; k++)
        if (covariance[4 * k] > covariance[4 * longest])
            longest = k;
    for (int64_t i = 0; i < cut->count; i++) {
        keys[i] = 0;
        for (int64_t a = 0; a < 3; a++)
            keys[i] += axes[3 * a + longest] * position(cut, i)[a];
    }
    return QDR_OK;
}

qdr_status qdr_partition_inertial(const qdr_graph *graph, int procs,
                                  uint64_t seed, int *part, qdr_error *error)
{
    return qdr_bisect(graph, procs, seed, set_keys, NULL, part, error);
}
