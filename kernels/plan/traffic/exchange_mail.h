/* kernels/plan/traffic/exchange_mail.h -- an exchange without a plan between
 * ranks that have mailboxes. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_MAIL_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_MAIL_H

#include "kernels/plan/traffic/exchange_now.h"

/* qdr_exchange_mail is qdr_exchange_now, but short messages of one block go
 * through mailboxes. The messages of a peer are neighbours in each list. If the
 * receiver's length says another way than the sender's, the message is received
 * nevertheless; one that is too long is an MPI error. */
qdr_status qdr_exchange_mail(qdr_communicator *of, const qdr_mailboxes *mail,
                             const void *send, void *receive,
                             const qdr_typed_messages *messages,
                             qdr_error *error);

#endif
