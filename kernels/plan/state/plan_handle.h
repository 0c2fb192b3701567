/* kernels/plan/state/plan_handle.h -- what a program's pointer to a plan refers
 * to: the plan, which an update replaces. Using a freed plan is the program's
 * error; an assertion finds most of them. */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_PLAN_HANDLE_H
#define QUADRILLE_KERNELS_PLAN_STATE_PLAN_HANDLE_H

#include "kernels/core/base/status.h"
#include "kernels/quadrille.h"

/* What planning makes; see plan_impl.h. */
typedef struct qdr_plan_impl qdr_plan_impl;

/* qdr_handle_new returns a handle of `impl`, or NULL if memory runs out. */
qdr_plan *qdr_handle_new(qdr_plan_impl *impl);

/* qdr_handle_impl returns what a handle refers to; NULL for NULL. */
qdr_plan_impl *qdr_handle_impl(const qdr_plan *plan);

/* qdr_handle_replace makes a handle refer to `impl`. */
void qdr_handle_replace(qdr_plan *plan, qdr_plan_impl *impl);

/* qdr_handle_free frees the handle, and returns what it referred to; NULL is
 * legal. */
qdr_plan_impl *qdr_handle_free(qdr_plan *plan);

/* qdr_handle_refuse is the error of NULL for a plan. */
qdr_status qdr_handle_refuse(qdr_error *error);

#endif
