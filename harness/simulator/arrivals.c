/* harness/simulator/arrivals.c -- see arrivals.h. */
#include "harness/simulator/arrivals.h"

#include <simgrid/engine.h>
#include <simgrid/semaphore.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/simulator/shared_memory.h"

/* The clock's times are rounded: so much earlier is not early. */
static const double DUE_S = 0.5e-9;

struct qdr_arrivals {
    sg_sem_t changed;   /* at least as often as the queue is long; also when a
                           reminder is set, and at the end */
    qdr_arrival *queue; /* [capacity], a ring; from `first`, count of them */
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

static void grow(qdr_arrivals *arrivals)
{
    int64_t larger = 2 * arrivals->capacity + 16;
    qdr_arrival *grown =
        qdr_memory_require(malloc((size_t)larger * sizeof *grown));

    for (int64_t i = 0; i < arrivals->count; i++)
        grown[i] = arrivals->queue[(arrivals->first + i) % arrivals->capacity];
    free(arrivals->queue);
    arrivals->queue = grown;
    arrivals->first = 0;
    arrivals->capacity = larger;
}

void qdr_arrivals_add(qdr_arrivals *arrivals, const qdr_arrival *arrival)
{
    if (arrivals->count == arrivals->capacity)
        grow(arrivals);
    arrivals
        ->queue[(arrivals->first + arrivals->count++) % arrivals->capacity] =
        *arrival;
    sg_sem_release(arrivals->changed);
}

static qdr_arrival take_first(qdr_arrivals *arrivals)
{
    qdr_arrival taken = arrivals->queue[arrivals->first];

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

bool qdr_arrivals_await(qdr_arrivals *arrivals, qdr_arrival *out_arrival)
{
    for (;;) {
        qdr_reminder *due = earliest(arrivals);
        double left_s = due == NULL ? 0 : due->at_s - simgrid_get_clock();
        if (due != NULL && left_s < DUE_S) {
            due->is_set = false;
            due->is_coming = true;
            *out_arrival = due->arrival;
            return true;
        }
        if (due == NULL)
            sg_sem_acquire(arrivals->changed);
        else
            (void)sg_sem_acquire_timeout(arrivals->changed, left_s);
        if (arrivals->is_over)
            return false;
        if (arrivals->count > 0) {
            *out_arrival = take_first(arrivals);
            return true;
        }
    }
}

void qdr_arrivals_end(qdr_arrivals *arrivals)
{
    arrivals->is_over = true;
    sg_sem_release(arrivals->changed);
}
