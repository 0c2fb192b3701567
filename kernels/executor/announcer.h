/* kernels/executor/announcer.h -- announcements (../messaging/announce.h)
 * before a schedule, of modes with `+announce`.
 *
 * Planning knows the messages, so an announcement is only checked. It is there
 * to be paid for, as by programs that know their own messages alone.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_ANNOUNCER_H
#define QUADRILLE_KERNELS_EXECUTOR_ANNOUNCER_H

#include "kernels/messaging/local.h"

/* One rank's side, for many executions. */
typedef struct qdr_announcer qdr_announcer;

/* qdr_announcer_new makes it, for the messages of the layout, which outlives
 * it. Collective; every rank returns the same status. Release with
 * qdr_announcer_free. */
qdr_status qdr_announcer_new(qdr_announcer **out_announcer,
                             const qdr_local *local, qdr_error *error);

/* qdr_announcer_free releases it; NULL is legal. Collective. */
void qdr_announcer_free(qdr_announcer *announcer);

/* qdr_announcer_run announces the planned length of every message, also where
 * qdr_execution_shorten sends fewer bytes; a block of no bytes is one, too.
 * Collective; no rank returns before all have entered. Fails if what comes is
 * not planned. */
qdr_status qdr_announcer_run(qdr_announcer *announcer, qdr_error *error);

#endif
