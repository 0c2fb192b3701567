/* workloads/skewed/zipf_law.h -- Zipf's law in whole numbers. */
#ifndef QUADRILLE_WORKLOADS_SKEWED_ZIPF_LAW_H
#define QUADRILLE_WORKLOADS_SKEWED_ZIPF_LAW_H

#include <stdint.h>

#include "kernels/core/base/status.h"

/* Max exponent, at which the second weighs 2^-8 of the first. */
enum { QDR_ZIPF_MAX_EXPONENT = 8 };

/* qdr_zipf_weight returns the weight of place k = 1, 2, ...: 2^40 / k^exponent,
 * rounded, and at least 1. Whole numbers, so that draws and shares do not
 * depend on the rounding of a machine. */
int64_t qdr_zipf_weight(int64_t k, double exponent);

/* qdr_zipf_distribute sets shares[0..count-1] to `total` >= 0 in proportion to
 * the weights of places 1..count, by largest remainders, the first place first
 * among equals: they sum to `total` and do not increase. */
qdr_status qdr_zipf_distribute(int64_t *shares, int64_t count, double exponent,
                               int64_t total, qdr_error *error);

#endif
