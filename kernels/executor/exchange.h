/* kernels/executor/exchange.h -- carries a schedule out.
 *
 * The only place that moves the bytes of a schedule. A plan holds this rank's
 * view alone, in proportion to its own messages; it is made once and executed
 * often.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_H
#define QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/schedule.h"

/* One message's place in a buffer of this rank. */
typedef struct qdr_block {
    int peer;
    int64_t displacement; /* bytes from the start of the buffer */
    int64_t bytes;
} qdr_block;

/* One transfer that this rank takes part in. */
typedef struct qdr_operation {
    bool is_send;
    int peer;
    int count; /* bytes */
    int64_t displacement;
} qdr_operation;

typedef struct qdr_exchange {
    int rank;
    int64_t num_operations;
    qdr_operation *operations;       /* in the order of execution */
    int64_t num_sends, num_receives; /* messages; a local copy is in both */
    qdr_block *sends;    /* by destination; packed in the send buffer */
    qdr_block *receives; /* by source; packed in the receive buffer */
    int64_t send_bytes, receive_bytes;      /* lengths of the two buffers */
    int64_t copy_bytes, copy_from, copy_to; /* the local copy */
} qdr_exchange;

/* qdr_exchange_init plans `schedule` of `pattern` for `rank`. Local; keeps no
 * pointer into its arguments. Refuses a message above 2^31 - 1 bytes. Release
 * with qdr_exchange_cleanup. */
qdr_status qdr_exchange_init(qdr_exchange *exchange,
                             const qdr_schedule *schedule,
                             const qdr_pattern *pattern, int rank,
                             qdr_error *error);

/* qdr_exchange_cleanup releases the plan; a zeroed one is legal. */
void qdr_exchange_cleanup(qdr_exchange *exchange);

/* qdr_exchange_execute moves the bytes, in the synchronous ordered mode: every
 * transfer is a blocking synchronous send and a blocking receive, in pair
 * order ("the current version of CM-5 software supports only synchronous
 * communication" [ponnusamy1992, Sec. 1]). Collective over `comm`, whose ranks
 * hold plans of the same schedule; `send` and `receive` hold send_bytes and
 * receive_bytes. Allocates nothing. On an MPI error returns QDR_ERROR_MPI;
 * `comm` must return errors. */
qdr_status qdr_exchange_execute(const qdr_exchange *exchange, const char *send,
                                char *receive, MPI_Comm comm, qdr_error *error);

#endif
