/* kernels/plan/live_plans.h -- the plans in existence.
 *
 * A program may keep a copy of a pointer whose plan was freed. The list
 * recognises it by its address, without reading the memory there; a new plan at
 * the same address hides it. Any number of threads may call at a time.
 */
#ifndef QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H
#define QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H

#include <stdbool.h>

#include "kernels/core/status.h"

/* A plan's first member, by which lists link it. */
typedef struct qdr_live {
    struct qdr_live *next;
} qdr_live;

/* qdr_live_add adds a new plan to the list. qdr_live_remove removes it, and
 * returns whether it was there. */
void qdr_live_add(qdr_live *plan);
bool qdr_live_remove(const void *plan);

/* qdr_live_check fails if there is no plan at `plan`. */
qdr_status qdr_live_check(const void *plan, qdr_error *error);

#endif
