/* harness/netmap/unanswered.c -- see unanswered.h. */
#include "harness/netmap/unanswered.h"

#include <stdlib.h>

#include "harness/netmap/rate_table.h"

qdr_status qdr_unanswered_init(qdr_unanswered *to, int num_nodes,
                               qdr_error *error)
{
    const size_t n = (size_t)num_nodes;
    /* One allocation, which `silent` owns. */
    bool *flags = calloc(n + n * n, sizeof *flags);

    if (flags == NULL)
        return qdr_fail_memory(error, "the nodes that do not answer");
    *to = (qdr_unanswered){
        .num_nodes = num_nodes, .silent = flags, .pairs = flags + n};
    return QDR_OK;
}

void qdr_unanswered_cleanup(qdr_unanswered *of)
{
    free(of->silent);
    *of = (qdr_unanswered){0};
}

/* Node 0 cannot hear of `node`: can anybody? */
static bool is_silent(const qdr_unanswered *of, const bool *reported,
                      const bool *heard, int node)
{
    const int n = of->num_nodes;

    for (int k = 0; k < n; k++)
        if (reported[k] && heard[qdr_pair_at(n, k, node)])
            return false;
    return true;
}

/* If node 0 hears of nobody, it is the one that is cut off. With two nodes that
 * is not known: the pair is named. */
static bool is_alone(const qdr_unanswered *of, const bool *reported)
{
    for (int k = 1; k < of->num_nodes; k++)
        if (reported[k])
            return false;
    return of->num_nodes > 2;
}

void qdr_unanswered_conclude(qdr_unanswered *to, const bool *reported,
                             const bool *heard)
{
    const int n = to->num_nodes;

    if (is_alone(to, reported)) {
        to->silent[0] = to->is_any = true;
        return;
    }
    for (int i = 1; i < n; i++)
        if (!reported[i] && n > 2 && is_silent(to, reported, heard, i))
            to->silent[i] = to->is_any = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            bool is_dead = reported[j] ? !heard[qdr_pair_at(n, j, i)]
                                       : i == 0 && !reported[j];
            if (i == j || !is_dead || to->silent[i] || to->silent[j] ||
                (i != 0 && !reported[i]))
                continue;
            to->pairs[qdr_pair_at(n, i, j)] = to->is_any = true;
        }
}

void qdr_unanswered_exclude(const qdr_unanswered *of, bool *out_excluded)
{
    const int n = of->num_nodes;

    for (int i = 0; i < n; i++)
        out_excluded[i] = of->silent[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (of->pairs[qdr_pair_at(n, i, j)] && !out_excluded[i])
                out_excluded[j] = true;
}
