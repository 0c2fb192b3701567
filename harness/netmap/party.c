/* harness/netmap/party.c -- see party.h. */
#include "harness/netmap/party.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/post.h"
#include "harness/netmap/stream.h"
#include "harness/netmap/transfer.h"

enum { SHORT_BYTES = 8, SHORT_SENDS = 21 };

/* Of the limit: no message is sent after these shares of it, so that a slow
 * pair is measured with fewer messages. */
static const double enough_short = 0.1, enough_long = 0.3;

/* Of the limit: for so long a rank waits for pings. */
static const double reach_share = 0.6;

/* A rank ends that has not heard rank 0 for so many limits. */
static const double patience_limits = 20;

qdr_status qdr_party_init(qdr_party *party, int bytes, double limit_s,
                          qdr_error *error)
{
    *party = (qdr_party){.bytes = bytes,
                         .limit_s = limit_s,
                         .from = malloc((size_t)bytes),
                         .into = malloc(QDR_STREAM_WINDOW * (size_t)bytes)};
    MPI_Comm_rank(MPI_COMM_WORLD, &party->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &party->num_ranks);
    party->ranks = calloc((size_t)party->num_ranks, sizeof *party->ranks);
    if (party->from != NULL && party->into != NULL && party->ranks != NULL) {
        /* Pages that are touched for the first time are slow. */
        memset(party->from, 1, (size_t)bytes);
        memset(party->into, 1, QDR_STREAM_WINDOW * (size_t)bytes);
        return QDR_OK;
    }
    qdr_party_cleanup(party);
    return qdr_fail_memory(error, "the messages");
}

void qdr_party_cleanup(qdr_party *party)
{
    free(party->from);
    free(party->into);
    free(party->ranks);
    *party = (qdr_party){0};
}

static qdr_netmap_transfer make_transfer(const qdr_party *p, int peer,
                                         int bytes, double enough)
{
    return (qdr_netmap_transfer){.peer = p->ranks[peer],
                                 .bytes = bytes,
                                 .enough_s = enough * p->limit_s,
                                 .limit_s = p->limit_s,
                                 .from = p->from,
                                 .into = p->into};
}

static void report_rate(const qdr_party *p, qdr_netmap_transfer *t,
                        qdr_report *to)
{
    double time_us = 1e6 * qdr_median_of(t->times_s, t->num_sent);

    /* The acknowledgement's way back is not the message's. */
    if (time_us > 2 * to->latency_us)
        time_us -= to->latency_us;
    to->rate_mb_s = p->bytes / time_us;
}

static bool send(const qdr_party *p, const qdr_netmap_task *task,
                 qdr_report *to)
{
    qdr_netmap_transfer small =
        make_transfer(p, task->peer, SHORT_BYTES, enough_short);
    qdr_netmap_transfer large =
        make_transfer(p, task->peer, p->bytes, enough_long);

    small.max_sends = SHORT_SENDS;
    large.max_sends = task->count;
    if (!qdr_transfer_run(&small))
        return false;
    to->latency_us = 1e6 / 2 * qdr_median_of(small.times_s, small.num_sent);
    if (!qdr_transfer_run(&large))
        return false;
    report_rate(p, &large, to);
    return true;
}

static bool receive(const qdr_party *p, const qdr_netmap_task *task)
{
    qdr_netmap_transfer small =
        make_transfer(p, task->peer, SHORT_BYTES, enough_short);
    qdr_netmap_transfer large =
        make_transfer(p, task->peer, p->bytes, enough_long);

    small.receives = large.receives = true;
    return qdr_transfer_run(&small) && qdr_transfer_run(&large);
}

/* What it receives, as the peer reports the other direction. */
static bool exchange(const qdr_party *p, const qdr_netmap_task *task,
                     qdr_report *to)
{
    qdr_stream both = {.peer = p->ranks[task->peer],
                       .bytes = p->bytes,
                       .count = task->count,
                       .limit_s = QDR_TASK_LIMITS * p->limit_s,
                       .from = p->from,
                       .into = p->into};

    if (!qdr_stream_run(&both))
        return false;
    to->rate_mb_s = 1e-6 * p->bytes * task->count / both.time_s;
    return true;
}

qdr_report qdr_party_measure(qdr_party *party, const qdr_netmap_task *task)
{
    qdr_report made = {0};
    bool is_done = true;

    if (task->kind == QDR_TASK_LOADED)
        is_done = exchange(party, task, &made);
    else if (task->is_first)
        is_done = send(party, task, &made);
    else
        is_done = receive(party, task);
    if (task->kind == QDR_TASK_PAIR && is_done)
        is_done =
            task->is_first ? receive(party, task) : send(party, task, &made);
    made.is_done = is_done;
    return made;
}

