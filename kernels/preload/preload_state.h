/* kernels/preload/preload_state.h -- what the preload library keeps for each of
 * the program's communicators. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_STATE_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_STATE_H

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

#include "kernels/plan/making/plan_without_agreement.h"
#include "kernels/plan/mpi/communicator.h"
#include "kernels/plan/traffic/exchange_now.h"
#include "kernels/preload/preload_counts.h"
#include "kernels/preload/preload_peers.h"
#include "kernels/preload/preload_plans.h"

/* The arguments of a call but for its buffers, as the program passes them.
 * Wide numbers: a processor waits for two stores that a compiler compares by
 * one load. */
typedef struct qdr_arguments {
    qdr_preload_call call;
    int64_t count, other_count, root;
    MPI_Datatype type, other_type;
    MPI_Op op;
} qdr_arguments;

/* The last call, if all of its types and operators are MPI's own: the same
 * arguments then mean the same. */
typedef struct qdr_repeated {
    qdr_arguments arguments;
    bool is_set;
    qdr_kept_plan *kept;         /* of a call on a vector */
    const qdr_mailboxes *mail;   /* of MPI_Alltoall, or NULL */
    qdr_typed_messages messages; /* of it, but for a rank's own: */
    MPI_Aint from, to;
    int64_t own_bytes;
    int64_t bytes; /* of this rank, to count */
} qdr_repeated;

/* An attribute of the program's communicator, which frees it. */
typedef struct qdr_preload_state {
    qdr_reason pass; /* QDR_NUM_REASONS; else why its calls are passed on;
                        QDR_REASON_FIRST: nothing below is made yet */
    int num_first;   /* calls passed on for that */
    int rank, num_procs;
    qdr_communicator *own; /* of ours, for our messages */
    pthread_mutex_t lock;  /* a call holds it, if there are several threads; of
                              the members below */
    qdr_planner *planner;  /* NULL: calls on vectors are passed on */
    qdr_preload_plans plans;
    qdr_repeated repeated;
    qdr_call_peers all, neighbors;
    char *packed[2]; /* [packed_bytes], room for data of derived types */
    int64_t packed_bytes[2];
} qdr_preload_state;

/* qdr_preload_make_key makes the key of the attribute; before all calls. */
void qdr_preload_make_key(void);

/* True once this process has merged two groups: only then may a communicator
 * have processes of another MPI_COMM_WORLD, with other settings. */
extern atomic_bool qdr_preload_has_merged;

/* The communicator of this thread's last call, and its state, or NULL: to find
 * an attribute takes longer. Valid while no state was freed since. */
typedef struct qdr_last_call {
    MPI_Comm comm;
    qdr_preload_state *state;
    long num_freed;
} qdr_last_call;
extern _Thread_local qdr_last_call qdr_preload_last
    __attribute__((tls_model("initial-exec")));
extern atomic_long qdr_preload_num_freed;

static inline bool qdr_preload_is_last(MPI_Comm comm)
{
    return qdr_preload_last.comm == comm && qdr_preload_last.state != NULL &&
           qdr_preload_last.num_freed ==
               atomic_load_explicit(&qdr_preload_num_freed,
                                    memory_order_acquire);
}

/* qdr_preload_repeated returns the last call on `comm` if it is kept and had
 * these arguments; else NULL. With several threads it always is NULL. */
static inline qdr_repeated *qdr_preload_repeated(const qdr_arguments *of,
                                                 MPI_Comm comm)
{
    qdr_repeated *last;

    if (!qdr_preload_is_last(comm))
        return NULL;
    last = &qdr_preload_last.state->repeated;
    return last->is_set && last->arguments.call == of->call &&
                   last->arguments.count == of->count &&
                   last->arguments.other_count == of->other_count &&
                   last->arguments.root == of->root &&
                   last->arguments.type == of->type &&
                   last->arguments.other_type == of->other_type &&
                   last->arguments.op == of->op
               ? last
               : NULL;
}

/* qdr_preload_begin_world makes the state of MPI_COMM_WORLD, on all its ranks:
 * MPI may refuse the program's first call on one of them alone. */
void qdr_preload_begin_world(void);

/* qdr_preload_begin_call finds the state of `comm`, and locks it. After the
 * first calls it is made, collectively. NULL, with the call counted as passed
 * on: it is one of these, or its calls are not taken. */
qdr_preload_state *qdr_preload_begin_call(qdr_preload_call call, MPI_Comm comm);

/* qdr_preload_decline ends a call that is passed on for a reason; returns
 * false.
 */
bool qdr_preload_decline(qdr_preload_state *state, qdr_preload_call call,
                         qdr_reason reason);

/* qdr_preload_end_call ends a call that was performed with `algorithm` and
 * moved `bytes` of this rank. Raises an error at the error handler of `comm`;
 * sets *out_code to MPI's code for it; returns true. */
bool qdr_preload_end_call(qdr_preload_state *state, qdr_preload_call call,
                          int algorithm, int64_t bytes, qdr_status status,
                          MPI_Comm comm, int *out_code);

/* qdr_preload_end_repeated is qdr_preload_end_call for a call that was
 * repeated.
 */
static inline bool qdr_preload_end_repeated(qdr_repeated *of, int algorithm,
                                            qdr_status status, MPI_Comm comm,
                                            int *out_code)
{
    if (status != QDR_OK) {
        of->is_set = false;
        return qdr_preload_end_call(qdr_preload_last.state, of->arguments.call,
                                    algorithm, of->bytes, status, comm,
                                    out_code);
    }
    qdr_preload_intercept(of->arguments.call, algorithm, of->bytes);
    *out_code = MPI_SUCCESS;
    return true;
}

/* qdr_preload_packed returns room `which`, 0 or 1, for packed bytes; NULL: out
 * of memory. */
char *qdr_preload_packed(qdr_preload_state *state, int which, int64_t bytes);

#endif
