/* kernels/executor/round_order.h -- in which order a rank combines what it
 * receives in a round.
 *
 * Ranks that exchange and combine each other's data must get the same bits, of
 * sums and of NaNs: all take the operands in the order of ranks, and combine
 * the first two, the result with the third, and so on. What comes from lower
 * ranks is combined before this rank's data are, where it arrived.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_ROUND_ORDER_H
#define QUADRILLE_KERNELS_EXECUTOR_ROUND_ORDER_H

#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/executor/local_copies.h"

/* How a message that is combined meets the rank's own data. */
typedef enum qdr_operand_order {
    QDR_ANY_ORDER,
    QDR_OWN_FIRST,
    QDR_OWN_LAST,
    QDR_IN_TURN /* with others of its round */
} qdr_operand_order;

/* The operations of a rank; and, to settle them, how they are bound, and their
 * copies. */
typedef struct qdr_round_order {
    int rank;
    bool is_ordered; /* the operator does not commute */
    const qdr_schedule *schedule;
    const qdr_operation *own;
    int64_t num_operations;
    qdr_operand_order *orders; /* of the last pieces of combined messages */
    qdr_bound_operation *operations;
    qdr_copies *copies;
} qdr_round_order;

/* qdr_round_order_find finds the orders of all operations. All exchanges of a
 * round must be of the same bytes, as those of the algorithms are: others come
 * as they do. Those with several ranks are in the order of these, each receive
 * next to its send, as qdr_schedule_builder_finish has them. */
void qdr_round_order_find(const qdr_round_order *order);

/* qdr_round_order_settle adds the copies of those messages that are combined in
 * turn, in place of the ones that they were bound to. */
void qdr_round_order_settle(const qdr_round_order *order);

#endif
