/* workloads/partition/fiedler.h -- the slowest wave of a connected graph. */
#ifndef QUADRILLE_WORKLOADS_PARTITION_FIEDLER_H
#define QUADRILLE_WORKLOADS_PARTITION_FIEDLER_H

#include "workloads/graph/graph.h"

/* qdr_fiedler sets vector[0..n-1] to the eigenvector of the Laplacian D - A of
 * a symmetric, connected graph to its second smallest eigenvalue, of length 1,
 * its largest entry positive; the start of the search is drawn from `seed`. Of
 * a graph of 1 vertex it is 0. */
qdr_status qdr_fiedler(const qdr_graph *graph, uint64_t seed, double *vector,
                       qdr_error *error);

#endif
