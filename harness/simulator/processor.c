/* harness/simulator/processor.c -- see processor.h. */
#include "harness/simulator/processor.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/messaging/active_message.h"

struct qdr_processor {
    qdr_active_costs costs;
    bool is_working;
    double until_s;     /* when it finishes, if nothing interrupts it */
    double interrupt_s; /* taken by interrupts since then, to be made good */
};

/* This rank's. */
static qdr_processor *own;

typedef struct end {
    qdr_processor *processor;
    qdr_active_mode mode;
    sg_sem_t arrivals;
} end;

static void *new_end(qdr_active_mode mode)
{
    end *made = malloc(sizeof *made);

    if (made == NULL) {
        fprintf(stderr, "message layer: out of memory\n");
        abort();
    }
    *made = (end){own, mode, sg_sem_init(0)};
    return made;
}

static void free_end(void *of)
{
    end *freed = of;

    sg_sem_destroy(freed->arrivals);
    free(freed);
}

static void pass(double duration_s)
{
    if (duration_s > 0)
        sg_actor_sleep_for(duration_s);
}

void qdr_processor_work(qdr_processor *processor, double duration_s)
{
    if (duration_s <= 0)
        return;
    processor->is_working = true;
    processor->until_s = simgrid_get_clock() + duration_s;
    pass(duration_s);
    while (processor->interrupt_s > 0) {
        double more_s = processor->interrupt_s;
        processor->interrupt_s = 0;
        processor->until_s = simgrid_get_clock() + more_s;
        pass(more_s);
    }
    processor->is_working = false;
}

/* Time of a processor, spent by the rank that runs the handler. What the
 * processor works at is interrupted for so long. */
static void spend(qdr_processor *processor, double duration_s)
{
    if (processor == own) {
        qdr_processor_work(processor, duration_s);
        return;
    }
    if (processor->is_working)
        processor->interrupt_s += duration_s;
    pass(duration_s);
}

static void deliver(void *own_end, void *target_end)
{
    end *from = own_end, *to = target_end;

    spend(from->processor, from->processor->costs.send_s);
    while (to->mode == QDR_ACTIVE_POLLING && to->processor != own &&
           to->processor->is_working &&
           to->processor->until_s > simgrid_get_clock())
        sg_actor_sleep_until(to->processor->until_s);
    spend(to->processor, to->processor->costs.receive_s);
}

static void wake(void *of)
{
    sg_sem_release(((end *)of)->arrivals);
}

static void wait_for_arrival(void *of)
{
    sg_sem_acquire(((end *)of)->arrivals);
}

/* The processor has nothing to do, and polls. */
static void sleep_for(void *of, int64_t duration_ns)
{
    (void)of;
    pass((double)duration_ns * 1e-9);
}

qdr_processor *qdr_processor_new(const qdr_active_costs *costs)
{
    static const qdr_active_network network = {
        new_end, free_end, deliver, wake, wait_for_arrival, sleep_for};

    own = calloc(1, sizeof *own);
    if (own == NULL) {
        fprintf(stderr, "message layer: out of memory\n");
        abort();
    }
    own->costs = *costs;
    qdr_active_machine = &network;
    return own;
}
