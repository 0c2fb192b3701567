/* harness/simulator/rendezvous.c -- see rendezvous.h. */
#include "harness/simulator/rendezvous.h"

#include <stdlib.h>

#include "harness/simulator/processor.h"
#include "harness/simulator/shared_memory.h"

/* One end of a message. */
typedef struct waiter {
    int peer; /* rank among all */
    int tag;
    bool is_posted; /* of a receive */
} waiter;

typedef struct waiters {
    waiter *all;
    int count, capacity;
} waiters;

/* A rank, as the others see it. */
typedef struct receiver {
    qdr_processor *processor;
    waiters senders,
        receives;      /* the side that came first, and waits for the other */
    waiters under_way; /* receives whose sender has sent its request */
} receiver;

/* SimGrid gives every rank its own copy of these; the table is one for all. */
static qdr_posting_costs costs;
static int own_rank;
static receiver **table; /* [ranks] */

void qdr_rendezvous_open(const qdr_posting_costs *of)
{
    int num_procs;

    costs = *of;
    if (costs.handshake_s <= 0)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    table = qdr_memory_shared((size_t)num_procs * sizeof *table);
    table[own_rank] = qdr_memory_require(calloc(1, sizeof **table));
    table[own_rank]->processor = qdr_processor_own();
    qdr_processor_accept(qdr_processor_own());
    PMPI_Barrier(MPI_COMM_WORLD);
}

static int rank_among_all(int rank, MPI_Comm comm)
{
    MPI_Group some, all;
    int found;

    PMPI_Comm_group(comm, &some);
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_translate_ranks(some, 1, &rank, all, &found);
    PMPI_Group_free(&some);
    PMPI_Group_free(&all);
    return found;
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

/* The number in progress has changed: each posted receive slows the others. */
static void set_pace(receiver *of)
{
    int num_posted = 0;

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

void qdr_rendezvous_request(int peer, int tag, MPI_Comm comm)
{
    const qdr_arrival request = {.duration_s = costs.handshake_s,
                                 .stops_data = true};
    receiver *target;
    waiter receive;

    if (costs.handshake_s <= 0)
        return;
    target = table[rank_among_all(peer, comm)];
    if (!take(&target->receives, own_rank, tag, &receive)) {
        add(&target->senders, (waiter){own_rank, tag, false});
        return;
    }
    begin(target, receive);
    if (receive.is_posted)
        qdr_processor_deliver(target->processor, &request);
}

void qdr_rendezvous_end(int peer, int tag, MPI_Comm comm)
{
    receiver *target;
    waiter receive;

    if (costs.handshake_s <= 0)
        return;
    target = table[rank_among_all(peer, comm)];
    if (take(&target->under_way, own_rank, tag, &receive))
        set_pace(target);
}

void qdr_rendezvous_receive(int peer, int tag, MPI_Comm comm, bool is_posted)
{
    receiver *self;
    waiter sender;
    int source;

    if (costs.handshake_s <= 0)
        return;
    source = rank_among_all(peer, comm);
    self = table[own_rank];
    if (!take(&self->senders, source, tag, &sender)) {
        add(&self->receives, (waiter){source, tag, is_posted});
        return;
    }
    begin(self, (waiter){source, tag, is_posted});
    if (is_posted)
        qdr_processor_work(self->processor, costs.handshake_s);
}
