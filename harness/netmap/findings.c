/* harness/netmap/findings.c -- see findings.h. */
#include "harness/netmap/findings.h"

#include <math.h>
#include <stdlib.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/suspects.h"

void qdr_findings_cleanup(qdr_findings *findings)
{
    free(findings->send);
    *findings = (qdr_findings){0};
}

/* One allocation, which `send` owns. */
static qdr_status init(qdr_findings *f, int num_nodes, qdr_error *error)
{
    const size_t n = (size_t)num_nodes;
    double *factors = malloc((2 * n + n * n) * sizeof *factors);

    if (factors == NULL)
        return qdr_fail_memory(error, "findings");
    for (size_t i = 0; i < 2 * n + n * n; i++)
        factors[i] = 1;
    *f = (qdr_findings){.num_nodes = num_nodes,
                        .send = factors,
                        .receive = factors + n,
                        .pair = factors + 2 * n};
    return QDR_OK;
}

/* What suspects are compared with. */
typedef struct reference {
    double rate;   /* median of good pairs, in the second measurement */
    double spread; /* standard deviation of a rate's logarithm */
} reference;

/* Rates of good pairs in the second measurement; where there is none, as
 * between two nodes, all rates in the first. `room` is for n * n values. */
static int list_good(const qdr_suspects *s, const qdr_rate_table *t,
                     double *room)
{
    const int n = t->num_nodes;
    int count = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            size_t at = qdr_pair_at(n, i, j);
            if (qdr_suspects_is_reference(s, i, j) && !isnan(t->again_mb_s[at]))
                room[count++] = t->again_mb_s[at];
        }
    for (int at = 0; at < n * n && count == 0; at++)
        if (!isnan(t->alone_mb_s[at]))
            room[count++] = t->alone_mb_s[at];
    return count;
}

/* Good pairs whose rates differ in the second measurement show that it is as
 * noisy as that, whatever the first was. */
static reference find_reference(const qdr_suspects *s, const qdr_rate_table *t,
                                double *room)
{
    enum { MIN_GOOD = 3 };
    const int count = list_good(s, t, room);
    reference made = {.rate = NAN, .spread = s->spread};

    if (count == 0)
        return made;
    made.rate = qdr_median_of(room, count);
    for (int i = 0; i < count; i++)
        room[i] = fabs(log(room[i] / made.rate));
    if (count >= MIN_GOOD)
        made.spread = fmax(made.spread, 1.4826 * qdr_median_of(room, count));
    return made;
}

/* As in the first measurement. */
static const double deviations = 5;

/* The factor below which the median of `count` rates is slow. */
static double limit_of(const reference *to, int count, double factor)
{
    double uncertainty = to->spread * (count == 1 ? 1 : 1.25 / sqrt(count));

    return fmin(factor, exp(-deviations * uncertainty));
}

/* A suspect node's median rate with good partners, the second time, as a
 * factor. Without a good partner it cannot be judged: its pairs are. */
static double judge_node(const qdr_suspects *s, const qdr_rate_table *t,
                         int node, qdr_pair_end end, const reference *to,
                         double *room)
{
    const int n = t->num_nodes;
    int count = 0;
    double factor;

    for (int other = 0; other < n; other++) {
        int from = end == QDR_SENDER ? node : other;
        int into = end == QDR_SENDER ? other : node;
        double rate = t->again_mb_s[qdr_pair_at(n, from, into)];
        if (qdr_suspects_is_good(s, from, into, end) && !isnan(rate))
            room[count++] = rate;
    }
    if (count == 0)
        return 1;
    factor = qdr_median_of(room, count) / to->rate;
    return factor < limit_of(to, count, s->node_factor) ? factor : 1;
}

static void judge_nodes(qdr_findings *f, const qdr_suspects *s,
                        const qdr_rate_table *t, const reference *to,
                        double *room)
{
    for (int i = 0; i < f->num_nodes; i++) {
        if (s->sends[i])
            f->send[i] = judge_node(s, t, i, QDR_SENDER, to, room);
        if (s->receives[i])
            f->receive[i] = judge_node(s, t, i, QDR_RECEIVER, to, room);
        f->num_slow_nodes += f->send[i] < 1 || f->receive[i] < 1;
    }
}

/* A pair is slow only if it is slower than its ends. */
static void judge_pairs(qdr_findings *f, const qdr_suspects *s,
                        const qdr_rate_table *t, const reference *to)
{
    const int n = f->num_nodes;
    const double limit = limit_of(to, 1, s->pair_factor);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            size_t at = qdr_pair_at(n, i, j);
            double factor = t->again_mb_s[at] / to->rate;
            if (!s->pairs[at] ||
                !(factor < limit * fmin(f->send[i], f->receive[j])))
                continue;
            f->pair[at] = factor;
            f->num_slow_pairs++;
        }
}

qdr_status qdr_findings_make(qdr_findings *findings,
                             const qdr_rate_table *table, qdr_error *error)
{
    const size_t n = (size_t)table->num_nodes;
    qdr_suspects suspects = {0};
    qdr_findings made = {0};
    double *room = malloc(n * n * sizeof *room);
    qdr_status status = room == NULL
                            ? qdr_fail_memory(error, "findings")
                            : qdr_suspects_find(&suspects, table, error);

    if (status == QDR_OK)
        status = init(&made, table->num_nodes, error);
    if (status == QDR_OK) {
        const reference to = find_reference(&suspects, table, room);
        judge_nodes(&made, &suspects, table, &to, room);
        judge_pairs(&made, &suspects, table, &to);
        *findings = made;
    }
    qdr_suspects_cleanup(&suspects);
    free(room);
    return status;
}

/* How many slow pairs without an excluded end a node is in. */
static int count_pairs(const qdr_findings *f, const bool *excluded, int node)
{
    const int n = f->num_nodes;
    int count = 0;

    for (int i = 0; i < n && !excluded[node]; i++)
        if (!excluded[i])
            count += (f->pair[qdr_pair_at(n, i, node)] < 1) +
                     (f->pair[qdr_pair_at(n, node, i)] < 1);
    return count;
}

static bool is_left(const qdr_findings *f, const bool *excluded, int i, int j)
{
    return !excluded[i] && !excluded[j] &&
           f->pair[qdr_pair_at(f->num_nodes, i, j)] < 1;
}

/* The node in most of the pairs that are left; -1: none is left. */
static int next_excluded(const qdr_findings *f, const bool *excluded)
{
    int best = -1, best_count = 0;

    for (int i = 0; i < f->num_nodes; i++)
        for (int j = 0; j < f->num_nodes; j++) {
            if (!is_left(f, excluded, i, j))
                continue;
            if (count_pairs(f, excluded, j) > best_count) {
                best = j;
                best_count = count_pairs(f, excluded, j);
            }
            if (count_pairs(f, excluded, i) > best_count) {
                best = i;
                best_count = count_pairs(f, excluded, i);
            }
        }
    return best;
}

void qdr_findings_exclude(const qdr_findings *findings, bool *out_excluded)
{
    for (int i = 0; i < findings->num_nodes; i++)
        out_excluded[i] = findings->send[i] < 1 || findings->receive[i] < 1;
    for (int node; (node = next_excluded(findings, out_excluded)) >= 0;)
        out_excluded[node] = true;
}
