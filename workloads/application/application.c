/* workloads/application/application.c -- see application.h. */
#include "workloads/application/application.h"

#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/problem/buffer_layout.h"

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

static void pack(const qdr_halo *halo, const qdr_host *host, int width,
                 const double *values)
{
    const size_t bytes = (size_t)width * sizeof *values;

    for (int t = 0; t < halo->num_targets; t++) {
        const qdr_block *block = qdr_buffer_layout_find(
            host->sends, host->num_sends, halo->targets[t]);
        char *to = host->send + block->displacement;
        for (int64_t i = halo->target_begin[t]; i < halo->target_begin[t + 1];
             i++, to += bytes)
            memcpy(to, values + halo->sent[i] * width, bytes);
    }
    host->worked(
        host->context,
        &(qdr_work){.indexed_bytes = halo->target_begin[halo->num_targets] *
                                     (int64_t)bytes});
}

/* Ghosts stand as they are received. */
static void unpack(const qdr_halo *halo, const qdr_host *host, int width,
                   double *values)
{
    for (int s = 0; s < halo->num_sources; s++) {
        const qdr_block *block = qdr_buffer_layout_find(
            host->receives, host->num_receives, halo->sources[s]);
        memcpy(values + (halo->num_owned + halo->source_begin[s]) * width,
               host->receive + block->displacement, (size_t)block->bytes);
    }
    host->worked(host->context,
                 &(qdr_work){.copied_bytes = halo->num_ghosts * width *
                                             (int64_t)sizeof *values});
}

qdr_status qdr_halo_exchange(const qdr_halo *halo, const qdr_host *host,
                             int width, double *values, qdr_error *error)
{
    qdr_status status;

    host->enter(host->context, QDR_PHASE_PACK);
    pack(halo, host, width, values);
    status = host->exchange(host->context, error);
    if (status == QDR_OK) {
        host->enter(host->context, QDR_PHASE_PACK);
        unpack(halo, host, width, values);
    }
    host->enter(host->context, QDR_PHASE_COMPUTE);
    return status;
}
