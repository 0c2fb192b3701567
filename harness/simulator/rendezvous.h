/* harness/simulator/rendezvous.h -- the handshake of a message whose receive
 * was posted, at the processor of its receiver.
 *
 * A program that waits in the call that receives is there when its sender asks.
 * A posted receive is not: the request interrupts the receiver's processor; or
 * it has come before, and is answered when the receive is posted. And each
 * packet is looked for in the list of the receives that are posted. SimGrid
 * itself matches the messages and moves their data; here only who came first is
 * kept, by sender and tag.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_RENDEZVOUS_H
#define QUADRILLE_HARNESS_SIMULATOR_RENDEZVOUS_H

#include <mpi.h>
#include <stdbool.h>

/* What posted receives cost their processor, in seconds. */
typedef struct qdr_posting_costs {
    double handshake_s; /* 0: nothing is kept, or done */
    double byte_s;      /* more of a byte, for each that is posted beside it */
} qdr_posting_costs;

/* qdr_rendezvous_open makes this rank ready. Collective over all ranks, after
 * qdr_processor_new. */
void qdr_rendezvous_open(const qdr_posting_costs *costs);

/* qdr_rendezvous_ask: this rank asks `peer` to send it a message. */
void qdr_rendezvous_ask(int peer, int tag, MPI_Comm comm);

/* qdr_rendezvous_end: `peer` has received what this rank asked to send it. */
void qdr_rendezvous_end(int peer, int tag, MPI_Comm comm);

/* qdr_rendezvous_receive: this rank is ready for a message of `peer`; and, if
 * it is posted, goes on. */
void qdr_rendezvous_receive(int peer, int tag, MPI_Comm comm, bool is_posted);

#endif
