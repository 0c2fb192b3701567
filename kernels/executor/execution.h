/* kernels/executor/execution.h -- performs a schedule, for exchange.h.
 *
 * The only place that moves the bytes of a schedule. An execution holds this
 * rank's schedule alone, in proportion to its own messages; it is made once and
 * performed often. A message whose bytes are adjacent in one of the caller's
 * buffers is sent from there, and received there; others are packed.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXECUTION_H
#define QUADRILLE_KERNELS_EXECUTOR_EXECUTION_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/indexed_buffer.h"
#include "kernels/core/problem/problem.h"
#include "kernels/executor/action.h"
#include "kernels/executor/announcer.h"
#include "kernels/executor/placement.h"
#include "kernels/messaging/local.h"
#include "kernels/messaging/typed_message.h"

/* This rank's part of a schedule, bound to buffers. Made by qdr_execution_init;
 * serves one run at a time. */
typedef struct qdr_execution {
    qdr_local local;
    int64_t num_operations;
    qdr_program program;
    qdr_placement placement;
    qdr_actions actions;
    /* If the placement is apart: of calls whose own data are in the receive
     * buffer, from byte own_begin on. */
    qdr_actions in_place_actions;
    int64_t own_begin;
    qdr_indexed_buffer indexed; /* of the program's data */
    qdr_announcer *announcer;   /* of a mode that announces; the caller's */
    MPI_Request *requests; /* [num_operations]; NULL: there is no schedule */
    bool is_persistent;
    char *bound[QDR_NUM_BUFFERS];   /* of persistent requests */
    char *buffers[QDR_NUM_BUFFERS]; /* of the current run; two are its own */
    const qdr_actions *now;         /* of it */
} qdr_execution;

/* qdr_execution_init makes `schedule`, of `problem`, ready to be performed in
 * `mode` by this rank. Local; keeps no pointer into problem, schedule and mode.
 * Release with qdr_execution_cleanup, before MPI_Finalize. */
qdr_status qdr_execution_init(qdr_execution *execution,
                              const qdr_problem *problem,
                              const qdr_schedule *schedule,
                              const qdr_mode *mode, const qdr_local *local,
                              qdr_error *error);

/* qdr_execution_make_actions binds the execution's program to a placement.
 * Unless a machine charges for them, calls that have no effect of their own are
 * left out: a receive that is awaited at once blocks. */
qdr_status qdr_execution_make_actions(const qdr_execution *execution,
                                      const qdr_placement *placement,
                                      qdr_actions *out_actions,
                                      qdr_error *error);

/* qdr_execution_cleanup releases it; a zeroed one is legal. If a run failed
 * (is_broken) it gives up the transfers that this left in progress: receives no
 * longer write. */
void qdr_execution_cleanup(qdr_execution *execution, bool is_broken);

/* qdr_execution_shorten makes the message to each peer lengths[peer] bytes long
 * from the next run on; its receiver still has room for the length in
 * the schedule. Only if no two messages go to one peer and none is packed,
 * longer than QDR_MAX_PIECE or persistent; not checked. */
void qdr_execution_shorten(qdr_execution *execution, const int64_t *lengths);

/* qdr_execution_set_types sends and receives elements of MPI's types where they
 * are, from the next run on: the message to or from a peer is the one in
 * `messages[count]`, which are by peer. Only for schedules in which each
 * message goes straight, in one piece; not checked. */
void qdr_execution_set_types(qdr_execution *execution, bool are_sends,
                             const qdr_typed_message *messages, int64_t count);

/* qdr_execution_set_indexed, qdr_execution_perform, qdr_execution_start and
 * qdr_execution_wait do for a schedule what those of exchange.h do. The
 * communicator must return errors. To perform it allocates nothing, except
 * persistent requests when the buffers differ from the last ones. After an
 * error some transfers may still be in progress: do not perform it again. */
qdr_status qdr_execution_set_indexed(qdr_execution *execution,
                                     const qdr_indexed_buffer *data,
                                     qdr_error *error);
qdr_status qdr_execution_perform(qdr_execution *execution, const char *send,
                                 char *receive, qdr_error *error);
qdr_status qdr_execution_start(qdr_execution *execution, const char *send,
                               char *receive, qdr_error *error);
qdr_status qdr_execution_wait(qdr_execution *execution, qdr_error *error);

#endif
