/* harness/sweep/partitions.h -- partitions that launches read. */
#ifndef QUADRILLE_HARNESS_SWEEP_PARTITIONS_H
#define QUADRILLE_HARNESS_SWEEP_PARTITIONS_H

#include "harness/sweep/sweep.h"

/* qdr_partitions_store computes every partition that a demand of the sweep
 * takes and is not there yet, and writes it into the folder's inputs/, which
 * is made. */
qdr_status qdr_partitions_store(const qdr_sweep *sweep, qdr_error *error);

#endif
