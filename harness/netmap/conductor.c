/* harness/netmap/conductor.c -- see conductor.h. */
#include "harness/netmap/conductor.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/netmap/netmap_record.h"
#include "harness/netmap/post.h"
#include "harness/netmap/roll_call.h"
#include "harness/netmap/suspects.h"
#include "kernels/kernel.h"

/* Long messages of a pair: min numbers; more, if they fit a time that no hiccup
 * fills. */
enum { MIN_COUNT = 3, MIN_COUNT_AGAIN = 2, LOADED_FACTOR = 2 };
static const double pair_s = 0.02;

/* Ranks hear of rank 0 every so many seconds. */
static const double listen_s = 5;

/* More than a task's own limits. */
static const double grace_s = 1;

/* Of the limit: pairs exchange no more messages than fit this share of it at
 * the rate that they have alone. */
static const double loaded_share = 0.25;

typedef struct conductor {
    qdr_party *party;
    qdr_rate_table table;
    const qdr_round_rule *rounds; /* those of pex */
    double best_mb_s;
    double listened; /* when it sent LISTEN last */
    bool is_failed;  /* a pair did not answer: the first */
    int failed_from, failed_to;
    qdr_report *reports; /* of the nodes; is_done -1: not there */
} conductor;

static void announce(int from, int to)
{
    printf("netmap at %d %d\n", from, to);
    fflush(stdout);
}

static void send_task(const conductor *c, int node, const qdr_netmap_task *task)
{
    (void)qdr_post_throw(task, sizeof *task, c->party->ranks[node],
                         QDR_POST_TASK);
}

/* To all ranks, those that take no part, too. */
static void send_all(const conductor *c, qdr_task_kind kind)
{
    const qdr_netmap_task task = {.kind = (int)kind};

    for (int r = 1; r < c->party->num_ranks; r++)
        (void)qdr_post_throw(&task, sizeof task, r, QDR_POST_TASK);
}

static void keep_listening(conductor *c)
{
    if (MPI_Wtime() - c->listened < listen_s)
        return;
    c->listened = MPI_Wtime();
    send_all(c, QDR_TASK_LISTEN);
}

static int choose_count(const conductor *c, int min)
{
    double fit = ceil(pair_s * 1e6 * c->best_mb_s / c->party->bytes);

    return (int)fmin(25, fmax(min, fit));
}

/* Both directions of a pair have the same number. */
static int choose_loaded(const conductor *c, int i, int j)
{
    const int n = c->party->num_nodes;
    double rate = fmin(c->table.alone_mb_s[qdr_pair_at(n, i, j)],
                       c->table.alone_mb_s[qdr_pair_at(n, j, i)]);
    double fit =
        floor(loaded_share * c->party->limit_s * 1e6 * rate / c->party->bytes);

    return (int)fmax(1, fmin(LOADED_FACTOR * choose_count(c, MIN_COUNT), fit));
}

static void expect_report(conductor *c, int node)
{
    c->reports[node].is_done = -1;
}

/* Waits for reports, of all nodes that were given a task. If one fails, its
 * peer has failed at the same time, or cannot report. */
static void collect(conductor *c, int count)
{
    double until = MPI_Wtime() + QDR_TASK_LIMITS * c->party->limit_s + grace_s;
    qdr_report report;
    int from;

    while (count > 0 && MPI_Wtime() < until) {
        if (!qdr_post_take(&report, sizeof report, MPI_ANY_SOURCE,
                           QDR_POST_REPORT, &from)) {
            qdr_post_wait(QDR_DOZING);
            continue;
        }
        for (int i = 0; i < c->party->num_nodes; i++)
            if (c->party->ranks[i] == from)
                c->reports[i] = report;
        if (!report.is_done)
            until = fmin(until, MPI_Wtime() + grace_s);
        count--;
    }
}

/* Has two nodes do a task; that of node 0 is done later, by own_task. */
static int start_pair(conductor *c, qdr_task_kind kind, int first, int second,
                      int count, qdr_netmap_task *own_task)
{
    const int nodes[2] = {first, second};
    int num_sent = 0;

    for (int k = 0; k < 2; k++) {
        const qdr_netmap_task task = {.kind = (int)kind,
                                      .peer = nodes[1 - k],
                                      .is_first = k == 0,
                                      .count = count};
        expect_report(c, nodes[k]);
        if (nodes[k] == 0) {
            *own_task = task;
        } else {
            send_task(c, nodes[k], &task);
            num_sent++;
        }
    }
    return num_sent;
}

static void finish_pairs(conductor *c, int num_sent,
                         const qdr_netmap_task *own_task)
{
    if (own_task->count > 0)
        c->reports[0] = qdr_party_measure(c->party, own_task);
    collect(c, num_sent);
}

static bool is_answered(conductor *c, int i, int j)
{
    if (c->reports[i].is_done == 1 && c->reports[j].is_done == 1)
        return true;
    if (!c->is_failed) {
        announce(i, j);
        c->failed_from = i;
        c->failed_to = j;
    }
    c->is_failed = true;
    return false;
}

static void keep_alone(conductor *c, int from, int to)
{
    const qdr_report *report = &c->reports[from];
    size_t at = qdr_pair_at(c->party->num_nodes, from, to);

    c->table.latency_us[at] = report->latency_us;
    c->table.alone_mb_s[at] = report->rate_mb_s;
    c->best_mb_s = fmax(c->best_mb_s, report->rate_mb_s);
    printf("netmap alone %d %d %.17g %.17g\n", from, to, report->latency_us,
           report->rate_mb_s);
}

