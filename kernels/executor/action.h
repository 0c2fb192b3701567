/* kernels/executor/action.h -- a rank's program, bound: what a call does, one
 * after another.
 *
 * All that is constant for a plan is decided when the actions are made: which
 * instruction of which operation (../core/program/instruction.h), where its
 * bytes are, which copies come with it. A call is a loop over them.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_ACTION_H
#define QUADRILLE_KERNELS_EXECUTOR_ACTION_H

#include <mpi.h>

#include "kernels/executor/span.h"

/* What an action does. */
typedef enum qdr_action_kind {
    QDR_DO_SEND, /* these three block */
    QDR_DO_SSEND,
    QDR_DO_RECEIVE,
    QDR_DO_ISEND, /* these start a request */
    QDR_DO_ISSEND,
    QDR_DO_IRECV,
    QDR_DO_START_SEND, /* a persistent one */
    QDR_DO_START_RECEIVE,
    QDR_DO_WAIT,    /* for `count` requests */
    QDR_DO_COMBINE, /* `count` elements: to = from op to */
    QDR_DO_COPY,
    QDR_DO_CHARGE,  /* the copies since the last such action, to the machine */
    QDR_DO_GATHER,  /* the program's data, to the send buffer */
    QDR_DO_SCATTER, /* from the receive buffer */
    QDR_DO_BARRIER,
    QDR_DO_ANNOUNCE,
    QDR_NUM_ACTIONS
} qdr_action_kind;

/* One of them. */
typedef struct qdr_action {
    qdr_action_kind kind;
    int count; /* of elements of `type`, or requests */
    int peer;
    qdr_buffer buffer; /* of the message; or the destination of a copy */
    int64_t place;     /* byte of it */
    MPI_Datatype type;
    int64_t request; /* the first one */
    qdr_buffer from_buffer;
    int64_t from;
    int64_t bytes; /* copied, gathered or scattered */
} qdr_action;

/* The actions of a placement, by qdr_execution_make_actions. Zeroed, there are
 * none. Release with free(actions). */
typedef struct qdr_actions {
    qdr_action *actions;
    int64_t count, capacity;
    int64_t num_starting; /* the first ones, which never block. If the next one
                             is a receive, that could be started */
} qdr_actions;

#endif
