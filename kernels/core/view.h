/* kernels/core/view.h -- what single ranks have to do in a schedule.
 *
 * A view is a rank's own list of sends and receives, in the order in which a
 * synchronous executor performs them. The executor follows the view of its
 * rank; the checker proves the views of all ranks free of deadlock. Both make
 * them here, so what is proved is what runs.
 */
#ifndef QUADRILLE_KERNELS_CORE_VIEW_H
#define QUADRILLE_KERNELS_CORE_VIEW_H

#include <stdbool.h>

#include "kernels/core/schedule.h"

typedef struct qdr_action {
    bool is_send; /* else a receive */
    int peer;
    int64_t round;  /* from 0 */
    int64_t offset; /* as in qdr_transfer */
    int64_t bytes;
    int64_t num_blocks;
} qdr_action;

typedef struct qdr_views {
    int first_rank;
    int num_ranks;
    qdr_action *actions;
    int64_t *rank_begin; /* [num_ranks + 1]: rank first_rank + i performs
                            actions rank_begin[i] .. rank_begin[i + 1] - 1 */
} qdr_views;

/* qdr_views_init makes the views of ranks first_rank .. first_rank +
 * num_ranks - 1. Memory in proportion to their own messages. Release with
 * qdr_views_cleanup. */
qdr_status qdr_views_init(qdr_views *views, const qdr_schedule *schedule,
                          int first_rank, int num_ranks, qdr_error *error);

/* qdr_views_cleanup releases the views; zeroed views are legal. */
void qdr_views_cleanup(qdr_views *views);

/* qdr_views_check_deadlock lets every rank perform its actions with
 * synchronous sends, and fails with QDR_ERROR_CHECK, naming a blocked pair, if
 * some rank cannot end. `views` must hold every rank. O(actions) time. */
qdr_status qdr_views_check_deadlock(const qdr_views *views, qdr_error *error);

#endif
