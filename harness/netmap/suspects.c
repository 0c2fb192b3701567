/* harness/netmap/suspects.c -- see suspects.h. */
#include "harness/netmap/suspects.h"

#include <math.h>
#include <stdlib.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/median_polish.h"

/* A loss of a fifth is worth a look in any network; less is not worth an alarm.
 * Where the network is noisy, five standard deviations: of 240 pairs one in ten
 * thousand tables has a pair beyond them by chance, if noise is normal. Where
 * it has longer tails, the second measurement clears the innocent. */
static const double max_factor = 0.8, deviations = 5;

/* Two nodes do not show how noisy their network is. */
static const double max_factor_of_two = 0.6;

/* So many good partners of a suspect node, and pairs to compare with, are
 * measured again. */
enum { PARTNERS = 4, REFERENCES = 6 };

static double factor_of(double spread, int num_nodes)
{
    return num_nodes == 2 ? max_factor_of_two
                          : fmin(max_factor, exp(-deviations * spread));
}

void qdr_suspects_cleanup(qdr_suspects *suspects)
{
    free(suspects->sends);
    *suspects = (qdr_suspects){0};
}

static qdr_status init(qdr_suspects *suspects, int num_nodes, qdr_error *error)
{
    const size_t n = (size_t)num_nodes;
    /* One allocation, which `sends` owns. */
    bool *flags = calloc(2 * n + 2 * n * n, sizeof *flags);

    if (flags == NULL)
        return qdr_fail_memory(error, "suspects");
    *suspects = (qdr_suspects){.num_nodes = num_nodes,
                               .sends = flags,
                               .receives = flags + n,
                               .pairs = flags + 2 * n,
                               .again = flags + 2 * n + n * n};
    return QDR_OK;
}

bool qdr_suspects_is_good(const qdr_suspects *suspects, int from, int to,
                          qdr_pair_end end)
{
    return from != to &&
           !suspects->pairs[qdr_pair_at(suspects->num_nodes, from, to)] &&
           !(end == QDR_SENDER ? suspects->receives[to]
                               : suspects->sends[from]);
}

bool qdr_suspects_is_reference(const qdr_suspects *suspects, int from, int to)
{
    return qdr_suspects_is_good(suspects, from, to, QDR_SENDER) &&
           qdr_suspects_is_good(suspects, from, to, QDR_RECEIVER);
}

/* The rate that a node reaches with its better half of partners: a slow pair
 * does not lower it, a slow node does. */
static double reach(const qdr_rate_table *t, int node, qdr_pair_end end,
                    double *room)
{
    int count = qdr_rates_of(t->num_nodes, t->alone_mb_s, node, end, room);

    return count == 0 ? NAN
                      : qdr_quantile_of(room, count, count < 3 ? 1 : 0.75);
}

/* The rate of a pair as a share of that of its slower end, which is as fast as
 * it can be. This finds a slow pair of three nodes, where the polish only makes
 * both ends slower. */
static double share_of_ends(const qdr_rate_table *t, int from, int to,
                            double *room)
{
    double rate = t->alone_mb_s[qdr_pair_at(t->num_nodes, from, to)];

    /* Two nodes: one direction is compared with the other. */
    if (t->num_nodes == 2)
        return rate / t->alone_mb_s[qdr_pair_at(2, to, from)];
    return rate / fmin(reach(t, from, QDR_SENDER, room),
                       reach(t, to, QDR_RECEIVER, room));
}

/* A robust standard deviation of the pairs' rates: of three nodes, that of the
 * polish is large because one pair is slow. `room` is for n * n + n values. */
static qdr_status find_spread(const qdr_rate_table *t, const qdr_polish *polish,
                              double *room, double *out_spread,
                              qdr_error *error)
{
    const int n = t->num_nodes;
    qdr_polish shares = *polish;
    double spread = 0;
    qdr_status status = qdr_polish_spread(polish, 2 * n - 1, out_spread, error);

    shares.residual = room + n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            shares.residual[qdr_pair_at(n, i, j)] =
                i == j ? NAN : log(share_of_ends(t, i, j, room));
    if (status == QDR_OK)
        status = qdr_polish_spread(&shares, n, &spread, error);
    if (status == QDR_OK)
        *out_spread = fmin(*out_spread, spread);
    return status;
}

static void mark(qdr_suspects *s, const qdr_rate_table *t,
                 const qdr_polish *polish, double *room)
{
    const int n = s->num_nodes;

    for (int i = 0; i < n && n > 2; i++) {
        s->sends[i] = polish->send[i] < log(s->node_factor);
        s->receives[i] = polish->receive[i] < log(s->node_factor);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            size_t at = qdr_pair_at(n, i, j);
            s->pairs[at] =
                i != j && (polish->residual[at] < log(s->pair_factor) ||
                           share_of_ends(t, i, j, room) < s->pair_factor);
        }
}

/* Adds pairs of a node with good partners, from the next node on, so that
 * several suspects do not have the same partners. */
static void add_partners(qdr_suspects *s, int node, qdr_pair_end end)
{
    const int n = s->num_nodes;
    int count = 0;

    for (int d = 1; d < n && count < PARTNERS; d++) {
        int other = (node + d) % n;
        int from = end == QDR_SENDER ? node : other;
        int to = end == QDR_SENDER ? other : node;
        if (!qdr_suspects_is_good(s, from, to, end))
            continue;
        s->again[qdr_pair_at(n, from, to)] = true;
        count++;
    }
}

/* Pairs to compare with. */
static void add_references(qdr_suspects *s)
{
    const int n = s->num_nodes;
    int count = 0;

    for (int d = 1; d < n; d++)
        for (int i = 0; i < n && count < REFERENCES; i++)
            if (qdr_suspects_is_reference(s, i, (i + d) % n)) {
                s->again[qdr_pair_at(n, i, (i + d) % n)] = true;
                count++;
            }
}

static void choose_again(qdr_suspects *s)
{
    const int n = s->num_nodes;

    for (int i = 0; i < n; i++) {
        if (s->sends[i])
            add_partners(s, i, QDR_SENDER);
        if (s->receives[i])
            add_partners(s, i, QDR_RECEIVER);
        s->is_any = s->is_any || s->sends[i] || s->receives[i];
    }
    for (int at = 0; at < n * n; at++) {
        s->again[at] = s->again[at] || s->pairs[at];
        s->is_any = s->is_any || s->pairs[at];
    }
    if (s->is_any)
        add_references(s);
}

qdr_status qdr_suspects_find(qdr_suspects *suspects,
                             const qdr_rate_table *table, qdr_error *error)
{
    const int n = table->num_nodes;
    qdr_polish polish = {0};
    qdr_suspects made = {0};
    double spread = 0;
    double *room = malloc((size_t)n * (size_t)(n + 1) * sizeof *room);
    qdr_status status = room == NULL ? qdr_fail_memory(error, "suspects")
                                     : init(&made, n, error);

    if (status == QDR_OK)
        status = qdr_polish_rates(&polish, n, table->alone_mb_s, error);
    if (status == QDR_OK)
        status = find_spread(table, &polish, room, &spread, error);
    if (status == QDR_OK) {
        made.spread = spread;
        made.pair_factor = factor_of(spread, n);
        /* 1.25: a median is that much less certain than a mean. */
        made.node_factor = factor_of(1.25 * spread / sqrt(n - 1), n);
        mark(&made, table, &polish, room);
        choose_again(&made);
        *suspects = made;
        made = (qdr_suspects){0};
    }
    qdr_suspects_cleanup(&made);
    qdr_polish_cleanup(&polish);
    free(room);
    return status;
}
