/* harness/simulator/together_check.c -- compares times of several nodes with
 * the files of hardware and software: several senders to one receiver, the
 * control network, and active messages, which do not block their sender, queue
 * at their target, and delay its work.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/simulator/same_instant.h"
#include "harness/simulator/timed_check.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/local_work.h"

enum { BYTES = 100000, MAX_SENDERS = 16, COUNT = 2 };

typedef struct check {
    const qdr_hardware *hardware;
    const qdr_software *software;
    int rank, p, num_off;
} check;

/* On the rank that calls. */
static void compare(check *c, const char *what, int64_t begin_ns,
                    double expected_us)
{
    c->num_off += qdr_check_end(what, c->rank, begin_ns, expected_us * 1e3);
}

static void require(check *c, const char *what, bool holds)
{
    if (!holds)
        printf("%s, rank %d: wrong  OFF\n", what, c->rank);
    c->num_off += !holds;
}

/* The loss of a node that so many messages need. */
static double loss_of(const check *c, int num_messages, int bytes)
{
    const qdr_hardware *h = c->hardware;

    return bytes < h->contention_bytes ? 1
                                       : 1 + h->contention * log2(num_messages);
}

/* Their receiver answers all requests, and then all data come together but for
 * the packets in the network; those of one sender alone it waits for. */
static void check_senders(check *c, int num_senders, int bytes)
{
    static char buffer[BYTES];
    const qdr_hardware *h = c->hardware;
    const qdr_software *s = c->software;
    int tail = (int)fmin(bytes, s->packets_in_network * h->packet_data_bytes);
    double tail_us = tail / h->node_bandwidth_mb_s;
    double grant_us = qdr_check_grant_us(s);
    double sent_us = s->send_overhead_us + grant_us +
                     fmax(h->network_latency_us + s->handshake_us,
                          num_senders * s->handshake_us) +
                     num_senders * (bytes - tail + QDR_CHECK_ENVELOPE_BYTES) *
                         loss_of(c, num_senders, bytes) /
                         h->node_bandwidth_mb_s;
    int64_t begin = qdr_check_begin();

    if (c->rank < num_senders) {
        MPI_Ssend(buffer, bytes, MPI_BYTE, c->p - 1, 0, MPI_COMM_WORLD);
        compare(c, "a sender of several", begin,
                sent_us + (num_senders == 1 ? tail_us : 0));
    }
    if (c->rank < c->p - 1)
        return;
    for (int i = 0; i < num_senders; i++)
        MPI_Recv(buffer, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    compare(c, "several senders to one receiver", begin,
            sent_us +
                num_senders * (tail_us + s->receive_overhead_us + grant_us) +
                s->receive_latency_us);
}

/* A receiver enters a barrier, also of some ranks, when it has its message. */
static void check_barrier_after(check *c)
{
    const qdr_hardware *h = c->hardware;
    const qdr_software *s = c->software;
    double expected_us = s->send_overhead_us + h->network_latency_us +
                         s->handshake_us +
                         QDR_CHECK_ENVELOPE_BYTES / h->node_bandwidth_mb_s +
                         s->receive_overhead_us + s->receive_latency_us;
    MPI_Comm pair;
    int64_t begin;

    MPI_Comm_split(MPI_COMM_WORLD, c->rank / 2, c->rank, &pair);
    begin = qdr_check_begin();
    if (c->rank % 2 == 0)
        MPI_Ssend(NULL, 0, MPI_BYTE, 1, 0, pair);
    else
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, pair, MPI_STATUS_IGNORE);
    MPI_Barrier(pair);
    require(c, "barrier of a pair, after its message",
            (double)(qdr_clock_now_ns() - begin) >= expected_us * 1e3 - 1);
    MPI_Comm_free(&pair);
}

/* Of the network alone: where no sender waits, those whose data move slow each
 * other. */
