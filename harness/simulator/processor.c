/* harness/simulator/processor.c -- see processor.h. */
#include "harness/simulator/processor.h"

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdlib.h>

#include "harness/simulator/link_use.h"
#include "harness/simulator/same_instant.h"
#include "harness/simulator/shared_memory.h"

/* Data that do not move: SimGrid wants a rate above 0. */
static const double STANDSTILL_BYTES_PER_S = 1e-6;

struct qdr_processor {
    qdr_active_costs costs;
    int rank;                      /* among all */
    sg_link_t interface;           /* NULL: data move without the processor */
    double best_bandwidth;         /* of the interface, bytes/s */
    double bandwidth;              /* now, but for work */
    double rate;                   /* as SimGrid has it */
    int num_stopping, num_sharing; /* threads at work that stop data, or not */
    /* The program. */
    sg_actor_t program;
    bool polls, is_working;
    double until_s;         /* when its work ends, if nothing arrives */
    double ended_s;         /* when its work, or a part of it, has ended */
    double lost_s;          /* to what arrived, since then; to be made good */
    double has_s;           /* when it has all that it received */
    qdr_arrivals *arrivals; /* NULL: no thread for them */
    double handled_s;       /* when the latest was handled, or will be */
    double rest_s;          /* from then until the next */
};

/* This rank's: SimGrid gives every rank its own copy. */
static qdr_processor *own;

qdr_processor *qdr_processor_own(void)
{
    return own;
}

const qdr_active_costs *qdr_processor_costs(const qdr_processor *processor)
{
    return &processor->costs;
}

void qdr_processor_expect(qdr_processor *processor, double latency_s)
{
    processor->has_s = simgrid_get_clock() + latency_s;
}

void qdr_processor_settle(qdr_processor *processor)
{
    if (processor->has_s > simgrid_get_clock())
        sg_actor_sleep_until(processor->has_s);
}

void qdr_processor_poll(qdr_processor *processor, bool polls)
{
    qdr_processor_settle(processor);
    processor->polls = polls;
}

/* The rate at which data move now. */
static void set_rate(qdr_processor *processor)
{
    double rate = processor->num_stopping > 0  ? STANDSTILL_BYTES_PER_S
                  : processor->num_sharing > 0 ? processor->bandwidth / 2
                                               : processor->bandwidth;

    if (processor->interface == NULL || rate == processor->rate)
        return;
    processor->rate = rate;
    qdr_link_set_rate(processor->interface, rate);
}

/* How long work takes that does not stop data. */
static double shared(const qdr_processor *processor, double duration_s)
{
    bool has_data =
        processor->interface != NULL && qdr_link_is_used(processor->interface);

    return has_data ? 2 * duration_s : duration_s;
}

/* Time in which one of the node's threads works. */
static void occupy(qdr_processor *processor, double duration_s, bool stops_data)
{
    int *count =
        stops_data ? &processor->num_stopping : &processor->num_sharing;

    ++*count;
    set_rate(processor);
    sg_actor_sleep_for(duration_s);
    --*count;
    set_rate(processor);
}

void qdr_processor_slow(qdr_processor *processor, double more_s_per_byte)
{
    processor->bandwidth =
        1 / (1 / processor->best_bandwidth + more_s_per_byte);
    set_rate(processor);
}

/* Work of the program. */
static void work(qdr_processor *processor, double duration_s, bool stops_data)
{
    double now_s = simgrid_get_clock();

    if (duration_s <= 0)
        return;
    if (processor->handled_s > now_s)
        duration_s += processor->handled_s - now_s;
    processor->is_working = true;
    while (duration_s > 0) {
        processor->until_s = simgrid_get_clock() + duration_s;
        processor->lost_s = 0;
        occupy(processor, duration_s, stops_data);
        processor->ended_s = simgrid_get_clock();
        if (qdr_is_now(processor->handled_s))
            sg_actor_sleep_for(QDR_ENDING_S);
        duration_s = processor->lost_s;
    }
    processor->is_working = false;
}

void qdr_processor_work(qdr_processor *processor, double duration_s)
{
    qdr_processor_settle(processor);
    processor->polls = false;
    work(processor, duration_s, true);
}

