/* harness/measure/test_pattern.h -- data that identify their source.
 *
 * Every byte of a message depends on its source, its destination and its place.
 * So a byte that is lost, duplicated, misplaced or delivered to another rank is
 * detected. Vectors to combine hold doubles: each is a number that depends on
 * its place, plus the rank times another such number. Their sum is known
 * exactly, and wrong if a contribution is lost or duplicated. The receive
 * buffer lies between canaries.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_TEST_PATTERN_H
#define QUADRILLE_HARNESS_MEASURE_TEST_PATTERN_H

#include <stdbool.h>

#include "kernels/core/problem/problem.h"
#include "kernels/quadrille.h"

/* Both buffers of a rank, canaries included in the allocation. */
typedef struct qdr_buffers {
    qdr_plan_info info; /* the places of the messages */
    int rank, num_procs;
    qdr_collective collective;
    char *send;
    char *receive;
    char *receive_allocation;
} qdr_buffers;

/* qdr_buffers_init allocates the buffers of a rank of `num_procs`, with the
 * messages of a collective placed as in `info`, stamps every message that the
 * rank sends and clears the receive buffer. The data that `info` points to must
 * outlive the buffers. Release with qdr_buffers_cleanup. */
qdr_status qdr_buffers_init(qdr_buffers *buffers, const qdr_plan_info *info,
                            int rank, int num_procs, qdr_collective collective,
                            qdr_error *error);

/* qdr_buffers_cleanup frees the buffers and zeroes the structure; a zeroed one
 * is legal. */
void qdr_buffers_cleanup(qdr_buffers *buffers);

/* qdr_buffers_poison makes every received byte wrong, so that only bytes
 * received from now on can be right. */
void qdr_buffers_poison(const qdr_buffers *buffers);

/* qdr_buffers_verify compares every received byte and the canaries with the
 * senders' stamps; names the first that differs. Local. */
qdr_status qdr_buffers_verify(const qdr_buffers *buffers, qdr_error *error);

#endif
