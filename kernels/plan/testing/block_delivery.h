/* kernels/plan/testing/block_delivery.h -- messages of a test of all ranks:
 * their bytes and blocks, and whether they arrive. */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_BLOCK_DELIVERY_H
#define QUADRILLE_KERNELS_PLAN_TESTING_BLOCK_DELIVERY_H

#include <stdbool.h>

#include "kernels/core/problem/pattern.h"
#include "kernels/quadrille.h"

/* qdr_test_byte is byte `at` of the message from src to dst. */
char qdr_test_byte(int src, int dst, int64_t at);

/* What this rank sends, or what it receives. */
typedef struct qdr_test_side {
    int64_t count;
    qdr_block *blocks;
    int64_t bytes; /* of its buffer */
} qdr_test_side;

enum { QDR_TEST_CUTS = 3 /* blocks of a message at most */ };

/* qdr_test_side_of lists one side of this rank's messages, each `less` bytes
 * shorter if it is so long, in `cuts` blocks; or 0: in 1 to 3 blocks, others at
 * the other end. The first blocks of all messages come first, of the last peer
 * before. In the buffer they are in the opposite order, with gaps. */
qdr_test_side qdr_test_side_of(const qdr_pattern *pattern, bool is_send,
                               int cuts, int64_t less);

/* qdr_test_side_cleanup frees the list. */
void qdr_test_side_cleanup(qdr_test_side *side);

/* qdr_test_fill writes the bytes of the blocks that this rank sends, others in
 * each turn. */
void qdr_test_fill(char *buffer, const qdr_block *blocks, int64_t count,
                   int turn);

/* qdr_test_take returns whether the blocks have come into a buffer, whose other
 * bytes are 0. Then all are. */
bool qdr_test_take(char *buffer, int64_t bytes, const qdr_block *blocks,
                   int64_t count, int turn);

/* qdr_test_execute executes a plan twice in the same buffers and once in
 * others, and expects that it delivers what its info says. */
void qdr_test_execute(qdr_plan *plan);

#endif
