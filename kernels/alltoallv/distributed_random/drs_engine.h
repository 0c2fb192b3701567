/* kernels/alltoallv/distributed_random/drs_engine.h -- what the engines
 * of drs_n, drs_n_polling and drs_n_one_sided share. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_H

#include "kernels/alltoallv/distributed_random/drs_engine_state.h"
#include "kernels/engine.h"

/* qdr_drs_prepare prepares the state, with locks by `locking`, which must
 * outlive it. Executions wait between requests as the parameter delay_us says.
 * Otherwise as qdr_engine's prepare. */
qdr_status qdr_drs_prepare(qdr_drs *s, const qdr_problem *problem,
                           const qdr_local *local,
                           const qdr_drs_locking *locking, qdr_error *error);

/* qdr_drs_connect, qdr_drs_cleanup, qdr_drs_execute and qdr_drs_count are
 * qdr_engine's connect, cleanup, execute and count, of all three. */
qdr_status qdr_drs_connect(void *state, const qdr_problem *problem,
                           const qdr_local *local, qdr_error *error);
void qdr_drs_cleanup(void *state);
qdr_status qdr_drs_execute(void *state, const char *send, char *receive,
                           qdr_error *error);
int qdr_drs_count(const void *state, qdr_counter *counts);

#endif
