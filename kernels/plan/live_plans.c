/* kernels/plan/live_plans.c -- see live_plans.h. */
#include "kernels/plan/live_plans.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/core/rng.h"

enum { NUM_LISTS = 256 };

static qdr_live *lists[NUM_LISTS]; /* by the address */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The link to a plan, or to NULL after the last one of its list. */
static qdr_live **find(const void *plan)
{
    qdr_live **link = &lists[qdr_mix64((uint64_t)(uintptr_t)plan) % NUM_LISTS];

    while (*link != NULL && *link != plan)
        link = &(*link)->next;
    return link;
}

void qdr_live_add(qdr_live *plan)
{
    pthread_mutex_lock(&lock);
    *find(plan) = plan;
    pthread_mutex_unlock(&lock);
}

bool qdr_live_remove(const void *plan)
{
    qdr_live **link;
    bool is_there;

    pthread_mutex_lock(&lock);
    link = find(plan);
    is_there = *link != NULL;
    if (is_there)
        *link = (*link)->next;
    pthread_mutex_unlock(&lock);
    return is_there;
}

qdr_status qdr_live_check(const void *plan, qdr_error *error)
{
    bool is_there = false;

    if (plan != NULL) {
        pthread_mutex_lock(&lock);
        is_there = *find(plan) != NULL;
        pthread_mutex_unlock(&lock);
    }
    if (is_there)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s; accepted: a plan that is not freed",
                    plan == NULL ? "NULL for a plan" : "a pointer to no plan");
}
