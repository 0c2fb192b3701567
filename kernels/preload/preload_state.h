/* kernels/preload/preload_state.h -- what the preload library keeps for each of
 * the program's communicators. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_STATE_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_STATE_H

#include <mpi.h>
#include <pthread.h>

#include "kernels/plan/communicator.h"
#include "kernels/plan/direct_call.h"
#include "kernels/plan/plan_local.h"
#include "kernels/preload/preload_counts.h"
#include "kernels/preload/preload_plans.h"
#include "kernels/preload/preload_topology.h"

/* An attribute of the program's communicator, which frees it. */
typedef struct qdr_preload_state {
    qdr_reason pass; /* QDR_NUM_REASONS; else why its calls are passed on */
    int rank, num_procs;
    qdr_communicator *own; /* of ours, for our messages */
    pthread_mutex_t lock;  /* a call holds it; of the members below */
    qdr_planner *planner;  /* NULL before the first call on a vector */
    bool has_bad_network;  /* no planner can be made */
    qdr_preload_plans plans;
    qdr_topology all, neighbors;
    char *packed[2]; /* [packed_bytes], room for data of derived types */
    int64_t packed_bytes[2];
} qdr_preload_state;

/* qdr_preload_begin_call finds the state of `comm`, and locks it. The first
 * time it is made, collectively. NULL, with the call counted as passed on: its
 * calls are not taken. */
qdr_preload_state *qdr_preload_begin_call(qdr_preload_call call, MPI_Comm comm);

/* qdr_preload_leave ends a call that is passed on for a reason; returns false.
 */
bool qdr_preload_leave(qdr_preload_state *state, qdr_preload_call call,
                       qdr_reason reason);

/* qdr_preload_end_call ends a call that was performed with `algorithm` and
 * moved `bytes` of this rank. Raises an error at the error handler of `comm`;
 * sets *out_code to MPI's code for it; returns true. */
bool qdr_preload_end_call(qdr_preload_state *state, qdr_preload_call call,
                          int algorithm, int64_t bytes, qdr_status status,
                          MPI_Comm comm, int *out_code);

/* qdr_preload_packed returns room `which`, 0 or 1, for packed bytes; NULL: out
 * of memory. */
char *qdr_preload_packed(qdr_preload_state *state, int which, int64_t bytes);

#endif
