/* harness/simulator/arrivals.c -- see arrivals.h. */
#include "harness/simulator/arrivals.h"

#include <math.h>
#include <simgrid/engine.h>
#include <simgrid/semaphore.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/simulator/same_instant.h"
#include "harness/simulator/shared_memory.h"

/* The clock's times are rounded: so much earlier is not early. */
static const double DUE_S = 0.5e-9;

typedef struct entry {
    double at_s;
    qdr_arrival arrival;
} entry;

struct qdr_arrivals {
    sg_sem_t changed; /* released when something is added or a reminder is set,
                         and at the end */
    entry *queue;     /* [capacity], a ring; from `first`, count of them */
    int64_t first, count, capacity;
    qdr_reminder *reminders; /* set ever and not forgotten */
    bool is_over;
};

qdr_arrivals *qdr_arrivals_new(void)
{
    qdr_arrivals *made = qdr_memory_require(calloc(1, sizeof *made));

    made->changed = sg_sem_init(0);
    return made;
}

static entry *entry_at(const qdr_arrivals *arrivals, int64_t index)
{
    return &arrivals->queue[(arrivals->first + index) % arrivals->capacity];
}

static void grow(qdr_arrivals *arrivals)
{
    int64_t larger = 2 * arrivals->capacity + 16;
    entry *grown = qdr_memory_require(malloc((size_t)larger * sizeof *grown));

    for (int64_t i = 0; i < arrivals->count; i++)
        grown[i] = *entry_at(arrivals, i);
    free(arrivals->queue);
    arrivals->queue = grown;
    arrivals->first = 0;
    arrivals->capacity = larger;
}

static bool comes_before(const entry *one, const entry *other)
{
    double later_s = one->at_s - other->at_s;

    return fabs(later_s) < DUE_S ? one->arrival.source < other->arrival.source
                                 : later_s < 0;
}

void qdr_arrivals_add(qdr_arrivals *arrivals, const qdr_arrival *arrival)
{
    const entry added = {
        simgrid_get_clock() + arrival->travel_s + QDR_ARRIVING_S, *arrival};
    int64_t index = arrivals->count;

    if (arrivals->count == arrivals->capacity)
        grow(arrivals);
    arrivals->count++;
    for (; index > 0 && comes_before(&added, entry_at(arrivals, index - 1));
         index--)
        *entry_at(arrivals, index) = *entry_at(arrivals, index - 1);
    *entry_at(arrivals, index) = added;
    sg_sem_release(arrivals->changed);
}

static qdr_arrival take_first(qdr_arrivals *arrivals)
{
    qdr_arrival taken = entry_at(arrivals, 0)->arrival;

    arrivals->first = (arrivals->first + 1) % arrivals->capacity;
    arrivals->count--;
    return taken;
}

/* The link that points to it, or to NULL. */
static qdr_reminder **find(qdr_arrivals *arrivals, const qdr_reminder *reminder)
{
    qdr_reminder **at = &arrivals->reminders;

    while (*at != NULL && *at != reminder)
        at = &(*at)->next;
    return at;
}

void qdr_arrivals_remind(qdr_arrivals *arrivals, qdr_reminder *reminder,
                         double at_s)
{
    *find(arrivals, reminder) = reminder;
    reminder->at_s = at_s;
    reminder->is_set = true;
    sg_sem_release(arrivals->changed);
}

void qdr_arrivals_forget(qdr_arrivals *arrivals, qdr_reminder *reminder)
{
    qdr_reminder **at = find(arrivals, reminder);

    if (*at != NULL)
        *at = reminder->next;
    reminder->next = NULL;
    reminder->is_set = false;
}

static qdr_reminder *earliest(const qdr_arrivals *arrivals)
{
    qdr_reminder *found = NULL;

    for (qdr_reminder *one = arrivals->reminders; one != NULL; one = one->next)
        if (one->is_set && (found == NULL || one->at_s < found->at_s))
            found = one;
    return found;
}

static bool is_due(double at_s)
{
    return at_s - simgrid_get_clock() < DUE_S;
}

/* Until something changes or is due; NULL: no reminder is set. */
static void wait_for(qdr_arrivals *arrivals, const qdr_reminder *reminder)
{
    double at_s = reminder == NULL ? HUGE_VAL : reminder->at_s;

    if (arrivals->count > 0)
        at_s = fmin(at_s, entry_at(arrivals, 0)->at_s);
    if (at_s < HUGE_VAL) /* both ends of the wait count */
        (void)sg_sem_acquire_timeout(arrivals->changed,
                                     at_s - simgrid_get_clock());
    else
        sg_sem_acquire(arrivals->changed);
}

bool qdr_arrivals_await(qdr_arrivals *arrivals, qdr_arrival *out_arrival)
{
    while (!arrivals->is_over) {
        qdr_reminder *reminder = earliest(arrivals);
        if (reminder != NULL && is_due(reminder->at_s)) {
            reminder->is_set = false;
            reminder->is_coming = true;
            *out_arrival = reminder->arrival;
            return true;
        }
        if (arrivals->count > 0 && is_due(entry_at(arrivals, 0)->at_s)) {
            *out_arrival = take_first(arrivals);
            return true;
        }
        wait_for(arrivals, reminder);
    }
    return false;
}

void qdr_arrivals_end(qdr_arrivals *arrivals)
{
    arrivals->is_over = true;
    sg_sem_release(arrivals->changed);
}
