/* kernels/executor/execution_copies.c -- the copies of a run; see
 * execution_run.h. */
#include <string.h>

#include "kernels/executor/execution_run.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"

/* More elements than MPI can count are combined in turn. */
enum { MAX_COMBINED = 1 << 30 };

/* *to becomes from op to. */
static int combine(const qdr_execution_run *run, const char *from, char *to,
                   int64_t bytes)
{
    const qdr_arithmetic *with = &run->plan->local.arithmetic;
    int64_t left = bytes / with->element_bytes;
    int code = MPI_SUCCESS;

    while (left > 0 && code == MPI_SUCCESS) {
        int count = left < MAX_COMBINED ? (int)left : MAX_COMBINED;
        code = MPI_Reduce_local(from, to, count, with->type, with->op);
        from += count * with->element_bytes;
        to += count * with->element_bytes;
        left -= count;
    }
    return code;
}

int qdr_run_copy(const qdr_execution_run *run, qdr_copy_range which)
{
    int64_t copied = 0;
    int code = MPI_SUCCESS;

    for (int64_t i = which.begin; i < which.end && code == MPI_SUCCESS; i++) {
        const qdr_copy *one = &run->plan->now->copies.copies[i];
        char *to = run->buffers[one->to_buffer] + one->to;
        char *from = run->buffers[one->from.buffer] + one->from.displacement;
        qdr_run_gather(run, one->from.buffer, one->from.displacement,
                       one->from.bytes);
        if (one->combines && one->own_first)
            code = combine(run, to, from, one->from.bytes);
        else if (one->combines)
            code = combine(run, from, to, one->from.bytes);
        if ((!one->combines || one->own_first) && from != to) {
            memcpy(to, from, (size_t)one->from.bytes);
            copied += one->from.bytes;
        }
        qdr_run_scatter(run, one->to_buffer, one->to, one->from.bytes);
    }
    if (copied > 0)
        qdr_pending_copied(copied);
    return code;
}

qdr_status qdr_run_copy_own(const qdr_execution_run *run, qdr_copy_range which)
{
    return qdr_mpi_status(qdr_run_copy(run, which), "combining the own data of",
                          run->plan->local.layout->rank, run->error);
}
