/* workloads/airfoil/density.h -- more or fewer messages than a mesh has. */
#ifndef QUADRILLE_WORKLOADS_AIRFOIL_DENSITY_H
#define QUADRILLE_WORKLOADS_AIRFOIL_DENSITY_H

#include "kernels/core/problem/problem.h"

/* qdr_density_set gives the share `density`, 0 to 1, of all pairs of ranks
 * messages in both directions. Every message of `pattern` has one back, none is
 * a rank's to itself. The pairs with most bytes keep theirs. If there are too
 * few, pairs without messages get some of the shortest length: those first that
 * have most bytes in common neighbours, of each the fewer that it exchanges
 * with the two. Ties: the lower ranks first. So of two densities the higher one
 * has all messages of the lower one. */
qdr_status qdr_density_set(qdr_pattern *pattern, double density,
                           qdr_error *error);

#endif
