/* harness/simulator/rendezvous.h -- the costs of a meeting of sender and
 * receiver: the handshake of a message whose receive was posted, at the
 * processor of its receiver, and the loss of a node that several senders need.
 *
 * A program that waits in a blocking receive is ready when its sender's request
 * comes. A posted receive is not: the request interrupts the receiver's
 * processor when it comes; or it came before, and is answered when the receive
 * is posted. In addition, each packet is looked up in the list of posted
 * receives. If k long messages to a node are in progress or wait, it receives 1
 * + contention lg k times more slowly. [wang1993, Table 2] SimGrid itself
 * matches the messages and moves their data; this module only records which
 * side came first, by sender and tag.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_RENDEZVOUS_H
#define QUADRILLE_HARNESS_SIMULATOR_RENDEZVOUS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* Times in seconds. If handshake_s and contention are 0, nothing is recorded.
 */
typedef struct qdr_meeting_costs {
    double request_s;   /* a request travels */
    double handshake_s; /* of a posted receive, to its processor */
    double byte_s;      /* extra per byte, for each other posted receive */
    double contention;
    int64_t long_bytes; /* shorter messages do not contend */
} qdr_meeting_costs;

/* qdr_rendezvous_open makes this rank ready. Collective over all ranks, after
 * qdr_processor_new. */
void qdr_rendezvous_open(const qdr_meeting_costs *costs);

/* qdr_rendezvous_request: this rank requests to send `peer` so many bytes.
 * Returns whether the receive has been recorded already. */
bool qdr_rendezvous_request(int64_t bytes, int peer, int tag, MPI_Comm comm);

/* qdr_rendezvous_end: `peer` has received the message that this rank requested
 * to send. */
void qdr_rendezvous_end(int peer, int tag, MPI_Comm comm);

/* qdr_rendezvous_receive: this rank is ready for a message of `peer`; if the
 * receive is posted, it continues without waiting. */
void qdr_rendezvous_receive(int peer, int tag, MPI_Comm comm, bool is_posted);

#endif
