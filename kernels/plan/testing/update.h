/* kernels/plan/testing/update.h -- updates, as calls with arguments. */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_UPDATE_H
#define QUADRILLE_KERNELS_PLAN_TESTING_UPDATE_H

#include "kernels/quadrille.h"

/* qdr_test_update updates a plan of qdr_plan_blocks. */
static inline qdr_status qdr_test_update(qdr_plan *plan, int64_t num_sends,
                                         const qdr_block *sends,
                                         int64_t num_receives,
                                         const qdr_block *receives,
                                         qdr_error *error)
{
    const qdr_messages messages = {.size = sizeof messages,
                                   .num_sends = num_sends,
                                   .sends = sends,
                                   .num_receives = num_receives,
                                   .receives = receives};

    return qdr_plan_update(plan, &messages, error);
}

#endif
