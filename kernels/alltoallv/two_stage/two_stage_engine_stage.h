/* kernels/alltoallv/two_stage/two_stage_engine_stage.h -- every rank has a
 * message for every other, whose length only the sender knows.
 *
 * Common to the two stages of two_stage. A parameter names the algorithm that
 * exchanges the messages [ranka1995, Sec. 6.1], by its own schedule or engine.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_STAGE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_STAGE_H

#include "kernels/executor/exchange.h"

/* The exchange of one of the two stages. */
typedef struct qdr_stage_exchange {
    int rank, num_procs;
    int64_t bound; /* max bytes of a message, in whole words */
    char *outbox;  /* [num_procs][bound]: the messages to the ranks */
    char *inbox;   /* [num_procs][bound]: those from the ranks */
    qdr_exchange exchange;
} qdr_stage_exchange;

/* qdr_stage_exchange_init makes room for messages of up to `bound` bytes, and
 * plans their exchange among the ranks of `comm` by the algorithm `kernel` with
 * `seed`. Collective; every rank returns the same status. The stage must not be
 * moved; release it with qdr_stage_exchange_cleanup in either case. */
qdr_status qdr_stage_exchange_init(qdr_stage_exchange *stage, int64_t bound,
                                   const qdr_kernel *kernel, uint64_t seed,
                                   MPI_Comm comm, qdr_error *error);
void qdr_stage_exchange_cleanup(qdr_stage_exchange *stage); /* collective */

/* qdr_stage_exchange_outgoing returns the place of the message to `peer`, which
 * may be the rank itself; qdr_stage_exchange_incoming that of the one that came
 * from it. */
int32_t *qdr_stage_exchange_outgoing(const qdr_stage_exchange *stage, int peer);
const int32_t *qdr_stage_exchange_incoming(const qdr_stage_exchange *stage,
                                           int peer);

/* qdr_stage_exchange_perform exchanges the messages, at least lengths[p] bytes
 * of each. Collective. It fails on an MPI error only: a rank with another
 * failure sends messages that report it. */
qdr_status qdr_stage_exchange_perform(qdr_stage_exchange *stage,
                                      const int64_t *lengths, qdr_error *error);

#endif
