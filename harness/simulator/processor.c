/* harness/simulator/processor.c -- see processor.h. */
#include "harness/simulator/processor.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <stdio.h>
#include <stdlib.h>

struct qdr_processor {
    qdr_active_costs costs;
    bool is_working;
    double until_s;     /* when it finishes, if nothing interrupts it */
    double interrupt_s; /* taken by interrupts since then, to be made good */
};

/* This rank's: SimGrid gives every rank its own copy. */
static qdr_processor *own;

qdr_processor *qdr_processor_new(const qdr_active_costs *costs)
{
    own = calloc(1, sizeof *own);
    if (own == NULL) {
        fprintf(stderr, "message layer: out of memory\n");
        abort();
    }
    own->costs = *costs;
    return own;
}

qdr_processor *qdr_processor_own(void)
{
    return own;
}

void qdr_processor_idle(double duration_s)
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
    qdr_processor_idle(duration_s);
    while (processor->interrupt_s > 0) {
        double more_s = processor->interrupt_s;
        processor->interrupt_s = 0;
        processor->until_s = simgrid_get_clock() + more_s;
        qdr_processor_idle(more_s);
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
    qdr_processor_idle(duration_s);
}

void qdr_processor_deliver(qdr_processor *sender, qdr_processor *target,
                           bool polls)
{
    spend(sender, sender->costs.send_s);
    while (polls && target != own && target->is_working &&
           target->until_s > simgrid_get_clock())
        sg_actor_sleep_until(target->until_s);
    spend(target, target->costs.receive_s);
}