static void check_flows(check *c, int num_senders)
{
    static char buffers[MAX_SENDERS][BYTES];
    MPI_Request requests[MAX_SENDERS];
    int64_t begin = qdr_check_begin();
    double loss = 1 + c->hardware->contention * log2(num_senders);

    if (c->rank < num_senders)
        PMPI_Ssend(buffers[0], BYTES, MPI_BYTE, c->p - 1, 0, MPI_COMM_WORLD);
    if (c->rank < c->p - 1)
        return;
    for (int i = 0; i < num_senders; i++)
        PMPI_Irecv(buffers[i], BYTES, MPI_BYTE, i, 0, MPI_COMM_WORLD,
                   &requests[i]);
    PMPI_Waitall(num_senders, requests, MPI_STATUSES_IGNORE);
    compare(c, "several flows to one receiver", begin,
            c->hardware->network_latency_us + c->software->handshake_us +
                num_senders * (BYTES + QDR_CHECK_ENVELOPE_BYTES) * loss /
                    c->hardware->node_bandwidth_mb_s);
}

static void check_barrier(check *c)
{
    int64_t begin = qdr_check_begin();

    MPI_Barrier(MPI_COMM_WORLD);
    compare(c, "barrier", begin, c->hardware->control_network->latency_us);
}

/* Of a communicator's ranks; number i of rank r is r + 1 + i, whose sum over
 * all r is known. */
static bool sums(MPI_Comm comm, int rank, int p)
{
    int given[64 * COUNT], sum[COUNT];
    bool is_right = true;

    for (int i = 0; i < p * COUNT; i++)
        given[i] = rank + 1 + i;
    MPI_Reduce_scatter_block(given, sum, COUNT, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < COUNT; i++)
        is_right &= sum[i] == p * (p + 1) / 2 + p * (rank * COUNT + i);
    return is_right;
}

/* Rank r gives r % 3 numbers, all r. */
static bool concatenates(MPI_Comm comm, int rank, int p)
{
    int given[2] = {rank, rank}, all[2 * 64];
    int counts[64] = {0}, begin[64] = {0}, end = 0;
    bool is_right = true;

    for (int r = 0; r < p; r++) {
        counts[r] = r % 3;
        begin[r] = end;
        end += counts[r];
    }
    MPI_Allgatherv(given, rank % 3, MPI_INT, all, counts, begin, MPI_INT, comm);
    for (int r = 0; r < p; r++)
        for (int i = begin[r]; i < begin[r] + counts[r]; i++)
            is_right &= all[i] == r;
    MPI_Allgather(given, 1, MPI_INT, all, 1, MPI_INT, comm);
    for (int r = 0; r < p; r++)
        is_right &= all[r] == r;
    return is_right;
}

/* In place, and not. */
static bool sums_everywhere(MPI_Comm comm, int rank, int p)
{
    double given[2] = {rank, 1}, sum[2] = {0, 0};

    MPI_Allreduce(given, sum, 2, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, given, 2, MPI_DOUBLE, MPI_MAX, comm);
    return sum[0] == p * (p - 1) / 2.0 && sum[1] == p && given[0] == p - 1;
}

static bool broadcasts(MPI_Comm comm, int rank, int root)
{
    int data[3] = {rank, rank, rank};

    MPI_Bcast(data, 3, MPI_INT, root, comm);
    return data[0] == root && data[1] == root && data[2] == root;
}

