/* harness/simulator/offers.h -- messages to a receiver that blocks: it answers
 * the requests of all senders first, and their data share its node.
 *
 * Where a receiver is the slower side, each sender is done some packets before
 * its message has arrived: they are in the network. SimGrid ends a message on
 * both sides at once, so it moves all but these, the tail, which the receiver
 * takes from the sender's buffer. [wang1993, Table 2]
 *
 * A blocking send whose receive is not posted is offered: its sender waits for
 * an answer. A receive that blocks grants all offers of its tag, also those for
 * later receives; one that is posted refuses, and its message goes as usual.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_OFFERS_H
#define QUADRILLE_HARNESS_SIMULATOR_OFFERS_H

#include <mpi.h>
#include <stdint.h>

/* If tail_bytes is 0, nothing is offered. */
typedef struct qdr_offer_costs {
    double answer_s; /* of the receiver's processor, per request */
    int64_t tail_bytes;
    double byte_s; /* of either processor, per byte of a tail */
} qdr_offer_costs;

/* qdr_offers_open makes this rank ready. Collective over all ranks, after
 * qdr_processor_new. These functions abort if memory is out. */
void qdr_offers_open(const qdr_offer_costs *costs);

/* qdr_offer offers a message to `peer`, waits for the answer and returns the
 * offer if it is granted, with the bytes of its tail; else NULL. Its sender
 * then calls qdr_offer_end when SimGrid has moved the others. */
typedef struct qdr_message_offer qdr_message_offer;
qdr_message_offer *qdr_offer(const void *buffer, int64_t bytes, int peer,
                             int tag, MPI_Comm comm, int64_t *out_tail_bytes);
void qdr_offer_end(qdr_message_offer *own, int peer, MPI_Comm comm);

/* qdr_offer_announce: this rank sends such a message without blocking. */
void qdr_offer_announce(int peer, int tag, MPI_Comm comm);

/* qdr_offer_refuse: this rank has posted a receive for a message of `peer`; if
 * that is MPI_ANY_SOURCE, it refuses all from now on. */
void qdr_offer_refuse(int peer, int tag, MPI_Comm comm);

/* qdr_offer_receive receives as MPI_Recv, without the costs of the end. */
int qdr_offer_receive(void *buffer, int count, MPI_Datatype type, int peer,
                      int tag, MPI_Comm comm, MPI_Status *status);

#endif
