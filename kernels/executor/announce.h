/* kernels/executor/announce.h -- ranks learn what they will receive.
 *
 * Source: Generate_Recv [wang1993, Sec. 3, Fig. 1]. A vector sum of who sends
 * to whom tells every rank how many messages come; then each sender tells the
 * length of its message by an active message.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_ANNOUNCE_H
#define QUADRILLE_KERNELS_EXECUTOR_ANNOUNCE_H

#include "kernels/core/placement.h"
#include "kernels/executor/active_message.h"

/* Its handler's number in the table given to qdr_active_new. */
enum { QDR_ANNOUNCE = 0 };

typedef struct qdr_announcement {
    const qdr_placement *placement; /* what is to be learnt is checked by it */
    int *sends_to;                  /* [num_procs], 1 for a destination */
    int64_t num_to_come;            /* fewer than 0: some came early */
    int64_t num_wrong;              /* that the placement does not know */
} qdr_announcement;

/* qdr_announcement_init makes room; `placement` outlives it. Release with
 * qdr_announcement_cleanup. */
qdr_status qdr_announcement_init(qdr_announcement *announcement,
                                 const qdr_placement *placement, int num_procs,
                                 qdr_error *error);
void qdr_announcement_cleanup(qdr_announcement *announcement);

/* qdr_announcement_take is what the handler does: `bytes` come from `source`.
 */
void qdr_announcement_take(qdr_announcement *announcement, int source,
                           int64_t bytes);

/* qdr_announce announces this rank's messages and returns when all that it will
 * receive have been. Collective. Fails if one is not what the placement
 * expects. */
qdr_status qdr_announce(qdr_announcement *announcement, qdr_active *active,
                        qdr_error *error);

#endif
