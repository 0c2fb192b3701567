/* workloads/application/application.c -- see application.h. */
#include "workloads/application/application.h"

#include <string.h>

#include "kernels/core/base/rng.h"

static qdr_status exchange_nothing(void *context, qdr_error *error)
{
    (void)context, (void)error;
    return QDR_OK;
}

static qdr_status reduce_of_one(void *context, qdr_reduction reduction,
                                int count, double *values, qdr_error *error)
{
    (void)context, (void)reduction, (void)count, (void)values, (void)error;
    return QDR_OK;
}

static void enter_unheard(void *context, qdr_phase phase)
{
    (void)context, (void)phase;
}

static void work_unheard(void *context, const qdr_work *work)
{
    (void)context;
    (void)work;
}

const qdr_host qdr_host_alone = {.procs = 1,
                                 .exchange = exchange_nothing,
                                 .reduce = reduce_of_one,
                                 .enter = enter_unheard,
                                 .worked = work_unheard};

/* A sum to which only rank 0 adds, in pieces whose length is an int. */
qdr_status qdr_host_report(const qdr_host *host, int64_t count, double *values,
                           qdr_error *error)
{
    enum { MAX_AT_ONCE = 1 << 20 };
    qdr_status status = QDR_OK;

    if (host->rank > 0)
        memset(values, 0, (size_t)count * sizeof *values);
    for (int64_t i = 0; i < count && status == QDR_OK; i += MAX_AT_ONCE) {
        int64_t left = count - i;
        status = host->reduce(host->context, QDR_SUM,
                              (int)(left < MAX_AT_ONCE ? left : MAX_AT_ONCE),
                              values + i, error);
    }
    return status;
}

int64_t qdr_answer_digest(const void *answer, int64_t bytes)
{
    const char *from = answer;
    uint64_t digest = qdr_mix64((uint64_t)bytes + 1);

    for (int64_t at = 0; at < bytes; at += 8) {
        uint64_t word = 0;
        memcpy(&word, from + at, bytes - at < 8 ? (size_t)(bytes - at) : 8);
        digest = qdr_mix64(digest ^ word);
    }
    return (int64_t)(digest >> 24);
}
