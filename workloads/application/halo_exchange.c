/* workloads/application/halo_exchange.c -- see halo_exchange.h. */
#include "workloads/application/halo_exchange.h"

#include <string.h>

#include "kernels/core/problem/buffer_layout.h"

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