void qdr_processor_answer(qdr_processor *processor, double duration_s)
{
    work(processor, duration_s, true);
}

void qdr_processor_idle(double duration_s)
{
    if (duration_s > 0)
        sg_actor_sleep_for(duration_s);
}

/* Work of the other thread. The time that it takes from the program delays the
 * program's next work. */
static void handle(qdr_processor *processor, double duration_s, bool stops_data)
{
    if (duration_s <= 0)
        return;
    if (processor->is_working) {
        processor->rest_s = duration_s;
        processor->lost_s += duration_s;
    }
    processor->handled_s = simgrid_get_clock() + duration_s;
    occupy(processor, duration_s, stops_data);
}

void qdr_processor_send(qdr_processor *processor)
{
    double duration_s = shared(processor, processor->costs.send_s);

    if (sg_actor_self() != processor->program) {
        handle(processor, duration_s, false);
        return;
    }
    qdr_processor_settle(processor);
    processor->polls = true;
    work(processor, duration_s, false);
}

/* Then the program may be just before or after what it does next. */
static bool work_ends_now(const qdr_processor *processor)
{
    return qdr_is_now(processor->ended_s) ||
           (processor->is_working && qdr_is_now(processor->until_s));
}

/* Until the program has begun what it does next, or, if the arrival waits, has
 * nothing to do. */
static void await_turn(const qdr_processor *processor, bool waits)
{
    bool ends_now = work_ends_now(processor);

    while (ends_now || (waits && processor->is_working)) {
        sg_actor_sleep_until(QDR_TAKING_S + (ends_now ? simgrid_get_clock()
                                                      : processor->until_s));
        ends_now = work_ends_now(processor);
    }
}

/* The thread for arrivals, as long as the simulation. */
static void take_arrivals(int argc, char **argv)
{
    qdr_processor *processor = sg_actor_self_get_data();

    (void)argc;
    (void)argv;
    for (;;) {
        qdr_arrival now;
        double next_s;
        if (!qdr_arrivals_await(processor->arrivals, &now))
            return;
        next_s = processor->handled_s + processor->rest_s + QDR_ARRIVING_S;
        if (next_s > simgrid_get_clock())
            sg_actor_sleep_until(next_s);
        processor->rest_s = 0;
        await_turn(processor, now.waits);
        if (!processor->polls)
            now.duration_s += now.interrupt_s;
        if (!now.stops_data)
            now.duration_s = shared(processor, now.duration_s);
        handle(processor, now.duration_s, now.stops_data);
        if (now.handler != NULL)
            now.handler(now.context);
    }
}

void qdr_processor_deliver(qdr_processor *target, const qdr_arrival *arrival)
{
    qdr_arrival delivered = *arrival;

    delivered.source = own->rank;
    qdr_arrivals_add(target->arrivals, &delivered);
}

qdr_arrivals *qdr_processor_arrivals(qdr_processor *processor)
{
    return processor->arrivals;
}

static void find_interface(qdr_processor *processor)
{
    processor->interface = qdr_link_of_node("interface");
    processor->bandwidth = processor->best_bandwidth = processor->rate =
        sg_link_get_bandwidth(processor->interface);
}

qdr_processor *qdr_processor_new(const qdr_active_costs *costs, bool moves_data)
{
    own = qdr_memory_require(calloc(1, sizeof *own));
    own->costs = *costs;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own->rank);
    own->program = sg_actor_self();
    if (moves_data)
        find_interface(own);
    return own;
}

void qdr_processor_accept(qdr_processor *processor)
{
    static char name[] = "arrivals";
    static char *arguments[] = {name, NULL};
    sg_actor_t thread;

    if (processor->arrivals != NULL)
        return;
    processor->arrivals = qdr_arrivals_new();
    thread = sg_actor_init(name, sg_host_self());
    sg_actor_set_data(thread, processor);
    sg_actor_start(thread, take_arrivals, 1, arguments);
}

void qdr_processor_stop(qdr_processor *processor)
{
    if (processor->arrivals != NULL)
        qdr_arrivals_end(processor->arrivals);
}
