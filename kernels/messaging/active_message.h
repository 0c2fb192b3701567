/* kernels/messaging/active_message.h -- small messages that run a handler.
 *
 * Source: active messages [wang1993, Sec. 2.2; ranka1995, Sec. 3]. A message
 * names a handler and brings two numbers; on arrival the handler runs on the
 * target, to completion, and may send again.
 *
 * Linking selects the transport (active_transport.h). MPI has no interrupts, so
 * handlers run inside the calls below that wait; a rank that makes none of
 * these calls answers no message. A simulated machine delivers by itself: in
 * interrupt mode on arrival, at any time; in polling mode when the target's
 * processor next polls, that is, waits.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_ACTIVE_MESSAGE_H
#define QUADRILLE_KERNELS_MESSAGING_ACTIVE_MESSAGE_H

#include <mpi.h>

#include "kernels/core/base/status.h"
#include "kernels/messaging/active_service.h"

/* qdr_active_new makes this rank's end, for messages among the ranks of `comm`,
 * in a communicator of its own. Collective; every rank returns the same status.
 * Release with qdr_active_free. */
qdr_status qdr_active_new(qdr_active **out_active,
                          const qdr_active_service *service, MPI_Comm comm,
                          qdr_error *error);

/* qdr_active_free releases it; NULL is legal. Collective; no message may be in
 * progress. */
void qdr_active_free(qdr_active *active);

/* qdr_active_send sends to `target`, which may be the rank itself. It may
 * return before the message arrives, and wait while too many are in progress.
 * It refuses a handler or a target that does not exist. A handler cannot return
 * a failure, so the next call that waits returns it. */
qdr_status qdr_active_send(qdr_active *active, int target, int handler,
                           int64_t argument0, int64_t argument1,
                           qdr_error *error);

/* qdr_active_wait returns when a handler has run since its last return, or that
 * of qdr_active_doze; at once if one already has. */
qdr_status qdr_active_wait(qdr_active *active, qdr_error *error);

/* qdr_active_complete returns when all of requests[count], transfers of data,
 * are complete; handlers run meanwhile. */
qdr_status qdr_active_complete(qdr_active *active, int count,
                               MPI_Request *requests, qdr_error *error);

/* qdr_active_sleep returns after `duration_ns`; handlers run meanwhile. */
qdr_status qdr_active_sleep(qdr_active *active, int64_t duration_ns,
                            qdr_error *error);

/* qdr_active_doze returns after `duration_ns`, or when a handler has run since
 * the last return of qdr_active_wait or qdr_active_doze, if that is earlier. */
qdr_status qdr_active_doze(qdr_active *active, int64_t duration_ns,
                           qdr_error *error);

/* qdr_active_remind runs a handler of this rank at `at_ns`, as if the rank had
 * sent itself a message: in a call that waits, perhaps later. It replaces an
 * earlier reminder that has not come yet. The last one may never come. */
void qdr_active_remind(qdr_active *active, int64_t at_ns, int handler);

/* qdr_active_comm returns the communicator of the messages, in which data may
 * also travel under other tags. Lives as long as `active`. */
MPI_Comm qdr_active_comm(const qdr_active *active);

/* qdr_active_now_ns returns the time since an unspecified moment. */
int64_t qdr_active_now_ns(void);

#endif
