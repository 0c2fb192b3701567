/* kernels/plan/traffic/exchange_now.h -- an exchange without a plan: every
 * message goes straight, and nothing is agreed on. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_NOW_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_EXCHANGE_NOW_H

#include "kernels/messaging/typed_message.h"
#include "kernels/plan/mpi/communicator.h"

/* The messages of one rank: it has as many messages to a peer as that peer
 * receives from it, and in the same order. A message to itself is both. */
typedef struct qdr_typed_messages {
    int num_sends, num_receives;
    const qdr_typed_message *sends, *receives;
} qdr_typed_messages;

/* qdr_exchange_now posts all receives, sends, and waits: no data are copied
 * but those to the rank itself. Collective over the ranks that exchange
 * messages; one thread at a time for each communicator. An error is this
 * rank's alone; then, too, MPI no longer writes to `receive`. */
qdr_status qdr_exchange_now(qdr_communicator *of, const void *send,
                            void *receive, const qdr_typed_messages *messages,
                            qdr_error *error);

/* qdr_exchange_end is the end of one that has started num_receives receives, or
 * fewer, and then sends: `started` of both, whose last call returned `code`.
 * Some may be MPI_REQUEST_NULL. It waits for all, or gives up. */
qdr_status qdr_exchange_end(const qdr_communicator *of, int num_receives,
                            int started, int code, MPI_Request *requests,
                            qdr_error *error);

#endif
