/* kernels/executor/stages.h -- an exchange in stages: exchanges one after
 * another, each of some of the ranks.
 *
 * What a rank receives in a stage it sends in its next one; in its first stage
 * it sends what the caller gives. A stage receives in the caller's buffer what
 * that is to have in the end, else in room between stages.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_STAGES_H
#define QUADRILLE_KERNELS_EXECUTOR_STAGES_H

#include "kernels/executor/exchange.h"

/* A stage, for a rank that is in it. */
typedef struct qdr_exchange_stage {
    qdr_exchange *exchange; /* on a part of the vector */
    int64_t begin;          /* of this part, in the vector */
    int64_t place;          /* in the caller's buffer; -1: in the room */
} qdr_exchange_stage;

enum { QDR_MAX_STAGES = 3 };

/* Those of a rank. */
typedef struct qdr_stages {
    qdr_exchange_stage items[QDR_MAX_STAGES];
    int count;
    char *room; /* its own */
} qdr_stages;

/* qdr_exchange_bind_stages makes `stages` what an exchange on a vector
 * performs; they outlive it. Sets places and room. Local. */
qdr_status qdr_exchange_bind_stages(qdr_exchange *exchange, qdr_stages *stages,
                                    qdr_error *error);

/* qdr_exchange_set_operator replaces the operator of an exchange, and of its
 * stages, for executions from now on: by one that commutes as it does. Local.
 */
void qdr_exchange_set_operator(qdr_exchange *exchange, MPI_Op op);

#endif
