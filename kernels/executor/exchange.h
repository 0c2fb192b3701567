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

#include "kernels/core/mode.h"
#include "kernels/core/schedule.h"

/* One message's place in a buffer of this rank. */
typedef struct qdr_block {
    int peer;
    int64_t displacement; /* bytes from the start of the buffer */
    int64_t bytes;
} qdr_block;

/* The buffers of a plan: the caller's two, and the plan's own two, in which a
 * combining schedule keeps what it forwards and packs a transfer's blocks. */
typedef enum qdr_buffer {
    QDR_SEND_BUFFER,
    QDR_RECEIVE_BUFFER,
    QDR_WORK_BUFFER,
    QDR_PACKED_BUFFER,
    QDR_NUM_BUFFERS
} qdr_buffer;

/* A copy within this rank. */
typedef struct qdr_copy {
    qdr_buffer from_buffer, to_buffer;
    int64_t from, to, bytes;
} qdr_copy;

/* Some of a plan's copies, or operations: begin .. end - 1. */
typedef struct qdr_range {
    int64_t begin, end;
} qdr_range;

/* One transfer that this rank takes part in. */
typedef struct qdr_operation {
    bool is_send;
    int peer;
    int64_t round; /* from 0 */
    int count;     /* bytes */
    qdr_buffer buffer;
    int64_t displacement;
    qdr_range packing; /* before a send, or after a receive */
} qdr_operation;

typedef struct qdr_exchange {
    int rank;
    int64_t num_operations;
    qdr_operation *operations;       /* in the order of execution */
    int64_t num_sends, num_receives; /* messages; a local copy is in both */
    qdr_block *sends;    /* by destination; packed in the send buffer */
    qdr_block *receives; /* by source; packed in the receive buffer */
    int64_t send_bytes, receive_bytes; /* lengths of the two buffers */
    qdr_copy *copies;
    qdr_range before, after; /* all operations */
    char *work, *packed;
    qdr_mode mode;
    int64_t num_rounds;    /* of the whole schedule */
    MPI_Request *requests; /* [num_operations] */
} qdr_exchange;

/* qdr_exchange_init plans `schedule` of `pattern` for `rank`, to be executed in
 * `mode`. Local; keeps no pointer into its arguments. Refuses a message above
 * 2^31 - 1 bytes, and a combining schedule in another mode than synchronous,
 * whose order it needs. Release
 * with qdr_exchange_cleanup, before MPI_Finalize. */
qdr_status qdr_exchange_init(qdr_exchange *exchange,
                             const qdr_schedule *schedule,
                             const qdr_pattern *pattern, int rank,
                             const qdr_mode *mode, qdr_error *error);

/* qdr_exchange_cleanup releases the plan; a zeroed one is legal. */
void qdr_exchange_cleanup(qdr_exchange *exchange);

/* qdr_exchange_execute moves the bytes in the plan's mode. Collective over
 * `comm`, whose ranks hold plans of the same schedule and mode; `send` and
 * `receive` hold send_bytes and receive_bytes. Allocates nothing. On an MPI
 * error returns QDR_ERROR_MPI; `comm` must return errors. */
qdr_status qdr_exchange_execute(const qdr_exchange *exchange, const char *send,
                                char *receive, MPI_Comm comm, qdr_error *error);

#endif
