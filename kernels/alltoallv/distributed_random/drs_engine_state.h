/* kernels/alltoallv/distributed_random/drs_engine_state.h -- the state of
 * distributed random scheduling on one rank, and what its engines do
 * differently. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_STATE_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_STATE_H

#include <mpi.h>

#include "kernels/alltoallv/distributed_random/distributed_random_choice.h"
#include "kernels/alltoallv/distributed_random/distributed_random_lock.h"
#include "kernels/alltoallv/distributed_random/distributed_random_waiting.h"
#include "kernels/core/problem/problem.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/one_sided_lock.h"
#include "kernels/messaging/transfer_time.h"

/* A destination's answer to a request for its lock. */
typedef enum qdr_drs_answer {
    QDR_DRS_NO_ANSWER,
    QDR_DRS_BUSY,
    QDR_DRS_GRANTED
} qdr_drs_answer;

struct qdr_drs;

/* An engine's means of locking. Constant. */
typedef struct qdr_drs_locking {
    qdr_active_mode mode; /* when a destination answers */
    /* Whether a destination waits for its senders to release its lock, so that
     * it leaves an execution unlocked. */
    bool is_released_by_message;
    /* Requests the lock of the destination of `to`, and sets s->answered. */
    qdr_status (*request)(struct qdr_drs *s, const qdr_block *to,
                          qdr_error *error);
    /* Gives it back. */
    qdr_status (*release)(struct qdr_drs *s, int dst, qdr_error *error);
} qdr_drs_locking;

/* Made by qdr_drs_prepare (drs_engine.h), for many executions. */
typedef struct qdr_drs {
    const qdr_buffer_layout *layout;
    const qdr_drs_locking *locking;
    qdr_active *active;
    qdr_announcement announcement;
    qdr_trace *trace; /* or NULL */
    void *trace_context;
    int64_t delay_ns;      /* before a busy destination is asked again */
    bool has_busy_measure; /* it is not asked while it reports to be busy */
    qdr_choice choice;     /* of the next destination to ask */
    MPI_Request *receives; /* [num_receives] */
    int64_t num_receives;
    /* As a receiver. */
    qdr_lock lock;
    bool pushes;         /* the go-ahead: the destination gives it unasked */
    qdr_waiting waiting; /* for it */
    qdr_transfer_time transfer_time; /* as measured at planning */
    int64_t num_releases;            /* still to come in this execution */
    /* As a sender. */
    qdr_one_sided_lock *one_sided; /* of drs_n_one_sided; else NULL */
    bool is_sending;               /* so it declines go-aheads */
    qdr_drs_answer answered;
    int64_t busy_ns;                     /* as the destination reports */
    int64_t num_inquiries, num_refusals; /* in this execution */
} qdr_drs;

#endif
