/* kernels/executor/exchange.h -- a rank's planned exchange: an execution of
 * its schedule (execution.h), or the state of an engine (kernels/engine.h). */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_H
#define QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_H

#include "kernels/engine.h"
#include "kernels/executor/datatypes.h"
#include "kernels/executor/execution.h"

/* Whether it can be executed. */
typedef enum qdr_exchange_state {
    QDR_EXCHANGE_READY,
    QDR_EXCHANGE_STARTED, /* and not yet waited for */
    QDR_EXCHANGE_BROKEN   /* MPI failed in an execution */
} qdr_exchange_state;

/* It must not be moved once it is bound: the parts point to the layout. */
typedef struct qdr_exchange {
    qdr_exchange_state state;
    /* Moves the bytes; set as it is bound. */
    qdr_status (*run)(struct qdr_exchange *exchange, const char *send,
                      char *receive, qdr_error *error);
    qdr_buffer_layout layout;        /* its own */
    MPI_Comm comm;                   /* the caller's */
    int tag;                         /* of its messages, in it */
    qdr_arithmetic arithmetic;       /* of a collective that combines */
    struct qdr_ring_group *rings;    /* of shared memory, or NULL */
    qdr_execution execution;         /* of an algorithm with a schedule */
    const struct qdr_stages *stages; /* or what it performs instead, or NULL */
    const qdr_engine *engine;
    void *engine_state;
    /* For an engine and messages in several blocks: engines need joined
     * messages. */
    qdr_buffer_layout joined;
    char *joined_send, *joined_receive; /* NULL: they need not be */
    qdr_datatypes *typed; /* its own, of messages in MPI's types; NULL: bytes */
} qdr_exchange;

/* qdr_exchange_bind_schedule binds `schedule`, of `problem`, to this rank, to
 * be executed in `mode`. The exchange is zeroed but for layout and comm.
 * Local, unless the mode announces: then collective over the exchange's comm,
 * and `error` is not NULL.
 * Release with qdr_exchange_cleanup. */
qdr_status qdr_exchange_bind_schedule(qdr_exchange *exchange,
                                      const qdr_problem *problem,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error);

/* qdr_exchange_bind_engine makes the state of `engine`, that of `kernel`, which
 * has no schedule. If the exchange has one, the engine is executed instead, and
 * the schedule is what can be started. Collective over the exchange's comm;
 * every rank returns the same status. `error` is not NULL. Otherwise as
 * qdr_exchange_bind_schedule. */
qdr_status qdr_exchange_bind_engine(qdr_exchange *exchange,
                                    const qdr_kernel *kernel,
                                    const qdr_engine *engine,
                                    const qdr_problem *problem,
                                    qdr_error *error);

/* qdr_exchange_bind_shared does so for the engine of an algorithm of kind
 * QDR_SHARED, whose rings the exchange has. Local. */
qdr_status qdr_exchange_bind_shared(qdr_exchange *exchange,
                                    const qdr_engine *engine,
                                    const qdr_problem *problem,
                                    qdr_error *error);

/* qdr_exchange_run_engine moves the bytes by the exchange's engine, which gets
 * the blocks of a message joined. As qdr_exchange_execute.
 * qdr_exchange_drop_engine releases the engine's state, if there is one.
 * Collective. */
qdr_status qdr_exchange_run_engine(qdr_exchange *exchange, const char *send,
                                   char *receive, qdr_error *error);
void qdr_exchange_drop_engine(qdr_exchange *exchange);

/* qdr_exchange_bind_types binds its `typed` (datatypes.h), after the schedule
 * and the engine. Local. */
qdr_status qdr_exchange_bind_types(qdr_exchange *exchange, bool is_direct,
                                   qdr_error *error);

/* qdr_exchange_cleanup releases it with its layout; a zeroed one is legal.
 * Collective if it has an engine or announces; before MPI_Finalize. */
void qdr_exchange_cleanup(qdr_exchange *exchange);

/* qdr_exchange_set_indexed sets where the program keeps its data, for
 * executions from now on; for exchanges of messages. An engine's are gathered
 * before it, and scattered after it. It fails only if memory runs out. */
qdr_status qdr_exchange_set_indexed(qdr_exchange *exchange,
                                    const qdr_indexed_buffer *data,
                                    qdr_error *error);

/* qdr_exchange_execute moves the bytes. Collective over the exchange's comm;
 * `send` and `receive` are as long as the layout says. On an MPI error
 * returns QDR_ERROR_MPI, and so do later executions, which move nothing. */
qdr_status qdr_exchange_execute(qdr_exchange *exchange, const char *send,
                                char *receive, qdr_error *error);

/* qdr_exchange_can_start returns whether this rank's part of it can be started
 * without blocking. */
bool qdr_exchange_can_start(const qdr_exchange *exchange);

/* qdr_exchange_start and qdr_exchange_wait are qdr_exchange_execute in two
 * parts, for a schedule. Local, and the wait of a rank ends as soon as all
 * ranks have started, if all can start. To start or execute a started exchange,
 * or to wait for one that is not started, fails with QDR_ERROR_INPUT. */
qdr_status qdr_exchange_start(qdr_exchange *exchange, const char *send,
                              char *receive, qdr_error *error);
qdr_status qdr_exchange_wait(qdr_exchange *exchange, qdr_error *error);

/* qdr_exchange_count writes this rank's counts of the last execution, as
 * qdr_engine's count. */
int qdr_exchange_count(const qdr_exchange *exchange, qdr_counter *counts);

#endif
