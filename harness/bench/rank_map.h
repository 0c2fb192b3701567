/* harness/bench/rank_map.h -- what of the provenance only a launch of MPI
 * knows: the library, where its ranks are, and their clock. */
#ifndef QUADRILLE_HARNESS_BENCH_RANK_MAP_H
#define QUADRILLE_HARNESS_BENCH_RANK_MAP_H

#include <jansson.h>
#include <mpi.h>

/* qdr_rank_map_gather notes the host and the processors of every rank on rank
 * 0. Collective over `comm`; before qdr_rank_map_describe. */
void qdr_rank_map_gather(MPI_Comm comm);

/* qdr_rank_map_describe returns a new JSON object, the caller's, with `mpi`,
 * `timer` and `ranks`; NULL if memory is out. On rank 0. */
json_t *qdr_rank_map_describe(void);

#endif
