/* workloads/partition/fiedler.h -- the Fiedler vector of a connected graph. */
#ifndef QUADRILLE_WORKLOADS_PARTITION_FIEDLER_H
#define QUADRILLE_WORKLOADS_PARTITION_FIEDLER_H

#include "workloads/graph/graph.h"

/* qdr_fiedler sets vector[0..n-1] to the eigenvector of the second smallest
 * eigenvalue of the Laplacian D - A of a symmetric, connected graph: of length
 * 1, its largest entry positive. `seed` determines the start of the search. For
 * a graph of 1 vertex it is 0. */
qdr_status qdr_fiedler(const qdr_graph *graph, uint64_t seed, double *vector,
                       qdr_error *error);

#endif