static void check_control_network(check *c)
{
    const qdr_control_network *network = c->hardware->control_network;
    int num_elements = c->p; /* of MPI_Allgather */
    int64_t begin = qdr_check_begin();
    MPI_Comm some;
    int rank, p;

    require(c, "sum", sums(MPI_COMM_WORLD, c->rank, c->p));
    compare(c, "sum", begin,
            network->latency_us + network->sum_us * COUNT * c->p);
    begin = qdr_check_begin();
    require(c, "sum everywhere",
            sums_everywhere(MPI_COMM_WORLD, c->rank, c->p));
    compare(c, "sums everywhere", begin,
            2 * (network->latency_us + network->sum_us * 2));
    begin = qdr_check_begin();
    require(c, "concatenation", concatenates(MPI_COMM_WORLD, c->rank, c->p));
    for (int r = 0; r < c->p; r++)
        num_elements += r % 3;
    compare(c, "concatenations", begin,
            2 * network->latency_us + network->concatenation_us * num_elements);
    begin = qdr_check_begin();
    require(c, "broadcast", broadcasts(MPI_COMM_WORLD, c->rank, 2));
    compare(c, "broadcast", begin,
            network->latency_us +
                network->broadcast_ns * 1e-3 * 3 * sizeof(int));
    /* Others go over the network of messages. */
    MPI_Comm_split(MPI_COMM_WORLD, c->rank % 2, c->rank, &some);
    MPI_Comm_rank(some, &rank);
    MPI_Comm_size(some, &p);
    require(c, "sum of a half", sums(some, rank, p));
    require(c, "sum everywhere in a half", sums_everywhere(some, rank, p));
    require(c, "concatenation of a half", concatenates(some, rank, p));
    require(c, "broadcast of a half", broadcasts(some, rank, 2));
    MPI_Comm_free(&some);
}

static void take(qdr_active *active, void *context, int source,
                 const int64_t arguments[2])
{
    (void)active;
    (void)source;
    *(int64_t *)context += arguments[0];
}

/* So many ranks send one each, at once, to the last, which waits for them, or
 * copies. */
static void check_active(check *c, int num_senders, int64_t copied_bytes)
{
    static qdr_active_handler *const handlers[] = {take};
    const qdr_software *s = c->software;
    int64_t num_taken = 0, begin;
    const qdr_active_service service = {QDR_ACTIVE_INTERRUPT, handlers, 1,
                                        &num_taken};
    qdr_active *active = NULL;
    qdr_error error = {""};
    double handling_us =
        s->active_receive_us + (copied_bytes > 0 ? s->interrupt_us : 0);
    /* For each arrival; those that take no time are handled together. */
    int num_waits = handling_us > 0 ? num_senders : 1;

    qdr_check_require(qdr_active_new(&active, &service, MPI_COMM_WORLD, &error),
                      &error);
    begin = qdr_check_begin();
    if (c->rank < num_senders) {
        qdr_check_require(qdr_active_send(active, c->p - 1, 0, 1, 0, &error),
                          &error);
        compare(c, "sending an active message", begin, s->active_send_us);
    }
    if (c->rank == c->p - 1) {
        if (copied_bytes > 0)
            qdr_pending_copied(copied_bytes);
        while (num_taken < num_senders)
            qdr_check_require(qdr_active_wait(active, &error), &error);
        compare(
            c, copied_bytes > 0 ? "copying, interrupted" : "waiting", begin,
            num_senders * handling_us +
                (copied_bytes > 0
                     ? (double)copied_bytes * c->hardware->copy_ns * 1e-3
                     : s->active_send_us + num_waits * QDR_ARRIVING_S * 1e6));
    }
    qdr_check_begin();
    qdr_active_free(active);
}

static int check_all(const qdr_checked *checked)
{
    check c = {checked->hardware, checked->software, checked->rank, checked->p,
               0};

    for (int senders = 1; senders <= MAX_SENDERS; senders *= 4) {
        if (c.software->sends == QDR_SENDS_EAGER) {
            check_flows(&c, senders);
            continue;
        }
        check_senders(&c, senders, 0);
        check_senders(&c, senders, c.hardware->contention_bytes - 1);
        check_senders(&c, senders, c.hardware->contention_bytes);
        check_senders(&c, senders, BYTES);
    }
    check_barrier(&c);
    check_barrier_after(&c);
    check_control_network(&c);
    for (int senders = 1; senders <= MAX_SENDERS; senders *= 4) {
        check_active(&c, senders, 0);
        check_active(&c, senders, BYTES);
    }
    return c.num_off;
}

int main(int argc, char **argv)
{
    return qdr_checks_run(argc, argv, check_all);
}
