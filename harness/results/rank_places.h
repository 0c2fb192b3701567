/* harness/results/rank_places.h -- compares the places of a launch's ranks with
 * its process layout. No MPI.
 *
 * A launcher may be instructed to place ranks and not do it: an allocation is
 * smaller than expected, a site's setting wins, or a node gives its name twice.
 * A time would then be filed under the wrong factors.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_RANK_PLACES_H
#define QUADRILLE_HARNESS_RESULTS_RANK_PLACES_H

#include "harness/experiment/experiment.h"

/* A rank's own place, as it observes it. */
typedef struct qdr_rank_place {
    char host[64];
    char cpus[64];    /* processors it may use, as Linux lists them */
    int num_cores;    /* cores that these belong to; 0: not known */
    int num_packages; /* of the packages ("sockets") that these belong to */
    int host_cores;   /* cores of its host that any process here may use */
} qdr_rank_place;

/* The columns of the csv about the places of a launch (one mpirun). */
typedef struct qdr_rank_spread {
    int hosts;          /* different ones; 0: not known */
    int ranks_per_host; /* on the fullest */
    int cores_per_rank; /* of the rank that may use the most */
} qdr_rank_spread;

/* qdr_rank_spread_of summarises places[num_ranks], in the order of ranks. */
qdr_rank_spread qdr_rank_spread_of(const qdr_rank_place *places, int num_ranks);

/* qdr_rank_places_check fails with QDR_ERROR_CHECK if a place contradicts the
 * layout, and states both. Values that the layout leaves open are not checked,
 * nor is a binding where cores are not known. */
qdr_status qdr_rank_places_check(const qdr_process_layout *layout,
                                 const qdr_rank_place *places,
                                 qdr_error *error);

#endif
