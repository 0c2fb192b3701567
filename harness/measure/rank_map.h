/* harness/measure/rank_map.h -- the provenance that only a running MPI launch
 * (one mpirun) can supply: the library, the places of its ranks, and their
 * clock. */
#ifndef QUADRILLE_HARNESS_MEASURE_RANK_MAP_H
#define QUADRILLE_HARNESS_MEASURE_RANK_MAP_H

#include <jansson.h>
#include <mpi.h>

#include "harness/results/rank_places.h"

/* qdr_rank_map_gather records the place of every rank on rank 0: host,
 * processors and cores. Collective over `comm`, with one status for all; before
 * the calls below, which only rank 0 makes. In a simulation it records
 * nothing. */
qdr_status qdr_rank_map_gather(MPI_Comm comm, qdr_error *error);

/* qdr_rank_map_check compares the places with the process layout of a launch;
 * in a simulation every layout fits. */
qdr_status qdr_rank_map_check(const qdr_process_layout *layout,
                              qdr_error *error);

/* qdr_rank_map_spread summarises it; all zeros in a simulation. */
qdr_rank_spread qdr_rank_map_spread(void);

/* qdr_rank_map_describe returns a new JSON object, the caller's, with `mpi`,
 * `load`, `timer` and `ranks`; NULL if memory is out. */
json_t *qdr_rank_map_describe(void);

#endif
