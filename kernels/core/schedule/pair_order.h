/* kernels/core/schedule/pair_order.h -- the messages of a pattern in pair
 * order; see schedule.h. */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_PAIR_ORDER_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_PAIR_ORDER_H

#include "kernels/core/problem/pattern.h"

/* qdr_pair_order allocates and fills *out_order with the indices of the
 * pattern's off-diagonal messages, in pair order; *out_count is their number.
 * The caller frees it. O(messages + ranks) time. */
qdr_status qdr_pair_order(const qdr_pattern *pattern, int64_t **out_order,
                          int64_t *out_count, qdr_error *error);

#endif
