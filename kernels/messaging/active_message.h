/* kernels/messaging/active_message.h -- small messages that run a handler.
 *
 * Source: active messages [wang1993, Sec. 2.2; ranka1995, Sec. 3]. A message
 * names a handler and brings two numbers; on arrival the handler runs on the
 * target, to completion, and may send again.
 *
 * What carries them is chosen when a program is linked (active_transport.h).
 * Over MPI, which has no interrupts, handlers run inside the calls below that
 * wait; a rank that makes none of these calls answers nobody. On a
 * simulated machine, the machine delivers: in interrupt mode on arrival,
 * whatever the target does, in polling mode when its processor next polls, that
 * is, waits.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_ACTIVE_MESSAGE_H
#define QUADRILLE_KERNELS_MESSAGING_ACTIVE_MESSAGE_H

#include <mpi.h>

#include "kernels/core/status.h"
#include "kernels/messaging/active_service.h"

/* qdr_active_new makes this rank's end, for messages among the ranks of `comm`,
 * in a communicator of its own. Collective; every rank comes to the same
 * status. Release with qdr_active_free. */
qdr_status qdr_active_new(qdr_active **out_active,
                          const qdr_active_service *service, MPI_Comm comm,
                          qdr_error *error);

/* qdr_active_free releases it; NULL is legal. Collective; no message may be
 * under way. */
void qdr_active_free(qdr_active *active);

/* qdr_active_send sends to `target`, which may be the rank itself. May return
 * before it arrived, and wait while too many are under way. Refuses a handler
 * or a target that does not exist. A failure is remembered and returned by the
 * next call that waits, for handlers that cannot return it. */
qdr_status qdr_active_send(qdr_active *active, int target, int handler,
                           int64_t argument0, int64_t argument1,
                           qdr_error *error);

/* qdr_active_wait returns when a handler has run since it last returned; at
 * once if one already has. */
qdr_status qdr_active_wait(qdr_active *active, qdr_error *error);

/* qdr_active_complete returns when all of requests[count], transfers of data,
 * are complete; handlers run meanwhile. */
qdr_status qdr_active_complete(qdr_active *active, int count,
                               MPI_Request *requests, qdr_error *error);

/* qdr_active_sleep returns after `duration_ns`; handlers run meanwhile. */
qdr_status qdr_active_sleep(qdr_active *active, int64_t duration_ns,
                            qdr_error *error);

/* qdr_active_comm returns the communicator of the messages, in which data may
 * travel, too, under other tags. Lives as long as `active`. */
MPI_Comm qdr_active_comm(const qdr_active *active);

/* qdr_active_now_ns returns the time since an unspecified moment. */
int64_t qdr_active_now_ns(void);

#endif
