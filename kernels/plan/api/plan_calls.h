/* kernels/plan/api/plan_calls.h -- planning calls beside those of
 * quadrille.h: descriptions of its calls, to make their plans in phases, and
 * calls for measurements. */
#ifndef QUADRILLE_KERNELS_PLAN_API_PLAN_CALLS_H
#define QUADRILLE_KERNELS_PLAN_API_PLAN_CALLS_H

#include "kernels/plan/making/plan.h"
#include "kernels/plan/state/plan_nodes.h"

/* qdr_call_blocks, qdr_call_typed, qdr_call_pattern and qdr_call_alltoall
 * describe the calls qdr_plan_blocks, qdr_plan_alltoallv or _alltoallw,
 * qdr_plan_pattern below, and qdr_plan_alltoall.
 * Blocks and messages must outlive the description. */
qdr_call qdr_call_blocks(int64_t num_sends, const qdr_block *sends,
                         int64_t num_receives, const qdr_block *receives);
qdr_call qdr_call_typed(const qdr_typed_call *typed);
qdr_call qdr_call_pattern(int64_t num_messages, const qdr_message *messages);
qdr_call qdr_call_alltoall(int64_t bytes);

/* qdr_plan_pattern is qdr_plan_blocks from the whole pattern,
 * `messages[num_messages]`, in any order, the same on every rank. This rank's
 * messages lie one after another in its buffers, in order of their destinations
 * and sources; for "mpi_alltoall" they lie as qdr_plan_alltoall places them.
 * qdr_plan_update_pattern is qdr_plan_update for such a plan. */
qdr_status qdr_plan_pattern(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options,
                            int64_t num_messages, const qdr_message *messages,
                            MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_update_pattern(qdr_plan *plan, int64_t num_messages,
                                   const qdr_message *messages,
                                   qdr_error *error);

/* qdr_plan_gcol plans allgathers in which a rank knows the length of its own
 * part only, up to `capacity` elements in all: NX's gcol. The plan is executed
 * with qdr_plan_gcol_execute: this rank's part is the `count` elements in
 * `send`; `receive` gets all parts, and `counts`, unless NULL, the elements of
 * each rank. Collective; bad arguments of one rank, or too many elements, are
 * an error on all. */
qdr_status qdr_plan_gcol(qdr_plan **out_plan, const qdr_plan_options *options,
                         int64_t capacity, MPI_Datatype type, MPI_Comm comm,
                         qdr_error *error);
qdr_status qdr_plan_gcol_execute(qdr_plan *plan, int64_t count,
                                 const void *send, void *receive,
                                 int64_t *counts, qdr_error *error);

#endif
