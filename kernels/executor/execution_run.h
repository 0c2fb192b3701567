/* kernels/executor/execution_run.h -- one run of an execution; see execution.h.
 *
 * Every message calls the inline functions.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXECUTION_RUN_H
#define QUADRILLE_KERNELS_EXECUTOR_EXECUTION_RUN_H

#include "kernels/executor/execution.h"

/* What the operations of a run need. */
typedef struct qdr_execution_run {
    qdr_execution *plan;
    char *const *buffers; /* of the plan */
    qdr_error *error;
} qdr_execution_run;

/* The bytes are about to be read, or have just arrived, in this buffer. */
static inline void qdr_run_gather(const qdr_execution_run *run,
                                  qdr_buffer buffer, int64_t begin,
                                  int64_t bytes)
{
    const qdr_indexed_buffer *data = &run->plan->indexed;

    if (data->gather != NULL && buffer == QDR_SEND_BUFFER)
        data->gather(data->context, begin, bytes);
}

static inline void qdr_run_scatter(const qdr_execution_run *run,
                                   qdr_buffer buffer, int64_t begin,
                                   int64_t bytes)
{
    const qdr_indexed_buffer *data = &run->plan->indexed;

    if (data->scatter != NULL && buffer == QDR_RECEIVE_BUFFER)
        data->scatter(data->context, begin, bytes);
}

static inline char *qdr_run_place(const qdr_execution_run *run,
                                  const qdr_bound_operation *operation)
{
    return run->buffers[operation->buffer] + operation->displacement;
}

static inline MPI_Datatype qdr_run_type(const qdr_execution_run *run,
                                        const qdr_bound_operation *operation)
{
    const qdr_execution *plan = run->plan;

    return plan->types == NULL ? MPI_BYTE
                               : plan->types[operation - plan->now->operations];
}

/* qdr_run_copy copies, and combines; it skips a part that is already in its
 * place. Returns MPI's code. */
int qdr_run_copy(const qdr_execution_run *run, qdr_copy_range which);

/* qdr_run_copy_own does so with a rank's own data, before or after its
 * messages. */
qdr_status qdr_run_copy_own(const qdr_execution_run *run, qdr_copy_range which);

/* qdr_run_follow follows the instructions begin .. end - 1 of the program. */
qdr_status qdr_run_follow(const qdr_execution_run *run, int64_t begin,
                          int64_t end);

#endif
