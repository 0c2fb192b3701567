/* harness/clock/clock_sync.h -- follows the clock of rank 0.
 *
 * As HCA does (Hunold, Carpen-Amarie): in a binomial tree every rank pings its
 * parent, so that ceil(lg p) rounds of pings reach all ranks. A rank reaches
 * the clock of rank 0 by the chain of models up the tree.
 */
#ifndef QUADRILLE_HARNESS_CLOCK_CLOCK_SYNC_H
#define QUADRILLE_HARNESS_CLOCK_CLOCK_SYNC_H

#include <mpi.h>
#include <stdbool.h>

#include "harness/clock/clock_model.h"

enum { QDR_MAX_SIGHTINGS = 16 };

/* A rank's observations of its parent's clock. Zero-initialise. */
typedef struct qdr_clock_sync {
    qdr_ping sightings[QDR_MAX_SIGHTINGS]; /* the fastest ping of each of the
                                              last bursts */
    int num_sightings;
    qdr_clock_model model;  /* from the local clock to that of rank 0 */
    int64_t round_trip_ns;  /* of the last burst's fastest ping, summed up the
                               tree */
    int64_t uncertainty_ns; /* max error of the model so far when the next burst
                               came, plus half its round trip */
} qdr_clock_sync;

/* qdr_clock_compare sets *out_differs on a rank whose clock cannot be that of
 * its parent: the fastest of a few pings was answered before it was sent,
 * or after its answer came. Collective. Returns an MPI code. */
int qdr_clock_compare(MPI_Comm comm, int64_t (*read_ns)(void),
                      bool *out_differs);

/* qdr_clock_follow adds one burst of pings and fits the model anew: the drift
 * from the last QDR_MAX_SIGHTINGS bursts, the offset from the last one, because
 * drift changes as a machine warms up. `read_ns` reads the local clock.
 * Collective. Returns an MPI code. */
int qdr_clock_follow(qdr_clock_sync *sync, MPI_Comm comm,
                     int64_t (*read_ns)(void));

#endif