static void measure_alone(conductor *c, int i, int j)
{
    qdr_netmap_task own = {0};

    keep_listening(c);
    announce(i, j);
    finish_pairs(
        c, start_pair(c, QDR_TASK_PAIR, i, j, choose_count(c, MIN_COUNT), &own),
        &own);
    if (!is_answered(c, i, j))
        return;
    keep_alone(c, i, j);
    keep_alone(c, j, i);
}

static void measure_again(conductor *c, int from, int to)
{
    qdr_netmap_task own = {0};
    int count = choose_count(c, MIN_COUNT_AGAIN);

    keep_listening(c);
    announce(from, to);
    finish_pairs(c, start_pair(c, QDR_TASK_AGAIN, from, to, count, &own), &own);
    if (is_answered(c, from, to))
        printf("netmap again %d %d %.17g %.17g\n", from, to,
               c->reports[from].latency_us, c->reports[from].rate_mb_s);
}

static bool is_in_round(const conductor *c, int64_t round, int i, int j)
{
    return c->rounds->round_of(i, j, c->party->num_nodes) == round;
}

static void print_loaded(const conductor *c, int from, int to)
{
    printf("netmap loaded %d %d %.17g\n", from, to, c->reports[to].rate_mb_s);
}

static void measure_loaded(conductor *c, int64_t round)
{
    const int n = c->party->num_nodes;
    int num_sent = 0;
    qdr_netmap_task own = {0};

    keep_listening(c);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (is_in_round(c, round, i, j))
                num_sent += start_pair(c, QDR_TASK_LOADED, i, j,
                                       choose_loaded(c, i, j), &own);
    finish_pairs(c, num_sent, &own);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            if (!is_in_round(c, round, i, j) || !is_answered(c, i, j))
                continue;
            print_loaded(c, i, j);
            print_loaded(c, j, i);
        }
}

static void measure_first(conductor *c)
{
    const int n = c->party->num_nodes;
    const int64_t num_rounds = c->rounds->num_rounds(n);

    for (int64_t round = 0; round < num_rounds && !c->is_failed; round++)
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n && !c->is_failed; j++)
                if (is_in_round(c, round, i, j))
                    measure_alone(c, i, j);
    announce(-1, -1);
    for (int64_t round = 0; round < num_rounds && !c->is_failed; round++)
        measure_loaded(c, round);
}

/* Suspects are measured again so many times, with pauses, and the best time
 * counts: what makes a pair slow for a moment, such as ranks that share a core,
 * is not named, and what is always slow is slow at its best, too. */
enum { PASSES = 3 };
static const double pause_s = 0.2;

static void pause_all(void)
{
    const double until = MPI_Wtime() + pause_s;

    while (MPI_Wtime() < until)
        qdr_post_wait(QDR_ASLEEP);
}

static void measure_pass(conductor *c, const qdr_suspects *suspects)
{
    const int n = c->party->num_nodes;

    pause_all();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n && !c->is_failed; j++)
            if (suspects->again[qdr_pair_at(n, i, j)])
                measure_again(c, i, j);
}

/* Suspects, with good partners. */
static qdr_status measure_suspects(conductor *c, qdr_error *error)
{
    qdr_suspects suspects = {0};
    qdr_status status =
        c->is_failed ? QDR_OK : qdr_suspects_find(&suspects, &c->table, error);

    for (int pass = 0; pass < PASSES && suspects.is_any && status == QDR_OK;
         pass++)
        measure_pass(c, &suspects);
    qdr_suspects_cleanup(&suspects);
    return status;
}

static qdr_status measure(conductor *c, qdr_error *error)
{
    const qdr_kernel *pex = NULL;
    const int n = c->party->num_nodes;
    qdr_status status = qdr_kernel_find("pex", &pex, error);

    if (status == QDR_OK)
        status = qdr_rate_table_init(&c->table, n, error);
    c->reports = calloc((size_t)n, sizeof *c->reports);
    if (status == QDR_OK && c->reports == NULL)
        status = qdr_fail_memory(error, "the reports");
    if (status == QDR_OK) {
        c->rounds = pex->rounds;
        measure_first(c);
        status = measure_suspects(c, error);
    }
    if (status == QDR_OK && c->is_failed)
        status = qdr_roll_call(c->party, c->failed_from, c->failed_to, error);
    qdr_rate_table_cleanup(&c->table);
    free(c->reports);
    return status;
}

qdr_status qdr_conduct(qdr_party *party, const char *name, bool of_ranks,
                       bool *out_is_wrecked, qdr_error *error)
{
    conductor c = {.party = party, .listened = MPI_Wtime()};
    bool is_complete = false;
    qdr_status status = qdr_meet(party, name, of_ranks, &is_complete, error);

    if (status == QDR_OK && is_complete && party->num_nodes > 1)
        status = measure(&c, error);
    *out_is_wrecked = status != QDR_OK || !is_complete || c.is_failed;
    if (status != QDR_OK)
        printf("netmap failed %s\n", error->text);
    puts("netmap done");
    fflush(stdout);
    send_all(&c, *out_is_wrecked ? QDR_TASK_WRECKED : QDR_TASK_END);
    return status;
}
