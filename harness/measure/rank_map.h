/* harness/measure/rank_map.h -- what of the provenance only a launch of MPI
 * knows: the library, where its ranks are, and their clock. */
#ifndef QUADRILLE_HARNESS_MEASURE_RANK_MAP_H
#define QUADRILLE_HARNESS_MEASURE_RANK_MAP_H

#include <jansson.h>
#include <mpi.h>

#include "harness/results/rank_places.h"

/* qdr_rank_map_gather notes where every rank is, on rank 0: host, processors
 * and, by hwloc, cores. Collective over `comm`; before the calls below, which
 * are rank 0's. In a simulation nothing is known. */
void qdr_rank_map_gather(MPI_Comm comm);

/* qdr_rank_map_check holds it against the shape of a launch; in a simulation
 * everything fits. */
qdr_status qdr_rank_map_check(const qdr_process_layout *layout,
                              qdr_error *error);

/* qdr_rank_map_spread sums it up; zeros of a simulation. */
qdr_rank_spread qdr_rank_map_spread(void);

/* qdr_rank_map_describe returns a new JSON object, the caller's, with `mpi`,
 * `load`, `timer` and `ranks`; NULL if memory is out. */
json_t *qdr_rank_map_describe(void);

#endif
