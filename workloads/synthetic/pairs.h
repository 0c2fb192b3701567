/* workloads/synthetic/pairs.h -- a random share of all pairs, for workloads
 * with such messages. */
#ifndef QUADRILLE_WORKLOADS_SYNTHETIC_PAIRS_H
#define QUADRILLE_WORKLOADS_SYNTHETIC_PAIRS_H

#include "kernels/core/base/rng.h"
#include "workloads/workload.h"

/* Indices of those workloads' parameters: QDR_BYTES_PARAMETER, then the one
 * below, then their own. */
enum { QDR_PAIRS_BYTES, QDR_PAIRS_DENSITY, QDR_PAIRS_NUM_PARAMETERS };

#define QDR_DENSITY_PARAMETER                                                  \
    {                                                                          \
        .name = "density", .plural = "densities",                              \
        .summary = "share of the p (p - 1) pairs that have a message",         \
        .type = QDR_REAL, .default_value = "1", .min = 0, .max = 1             \
    }

/* qdr_pairs_count returns the number of messages at this density of the p (p -
 * 1) pairs, rounded. */
int64_t qdr_pairs_count(const qdr_workload_input *input);

/* qdr_pairs_amount is a workload's amount: so many messages, each as long as
 * `bytes` on average. */
qdr_amount qdr_pairs_amount(const qdr_workload_input *input);

/* qdr_pairs_new draws `count` different off-diagonal pairs, every set of them
 * equally likely, sorted, with messages of `bytes`. `count` is at most p (p -
 * 1). Release them with free. */
qdr_status qdr_pairs_new(qdr_message **out_messages, int procs, int64_t count,
                         int64_t bytes, qdr_rng *rng, qdr_error *error);

#endif
