/* harness/self_tests/default_timers.c -- see default_timers.h. */
#include "harness/self_tests/default_timers.h"

#include <stdio.h>

#include "harness/clock/clock.h"

enum {
    MAX_TOGETHER = 100,
    MARGIN_NS = 20000, /* until an agreed start */
    LATE_NS = 500
};

void qdr_default_require(const qdr_default_trial *trial, int status)
{
    if (status == 0)
        return;
    fprintf(stderr, "quadrille bench here: %s: %s\n", trial->row->operation,
            trial->data.error.text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void qdr_default_call(qdr_default_trial *trial, bool is_ours)
{
    qdr_default_data *d = &trial->data;

    if (!is_ours)
        qdr_default_require(trial, trial->row->library(d));
    else if (trial->row->ours != NULL)
        qdr_default_require(trial, trial->row->ours(d));
    else
        qdr_default_require(
            trial, qdr_plan_execute(d->plan, d->send, d->receive, &d->error));
}

/* Bytes that this rank sends. */
static size_t sent(const qdr_default_trial *trial)
{
    const qdr_default_data *d = &trial->data;

    switch (trial->row->sends) {
    case QDR_DEFAULT_ROOT:
        return d->rank == 0 ? (size_t)d->bytes : 0;
    case QDR_DEFAULT_PART:
        return (size_t)(d->bytes / d->num_procs);
    case QDR_DEFAULT_VECTOR:
        return (size_t)d->bytes;
    default:
        return (size_t)(d->bytes * d->num_procs);
    }
}

/* No two ranks send the same. Sums of small whole numbers are exact in any
 * order. A last word may end behind the data. */
void qdr_default_rewrite(qdr_default_trial *trial)
{
    const uint64_t odd = 0x9e3779b97f4a7c15; /* any: it mixes all bytes */
    uint64_t rank = (uint64_t)trial->data.rank;
    uint64_t *words = (uint64_t *)(void *)trial->data.send;
    double *values = (double *)(void *)trial->data.send;
    size_t count = (sent(trial) + sizeof *words - 1) / sizeof *words;

    if (trial->row->sends == QDR_DEFAULT_VECTOR)
        for (size_t i = 0; i < count; i++)
            values[i] = (double)((rank + 1) * 131 + i % 128);
    else
        for (size_t i = 0; i < count; i++)
            words[i] = (rank * 0x10001 + i + 1) * odd;
}

static void reduce(int64_t *values, int count, MPI_Op op)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, op, MPI_COMM_WORLD);
}

/* From the first entry to the last exit, without the time of rewriting. */
static double time_stream(qdr_default_trial *trial, bool is_ours, int count)
{
    int64_t begin_ns, end_ns, rewriting_ns = qdr_clock_now_ns();

    for (int i = 0; i < count && trial->is_rewritten; i++)
        qdr_default_rewrite(trial);
    rewriting_ns = qdr_clock_now_ns() - rewriting_ns;
    MPI_Barrier(MPI_COMM_WORLD);
    begin_ns = qdr_clock_now_ns();
    for (int i = 0; i < count; i++) {
        if (trial->is_rewritten)
            qdr_default_rewrite(trial);
        qdr_default_call(trial, is_ours);
    }
    end_ns = qdr_clock_now_ns() - rewriting_ns;
    reduce(&begin_ns, 1, MPI_MIN);
    reduce(&end_ns, 1, MPI_MAX);
    return (double)(end_ns - begin_ns) / count;
}

/* The mean over ranks. */
static double time_after_barriers(qdr_default_trial *trial, bool is_ours,
                                  int count)
{
    int64_t sum_ns = 0;

    for (int i = 0; i < count; i++) {
        if (trial->is_rewritten)
            qdr_default_rewrite(trial);
        MPI_Barrier(MPI_COMM_WORLD);
        sum_ns -= qdr_clock_now_ns();
        qdr_default_call(trial, is_ours);
        sum_ns += qdr_clock_now_ns();
    }
    reduce(&sum_ns, 1, MPI_SUM);
    return (double)sum_ns / count / trial->data.num_procs;
}

/* From the first entry to the last exit. Calls that a rank begins late do not
 * count, if others are left. */
static double time_together(qdr_default_trial *trial, bool is_ours, int count)
{
    static int64_t begin_ns[MAX_TOGETHER], end_ns[MAX_TOGETHER],
        late_ns[MAX_TOGETHER];
    qdr_error *error = &trial->data.error;
    double sum_ns = 0, all_ns = 0;
    int num = 0;

    qdr_default_require(trial, qdr_clock_resync(MPI_COMM_WORLD, error));
    for (int i = 0; i < count; i++) {
        int64_t start_ns;
        if (trial->is_rewritten)
            qdr_default_rewrite(trial);
        start_ns = qdr_clock_now_ns() + MARGIN_NS;
        qdr_default_require(trial,
                            qdr_clock_agree(MPI_COMM_WORLD, &start_ns, error));
        late_ns[i] = qdr_clock_wait_until(start_ns);
        begin_ns[i] = qdr_clock_now_ns();
        qdr_default_call(trial, is_ours);
        end_ns[i] = qdr_clock_now_ns();
    }
    reduce(begin_ns, count, MPI_MIN);
    reduce(end_ns, count, MPI_MAX);
    reduce(late_ns, count, MPI_MAX);
    for (int i = 0; i < count; i++) {
        bool counts = late_ns[i] <= LATE_NS;
        all_ns += (double)(end_ns[i] - begin_ns[i]);
        sum_ns += counts ? (double)(end_ns[i] - begin_ns[i]) : 0;
        num += counts;
    }
    return num > 0 ? sum_ns / num : all_ns / count;
}

const qdr_default_way qdr_default_ways[] = {
    {"stream", time_stream, 2000},
    {"barrier", time_after_barriers, 2000},
    {"agreed", time_together, MAX_TOGETHER},
    {.name = NULL}};
