/* kernels/preload/preload_plans.c -- see preload_plans.h. */
#include "kernels/preload/preload_plans.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/preload/preload_settings.h"

static bool is_same(const qdr_preload_key *a, const qdr_preload_key *b,
                    int num_procs)
{
    return a->collective == b->collective && a->algorithm == b->algorithm &&
           a->count == b->count && a->type == b->type && a->op == b->op &&
           a->root == b->root && (a->counts == NULL) == (b->counts == NULL) &&
           (a->counts == NULL ||
            memcmp(a->counts, b->counts,
                   (size_t)num_procs * sizeof *a->counts) == 0);
}

qdr_kept_plan *qdr_preload_plans_find(qdr_preload_plans *plans,
                                      const qdr_preload_key *key, int num_procs)
{
    /* Programs repeat calls, one or a few in turn. */
    for (int i = 0, at = plans->last; i < plans->count; i++) {
        if (is_same(&plans->kept[at].key, key, num_procs)) {
            plans->last = at;
            return &plans->kept[at];
        }
        at = at + 1 < plans->count ? at + 1 : 0;
    }
    return NULL;
}

static void free_kept(qdr_kept_plan *kept)
{
    free((int *)kept->key.counts);
    qdr_plan_without_agreement_free(kept->plan);
}

static qdr_kept_plan *keep(qdr_preload_plans *plans, const qdr_kept_plan *made)
{
    int at = plans->count;

    if (plans->count < QDR_MAX_PRELOAD_PLANS) {
        plans->count++;
    } else {
        at = plans->oldest;
        plans->oldest = (at + 1) % QDR_MAX_PRELOAD_PLANS;
        free_kept(&plans->kept[at]);
    }
    plans->kept[at] = *made;
    plans->last = at;
    return &plans->kept[at];
}

/* `counts` has room for num_procs numbers. */
static qdr_status plan(qdr_planner *planner, const qdr_preload_key *key,
                       int num_procs, int64_t *counts, qdr_plan_impl **out_plan,
                       qdr_error *error)
{
    qdr_vector vector = {.count = key->count, .type = key->type, .op = key->op};

    if (key->counts != NULL) {
        for (int r = 0; r < num_procs; r++)
            counts[r] = key->counts[r];
        vector.counts = counts;
    }
    return qdr_plan_without_agreement(
        out_plan, planner, key->collective,
        key->algorithm < QDR_PRELOAD_FIRST
            ? NULL
            : qdr_kernel_at(key->algorithm - QDR_PRELOAD_FIRST),
        &vector, key->root, error);
}

qdr_status qdr_preload_plans_add(qdr_preload_plans *plans, qdr_planner *planner,
                                 const qdr_preload_key *key, int num_procs,
                                 qdr_kept_plan **out_plan, qdr_error *error)
{
    size_t size = (size_t)num_procs * sizeof *key->counts;
    int64_t *counts = malloc((size_t)num_procs * sizeof *counts);
    int *copy = key->counts == NULL ? NULL : malloc(size);
    qdr_kept_plan made = {.key = *key};
    qdr_status status;

    if (counts == NULL || (key->counts != NULL && copy == NULL))
        status = qdr_fail_memory(error, "the key of a plan");
    else
        status = plan(planner, key, num_procs, counts, &made.plan, error);
    free(counts);
    if (status != QDR_OK) {
        free(copy);
        return status;
    }
    if (copy != NULL)
        memcpy(copy, key->counts, size);
    made.key.counts = copy;
    made.algorithm = qdr_preload_algorithm_of(made.plan->choice.kernel);
    *out_plan = keep(plans, &made);
    return QDR_OK;
}

void qdr_preload_plans_cleanup(qdr_preload_plans *plans)
{
    for (int i = 0; i < plans->count; i++)
        free_kept(&plans->kept[i]);
    *plans = (qdr_preload_plans){0};
}
