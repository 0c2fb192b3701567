/* kernels/messaging/announce.h -- ranks learn what they will receive.
 *
 * Source:  Generate_Recv [wang1993, Sec. 3, Fig. 1]. A vector sum of
 *          destinations gives every rank its number of incoming messages; then
 *          each sender sends each receiver a number, the length of its message,
 *          by an active message.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_ANNOUNCE_H
#define QUADRILLE_KERNELS_MESSAGING_ANNOUNCE_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/local.h"

/* Its handler's number in the table given to qdr_active_new. */
enum { QDR_ANNOUNCE = 0 };

/* The content of an announcement, and the use of a received one. */
typedef struct qdr_announced {
    /* The number for the receiver of `to`. */
    int64_t (*report)(const void *context, const qdr_block *to);
    /* Takes the number of the sender of `from`; false: it is wrong. Runs in a
     * handler. */
    bool (*take)(void *context, const qdr_block *from, int64_t number);
} qdr_announced;

/* Announces the bytes of a message; they must be the planned ones. Needs no
 * context. */
extern const qdr_announced qdr_announced_lengths;

/* A rank's progress in an announcement. Made by qdr_announcement_init once, and
 * used for every execution. */
typedef struct qdr_announcement {
    const qdr_buffer_layout *layout; /* the source of one is looked up in it */
    const qdr_announced *what;
    void *context;       /* of `what` */
    int *sends_to;       /* see qdr_sends_to_new */
    int64_t num_to_come; /* fewer than 0: some came early */
    int64_t num_wrong;   /* not in the layout */
} qdr_announcement;

/* qdr_sends_to_new makes the rank's vector of the sum: 1 for a destination,
 * else 0, also for the rank itself. Release with free. */
qdr_status qdr_sends_to_new(int **out_sends_to, const qdr_buffer_layout *layout,
                            int num_procs, qdr_error *error);

/* qdr_count_senders returns the number of ranks that send to `rank`, the
 * caller. Collective over `comm`; no rank returns before all have entered. */
qdr_status qdr_count_senders(int *out_num_senders, const int *sends_to,
                             int rank, MPI_Comm comm, qdr_error *error);

/* qdr_announcement_init makes room; `what`, `context` and the layout outlive
 * it. Release with qdr_announcement_cleanup. */
qdr_status qdr_announcement_init(qdr_announcement *announcement,
                                 const qdr_local *local,
                                 const qdr_announced *what, void *context,
                                 qdr_error *error);
void qdr_announcement_cleanup(qdr_announcement *announcement);

/* qdr_announcement_take is the body of the handler: `source` sent a number. */
void qdr_announcement_take(qdr_announcement *announcement, int source,
                           int64_t number);

/* qdr_announce announces this rank's messages and returns when all that it will
 * receive have been announced. Collective. It fails if one comes from a rank
 * that is not in the layout, or was not taken. */
qdr_status qdr_announce(qdr_announcement *announcement, qdr_active *active,
                        qdr_error *error);

#endif
