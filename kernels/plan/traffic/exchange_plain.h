/* kernels/plan/traffic/exchange_plain.h -- an exchange without a plan of blocks
 * as most programs pass them. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_PLAIN_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_PLAIN_H

#include "kernels/plan/mpi/communicator.h"
#include "kernels/plan/traffic/plain_list.h"

/* qdr_exchange_plain is qdr_exchange_now without types, or qdr_exchange_mail if
 * `mail` is not NULL; it copies the message of the rank to itself. Both lists
 * are read, and agree on it. */
qdr_status qdr_exchange_plain(qdr_communicator *of, const qdr_mailboxes *mail,
                              const void *send, void *receive,
                              const qdr_plain_list *sends,
                              const qdr_plain_list *receives, qdr_error *error);

#endif
