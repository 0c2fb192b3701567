/* harness/netmap/roll_call.h -- rank 0 of `netmap` finds out who is there: at
 * the start, and when a pair does not answer. */
#ifndef QUADRILLE_HARNESS_NETMAP_ROLL_CALL_H
#define QUADRILLE_HARNESS_NETMAP_ROLL_CALL_H

#include "harness/netmap/party.h"

/* qdr_greet, on every rank but 0, sends the name of its node to rank 0. */
void qdr_greet(const char *name);

/* qdr_meet, on rank 0, waits for all of them, numbers the nodes by their first
 * ranks, or with `of_ranks` numbers ranks, and sends the numbers to all. Sets
 * *out_is_complete to whether all have answered within the limit, else nothing
 * is numbered. Prints ranks and nodes. */
qdr_status qdr_meet(qdr_party *party, const char *name, bool of_ranks,
                    bool *out_is_complete, qdr_error *error);

/* qdr_roll_call, on rank 0, has every node send to every other, and prints the
 * nodes and pairs that do not answer. If all do, it prints the pair that gave
 * reason for it. */
qdr_status qdr_roll_call(qdr_party *party, int from, int to, qdr_error *error);

#endif
