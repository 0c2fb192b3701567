/* kernels/core/schedule/schedule_cut.h -- messages that travel in parts.
 *
 * An MPI library sends short messages eagerly, so several short parts of a
 * message can be faster than the whole one. Sender and receiver must know the
 * same parts.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_SCHEDULE_CUT_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_SCHEDULE_CUT_H

#include "kernels/core/schedule/schedule.h"

/* The parts of messages, by source, then destination, those of one message in
 * their order. Messages that stay whole are left out. */
typedef struct qdr_message_split {
    qdr_message *parts;
    int64_t count;
} qdr_message_split;

/* qdr_schedule_cut replaces each transfer that is a whole message by one
 * transfer for each of its parts, in the same round. Transfers that travel with
 * others, or carry a piece, stay as they are, and so does a schedule that
 * forwards. The result still delivers every byte, and ends in every mode. */
qdr_status qdr_schedule_cut(qdr_schedule *schedule,
                            const qdr_message_split *parts, qdr_error *error);

#endif
