/* harness/simulator/rendezvous.c -- see rendezvous.h. */
#include "harness/simulator/rendezvous.h"

#include <math.h>
#include <simgrid/engine.h>
#include <simgrid/link.h>
#include <stdlib.h>

#include "harness/simulator/link_use.h"
#include "harness/simulator/processor.h"
#include "harness/simulator/rank_translation.h"
#include "harness/simulator/shared_memory.h"

/* One end of a message. */
typedef struct waiter {
    int peer; /* rank among all */
    int tag;
    bool is_posted; /* of a receive */
    int64_t bytes;  /* of a sender, or of a receive that it has met */
    double there_s; /* when a sender's request is at the receiver */
} waiter;

typedef struct waiters {
    waiter *all;
    int count, capacity;
} waiters;

/* A rank, as the others see it. */
typedef struct receiver {
    qdr_processor *processor;
    sg_link_t entrance;               /* NULL: no contention */
    double best_bandwidth, bandwidth; /* of the entrance, and now; bytes/s */
    waiters senders,
        receives;      /* the side that came first, and waits for the other */
    waiters under_way; /* receives whose sender has sent its request */
} receiver;

/* SimGrid gives every rank its own copy of these; the table is one for all. */
static qdr_meeting_costs costs;
static int own_rank;
static receiver **table; /* [ranks] */

static bool is_recorded(void)
{
    return costs.handshake_s > 0 || costs.contention > 0;
}

static void find_entrance(receiver *of)
{
    of->entrance = qdr_link_of_node("entrance");
    of->best_bandwidth = of->bandwidth = sg_link_get_bandwidth(of->entrance);
    qdr_link_set_rate(of->entrance, of->best_bandwidth);
}

void qdr_rendezvous_open(const qdr_meeting_costs *of)
{
    int num_procs;

    costs = *of;
    if (!is_recorded())
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    table = qdr_memory_shared((size_t)num_procs * sizeof *table);
    table[own_rank] = qdr_memory_require(calloc(1, sizeof **table));
    table[own_rank]->processor = qdr_processor_own();
    if (costs.contention > 0)
        find_entrance(table[own_rank]);
    if (costs.handshake_s > 0)
        qdr_processor_accept(qdr_processor_own());
    PMPI_Barrier(MPI_COMM_WORLD);
}

static void add(waiters *set, waiter one)
{
    if (set->count == set->capacity) {
        set->capacity = 2 * set->capacity + 16;
        set->all = qdr_memory_require(
            realloc(set->all, (size_t)set->capacity * sizeof *set->all));
    }
    set->all[set->count++] = one;
}

/* The one that came first, out of the set; false: there is none. */
static bool take(waiters *set, int peer, int tag, waiter *out_taken)
{
    for (int i = 0; i < set->count; i++)
        if (set->all[i].peer == peer && set->all[i].tag == tag) {
            *out_taken = set->all[i];
            set->count--;
            for (; i < set->count; i++)
                set->all[i] = set->all[i + 1];
            return true;
        }
    return false;
}

static int count_long(const waiters *set)
{
    int count = 0;

    for (int i = 0; i < set->count; i++)
        count += set->all[i].bytes >= costs.long_bytes;
    return count;
}

static void contend(receiver *of)
{
    int count = count_long(&of->senders) + count_long(&of->under_way);
    double bandwidth =
        of->best_bandwidth / (1 + costs.contention * log2(fmax(1, count)));

    if (of->entrance == NULL || bandwidth == of->bandwidth)
        return;
    of->bandwidth = bandwidth;
    qdr_link_set_rate(of->entrance, bandwidth);
}

/* The messages to this rank have changed: each posted receive slows the others.
 */
static void set_pace(receiver *of)
{
    int num_posted = 0;

    contend(of);
    for (int i = 0; i < of->under_way.count; i++)
        num_posted += of->under_way.all[i].is_posted;
    if (costs.byte_s > 0)
        qdr_processor_slow(of->processor, num_posted > 1
                                              ? (num_posted - 1) * costs.byte_s
                                              : 0);
}

/* Both ends have come. */
static void begin(receiver *of, waiter receive)
{
    add(&of->under_way, receive);
    set_pace(of);
}

/* A request for a posted receive interrupts its receiver. */
static void interrupt(qdr_processor *processor, double travel_s)
{
    const qdr_arrival request = {.travel_s = travel_s,
                                 .duration_s = costs.handshake_s,
                                 .stops_data = true};

    qdr_processor_deliver(processor, &request);
}

bool qdr_rendezvous_request(int64_t bytes, int peer, int tag, MPI_Comm comm)
{
    receiver *target;
    waiter receive;

    if (!is_recorded())
        return false;
    target = table[qdr_rank_in(MPI_COMM_WORLD, peer, comm)];
    if (!take(&target->receives, own_rank, tag, &receive)) {
        add(&target->senders, (waiter){own_rank, tag, false, bytes,
                                       simgrid_get_clock() + costs.request_s});
        contend(target);
        return false;
    }
    receive.bytes = bytes;
    begin(target, receive);
    if (receive.is_posted && costs.handshake_s > 0)
        interrupt(target->processor, costs.request_s);
    return true;
}

void qdr_rendezvous_end(int peer, int tag, MPI_Comm comm)
{
    receiver *target;
    waiter receive;

    if (!is_recorded())
        return;
    target = table[qdr_rank_in(MPI_COMM_WORLD, peer, comm)];
    if (take(&target->under_way, own_rank, tag, &receive))
        set_pace(target);
}

void qdr_rendezvous_receive(int peer, int tag, MPI_Comm comm, bool is_posted)
{
    receiver *self;
    waiter sender;
    double travel_s;
    int source;

    if (!is_recorded())
        return;
    source = qdr_rank_in(MPI_COMM_WORLD, peer, comm);
    self = table[own_rank];
    if (!take(&self->senders, source, tag, &sender)) {
        add(&self->receives, (waiter){source, tag, is_posted, 0, 0});
        return;
    }
    begin(self, (waiter){source, tag, is_posted, sender.bytes, 0});
    travel_s = sender.there_s - simgrid_get_clock();
    if (!is_posted || costs.handshake_s == 0)
        return;
    if (travel_s > 0)
        interrupt(self->processor, travel_s);
    else
        qdr_processor_work(self->processor, costs.handshake_s);
}
