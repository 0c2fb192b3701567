/* kernels/core/base/counter.h -- what a rank did in an exchange, as numbers
 * with names: inquiries, refusals. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_COUNTER_H
#define QUADRILLE_KERNELS_CORE_BASE_COUNTER_H

#include <stdint.h>

/* One named number that an engine reports of its last execution. */
typedef struct qdr_counter {
    const char *name; /* constant, "inquiries" */
    int64_t number;
} qdr_counter;

/* Max number of counts of one algorithm. */
enum { QDR_MAX_COUNTERS = 4 };

#endif
