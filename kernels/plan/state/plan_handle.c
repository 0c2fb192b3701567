/* kernels/plan/state/plan_handle.c -- see plan_handle.h. */
#include "kernels/plan/state/plan_handle.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

/* In a plan that is not freed; freed memory has it no more. */
static const uint64_t in_use = 0x9e3779b97f4a7c15;

struct qdr_plan {
    uint64_t mark;
    qdr_plan_impl *impl;
};

qdr_plan *qdr_handle_new(qdr_plan_impl *impl)
{
    qdr_plan *made = malloc(sizeof *made);

    if (made != NULL)
        *made = (qdr_plan){in_use, impl};
    return made;
}

qdr_plan_impl *qdr_handle_impl(const qdr_plan *plan)
{
    assert(plan == NULL || plan->mark == in_use);
    return plan == NULL ? NULL : plan->impl;
}

void qdr_handle_replace(qdr_plan *plan, qdr_plan_impl *impl)
{
    plan->impl = impl;
}

qdr_plan_impl *qdr_handle_free(qdr_plan *plan)
{
    qdr_plan_impl *impl = qdr_handle_impl(plan);

    if (plan != NULL)
        *(volatile uint64_t *)&plan->mark = 0;
    free(plan);
    return impl;
}

qdr_status qdr_handle_refuse(qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "NULL for a plan; accepted: a plan that is not freed");
}
