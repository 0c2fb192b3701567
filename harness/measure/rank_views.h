/* harness/measure/rank_views.h -- what every rank of a launch (one mpirun) sees
 * of it: program, files and conditions.
 *
 * A rank may run another file than the others, or read it from the stale cache
 * of a file server: a time would then be filed under another definition.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_RANK_VIEWS_H
#define QUADRILLE_HARNESS_MEASURE_RANK_VIEWS_H

#include <jansson.h>
#include <mpi.h>

#include "harness/experiment/experiment.h"

/* qdr_rank_views_compare fails, with the same reason on every rank, if a rank
 * runs another program, or reads another file of `folder`, than rank 0, or that
 * is not the sweep's program. On rank 0 it sets *out_conditions to a new object
 * of `conditions` and `conditions_sha256`. `experiment` is NULL where it could
 * not be read. Collective over `comm`. Does nothing
 * in a simulation, whose ranks are one process. */
qdr_status qdr_rank_views_compare(const char *folder,
                                  const qdr_experiment *experiment,
                                  MPI_Comm comm, json_t **out_conditions,
                                  qdr_error *error);

#endif
