/* kernels/core/proof/delivery_proof.h -- the state of a delivery check, and its
 * failures; see delivery.h.
 *
 * A message of no bytes must also move; here it has one byte. A vector of no
 * bytes needs no transfer.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROOF_DELIVERY_PROOF_H
#define QUADRILLE_KERNELS_CORE_PROOF_DELIVERY_PROOF_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/proof/block_holders.h"
#include "kernels/core/proof/contributors.h"
#include "kernels/core/schedule/schedule.h"

/* Bytes that arrive in the round at hand. */
typedef struct qdr_proof_arrival {
    int src, dst;
    int64_t block;
    qdr_interval what;
    bool combines;
} qdr_proof_arrival;

/* Released by qdr_check_delivery. */
typedef struct qdr_proof {
    const qdr_schedule *schedule;
    const qdr_problem *problem;
    bool spreads; /* senders keep what they send */
    bool repeats; /* receivers may get data that they have, with more */
    qdr_block_holders holders;
    qdr_contributors sets;
    qdr_proof_arrival *arrivals;
    int64_t num_arrivals, arrival_capacity;
    int64_t round; /* from 0 */
    qdr_error *error;
} qdr_proof;

enum { QDR_BLOCK_NAME_LENGTH = 64 };

/* qdr_proof_extent returns the bytes of a block that must move. */
int64_t qdr_proof_extent(const qdr_proof *p, int64_t block);

/* qdr_proof_name_block writes "the message 3 -> 5", or "the vector", to
 * name[QDR_BLOCK_NAME_LENGTH], and returns it. */
const char *qdr_proof_name_block(const qdr_proof *p, int64_t block, char *name);

/* qdr_proof_fail_memory fails as memory ran out, qdr_proof_fail_byte about one
 * byte of a block, in the round at hand. */
qdr_status qdr_proof_fail_memory(qdr_proof *p);
qdr_status qdr_proof_fail_byte(qdr_proof *p, int rank, const char *what,
                               int64_t byte, int64_t block);

/* qdr_proof_follow_round moves the data of the round at hand. */
qdr_status qdr_proof_follow_round(qdr_proof *p);

#endif
