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

#include "kernels/core/placement.h"
#include "kernels/core/program.h"
#include "kernels/kernel.h"

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

/* Some of a plan's copies: begin .. end - 1. */
typedef struct qdr_range {
    int64_t begin, end;
} qdr_range;

/* One action of this rank's view. */
typedef struct qdr_operation {
    bool is_send;
    int peer;
    int count; /* bytes */
    qdr_buffer buffer;
    int64_t displacement;
    qdr_range packing; /* before a send, or after a receive */
} qdr_operation;

/* What a library's collective is called with; see library.h. */
typedef struct qdr_library_call qdr_library_call;

/* The state of an algorithm that decides at run time; see dynamic.h. */
typedef struct qdr_dynamic qdr_dynamic;

typedef struct qdr_exchange {
    qdr_placement placement;
    MPI_Comm comm; /* the caller's */
    int64_t num_operations;
    qdr_operation *operations;
    qdr_program program; /* over the operations */
    qdr_copy *copies;
    qdr_range before, after; /* all operations */
    char *work, *packed;
    MPI_Request *requests;        /* [num_operations] */
    bool is_broken;               /* MPI failed in an execution */
    bool is_persistent, is_bound; /* to these buffers */
    char *bound[QDR_NUM_BUFFERS];
    qdr_library_call *library; /* instead of a program, or NULL */
    qdr_dynamic *dynamic;      /* instead of a program, or NULL */
} qdr_exchange;

/* qdr_exchange_init plans `schedule`, to be executed in `mode` by the ranks of
 * `comm`; `placement`, of this rank, becomes the plan's, also on a failure.
 * Local; keeps no pointer into schedule and mode, but `comm` must outlive the
 * plan. Release with qdr_exchange_cleanup, before MPI_Finalize. */
qdr_status qdr_exchange_init(qdr_exchange *exchange,
                             const qdr_schedule *schedule,
                             qdr_placement *placement, const qdr_mode *mode,
                             MPI_Comm comm, qdr_error *error);

/* qdr_exchange_init_unscheduled plans `kernel`, a row without a schedule: a
 * call of the MPI library's own collective, or what is decided at run time.
 * Collective over `comm`; otherwise as qdr_exchange_init. Of `problem` only the
 * options are read, not the pattern. The plan must not be moved. Refuses more
 * than 2^31 - 1 bytes in a buffer, which the library's calls cannot count, on
 * every rank if on one; `error` is not NULL. */
qdr_status qdr_exchange_init_unscheduled(qdr_exchange *exchange,
                                         const qdr_kernel *kernel,
                                         const qdr_problem *problem,
                                         qdr_placement *placement,
                                         MPI_Comm comm, qdr_error *error);

/* qdr_exchange_cleanup releases the plan; a zeroed one is legal. What a failed
 * execution left under way is given up: receives no longer write. */
void qdr_exchange_cleanup(qdr_exchange *exchange);

/* qdr_exchange_execute moves the bytes in the plan's mode. Collective over the
 * plan's communicator, whose ranks hold plans of the same schedule and mode;
 * `send` and `receive` are as long as the placement says. Allocates nothing,
 * but for persistent requests when the buffers are not those of the execution
 * before. On an MPI error returns QDR_ERROR_MPI; the communicator must return
 * errors. After one some transfers may still be under way, so that later
 * executions move nothing and return QDR_ERROR_MPI, too. */
qdr_status qdr_exchange_execute(qdr_exchange *exchange, const char *send,
                                char *receive, qdr_error *error);

#endif
