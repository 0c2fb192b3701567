/* kernels/plan/live_plans.h -- which plans there are.
 *
 * A program may keep a copy of a pointer whose plan was freed. It is told by
 * its address, without a look at what is there now; unless another plan is. Any
 * number of threads may call at a time.
 */
#ifndef QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H
#define QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H

#include <stdbool.h>

#include "kernels/core/status.h"

/* A plan's first member, by which lists link it. */
typedef struct qdr_live {
    struct qdr_live *next;
} qdr_live;

/* qdr_live_add remembers a plan that was made, qdr_live_remove forgets it, and
 * tells whether there was one. */
void qdr_live_add(qdr_live *plan);
bool qdr_live_remove(const void *plan);

/* qdr_live_check fails if there is no plan at `plan`. */
qdr_status qdr_live_check(const void *plan, qdr_error *error);

#endif
