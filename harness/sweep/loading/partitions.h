/* harness/sweep/loading/partitions.h -- partitions that launches read. */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_PARTITIONS_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_PARTITIONS_H

#include "harness/sweep/loading/sweep.h"

/* qdr_partitions_store computes every partition that a pattern of the sweep
 * needs and that is missing, and writes it into the folder's inputs/, which it
 * makes. */
qdr_status qdr_partitions_store(const qdr_sweep *sweep, qdr_error *error);

#endif
