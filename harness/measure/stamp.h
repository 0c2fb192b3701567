/* harness/measure/stamp.h -- data that tell where they come from.
 *
 * Every byte of a message depends on its source, its destination and its
 * place, so a byte that is lost, doubled, misplaced or delivered to another
 * rank is seen. Vectors to combine hold doubles, each a number that depends on
 * its place plus the rank times another such number: their sum is known, exact,
 * and wrong if a contribution is lost or doubled. The receive buffer stands
 * between canaries.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_STAMP_H
#define QUADRILLE_HARNESS_MEASURE_STAMP_H

#include <stdbool.h>

#include "kernels/core/problem.h"
#include "kernels/quadrille.h"

/* Both buffers of a rank, canaries included in the allocation. */
typedef struct qdr_buffers {
    qdr_plan_info info; /* where the messages stand */
    int rank, num_procs;
    qdr_collective collective;
    char *send;
    char *receive;
    char *receive_allocation;
} qdr_buffers;

/* qdr_buffers_init allocates the buffers of a rank of `num_procs` whose
 * messages, of a collective, stand as `info` says, stamps every message that it
 * sends and clears the receive buffer. What `info` points to must outlive them.
 * Release with qdr_buffers_cleanup. */
qdr_status qdr_buffers_init(qdr_buffers *buffers, const qdr_plan_info *info,
                            int rank, int num_procs, qdr_collective collective,
                            qdr_error *error);

void qdr_buffers_cleanup(qdr_buffers *buffers);

/* qdr_buffers_poison makes every received byte wrong, so that only what is
 * received from now on can be right. */
void qdr_buffers_poison(const qdr_buffers *buffers);

/* qdr_buffers_verify holds every received byte and the canaries against what
 * the senders stamped; names the first that differs. Local. */
qdr_status qdr_buffers_verify(const qdr_buffers *buffers, qdr_error *error);

#endif