static int node_of(const qdr_party *p, int rank)
{
    for (int i = 0; i < p->num_nodes; i++)
        if (p->ranks[i] == rank)
            return i;
    return -1;
}

void qdr_party_reach(qdr_party *party, bool *out_heard)
{
    const double until = MPI_Wtime() + reach_share * party->limit_s;
    int count = 1, from;
    char ping = 0;

    party->has_reached = true;
    memset(out_heard, 0, (size_t)party->num_nodes * sizeof *out_heard);
    out_heard[party->node] = true;
    for (int i = 0; i < party->num_nodes; i++)
        if (i != party->node)
            (void)qdr_post_throw(&ping, 1, party->ranks[i], QDR_POST_PING);
    while (count < party->num_nodes && MPI_Wtime() < until) {
        if (!qdr_post_take(&ping, 1, MPI_ANY_SOURCE, QDR_POST_PING, &from)) {
            qdr_post_wait(QDR_DOZING);
            continue;
        }
        from = node_of(party, from);
        if (from >= 0 && !out_heard[from]) {
            out_heard[from] = true;
            count++;
        }
    }
}

/* A ping comes before the task where the way from rank 0 is cut. */
static bool is_pinged(void)
{
    int is_there = 0;

    MPI_Iprobe(MPI_ANY_SOURCE, QDR_POST_PING, MPI_COMM_WORLD, &is_there,
               MPI_STATUS_IGNORE);
    return is_there;
}

static qdr_status report_reach(qdr_party *p, qdr_error *error)
{
    bool *heard = calloc((size_t)p->num_nodes, sizeof *heard);

    if (heard == NULL)
        return qdr_fail_memory(error, "the nodes");
    qdr_party_reach(p, heard);
    (void)qdr_post_throw(heard, p->num_nodes, 0, QDR_POST_HEARD);
    free(heard);
    return QDR_OK;
}

/* Waits for the next task. Ranks that take no part only hear that rank 0 is
 * there, and the end. */
static bool take_task(qdr_party *p, qdr_netmap_task *out_task)
{
    const double until = MPI_Wtime() + patience_limits * p->limit_s;
    int from;

    while (
        !qdr_post_take(out_task, sizeof *out_task, 0, QDR_POST_TASK, &from)) {
        if (p->node >= 0 && !p->has_reached && is_pinged()) {
            *out_task = (qdr_netmap_task){.kind = QDR_TASK_REACH};
            return true;
        }
        if (MPI_Wtime() > until)
            return false;
        qdr_post_wait(p->node >= 0 ? QDR_DOZING : QDR_ASLEEP);
    }
    return true;
}

/* Which nodes there are, and which is this rank's: the first message. */
static bool take_nodes(qdr_party *p)
{
    const double until = MPI_Wtime() + patience_limits * p->limit_s;
    int from, length;
    MPI_Status status;
    int is_there = 0;

    while (!is_there && MPI_Wtime() < until) {
        MPI_Iprobe(0, QDR_POST_NODES, MPI_COMM_WORLD, &is_there, &status);
        if (!is_there)
            qdr_post_wait(QDR_DOZING);
    }
    if (!is_there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &length);
    p->num_nodes = length / (int)sizeof *p->ranks;
    if (p->num_nodes > p->num_ranks ||
        !qdr_post_take(p->ranks, length, 0, QDR_POST_NODES, &from))
        return false;
    p->node = node_of(p, p->rank);
    return true;
}

static qdr_status fail_alone(const qdr_party *p, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_MPI,
                    "rank %d has heard nothing of rank 0 for %g s", p->rank,
                    patience_limits * p->limit_s);
}

qdr_status qdr_party_follow(qdr_party *party, bool *out_is_wrecked,
                            qdr_error *error)
{
    qdr_netmap_task task = {.kind = QDR_TASK_LISTEN};
    qdr_status status = QDR_OK;

    if (!take_nodes(party))
        return fail_alone(party, error);
    while (status == QDR_OK && take_task(party, &task)) {
        qdr_report report;
        *out_is_wrecked = task.kind == QDR_TASK_WRECKED;
        if (task.kind == QDR_TASK_END || task.kind == QDR_TASK_WRECKED)
            return QDR_OK;
        if (task.kind == QDR_TASK_LISTEN)
            continue;
        if (task.kind == QDR_TASK_REACH) {
            if (!party->has_reached)
                status = report_reach(party, error);
            continue;
        }
        report = qdr_party_measure(party, &task);
        (void)qdr_post_throw(&report, sizeof report, 0, QDR_POST_REPORT);
    }
    return status == QDR_OK ? fail_alone(party, error) : status;
}
