/* kernels/plan/library_choice.h -- `auto` where the MPI library's own call was
 * measured to be faster.
 *
 * `auto` keeps its promises there. With a mode no such call is taken. It is
 * executed in place, too. A plan of messages also has its schedule, which
 * qdr_plan_start performs.
 */
#ifndef QUADRILLE_KERNELS_PLAN_LIBRARY_CHOICE_H
#define QUADRILLE_KERNELS_PLAN_LIBRARY_CHOICE_H

#include "kernels/plan/plan.h"

/* qdr_library_learn sets the lengths that the library's call suits, for a plan
 * by `auto` that learns no network. Collective; every rank returns the same
 * status. */
qdr_status qdr_library_learn(qdr_plan_body *plan, const qdr_call *call,
                             qdr_error *error);

/* What all ranks know of the messages of an exchange. */
typedef struct qdr_dense {
    bool is_dense;          /* every rank sends to every other */
    int64_t max_sent_bytes; /* of a rank, to others */
    int64_t buffer_bytes;   /* a bound on the longest buffer */
} qdr_dense;

/* qdr_library_message_bytes returns the mean length of a message of a dense
 * exchange, or -1 if none of the measured lengths applies. */
int64_t qdr_library_message_bytes(const qdr_dense *exchange, int num_procs);

#endif
