/* harness/results/rank_places.h -- where the ranks of a launch are, held
 * against where its shape wants them. No MPI.
 *
 * A launcher may be told to place ranks, and not do it: an allocation is
 * smaller than thought, a site's setting wins, a node gives its name twice. A
 * time would then stand under the wrong factors.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_RANK_PLACES_H
#define QUADRILLE_HARNESS_RESULTS_RANK_PLACES_H

#include "harness/experiment/experiment.h"

/* What a rank sees of itself. */
typedef struct qdr_rank_place {
    char host[64];
    char cpus[64];    /* processors it may use, as Linux lists them */
    int num_cores;    /* that these belong to; 0: not known */
    int num_packages; /* ("sockets") that these belong to */
    int host_cores;   /* cores of its host that any process here may use */
} qdr_rank_place;

/* What a row of the csv says of a launch. */
typedef struct qdr_rank_spread {
    int hosts;          /* different ones; 0: not known */
    int ranks_per_host; /* on the fullest */
    int cores_per_rank; /* of the rank that may use most */
} qdr_rank_spread;

/* qdr_rank_spread_of sums up places[num_ranks], in the order of ranks. */
qdr_rank_spread qdr_rank_spread_of(const qdr_rank_place *places, int num_ranks);

/* qdr_rank_places_check tells what contradicts the shape: QDR_ERROR_CHECK with
 * what was found and what the shape wants. What a shape does not say is not
 * checked, nor a binding where hwloc knows no cores. */
qdr_status qdr_rank_places_check(const qdr_process_layout *layout,
                                 const qdr_rank_place *places,
                                 qdr_error *error);

#endif
