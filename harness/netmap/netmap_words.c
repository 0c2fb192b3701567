/* harness/netmap/netmap_words.c -- see netmap_words.h. */
#include "harness/netmap/netmap_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many slow pairs are named; a switch that is slow has hundreds. */
enum { MAX_PAIRS = 8 };

static const char *noun(const qdr_netmap_words *words)
{
    return words->of_ranks ? "rank" : "node";
}

static const char *name(const qdr_netmap_words *words, int node)
{
    return words->record->names[node];
}

/* "--exclude=n3,n5", as SLURM's commands accept it. */
static void print_excluded(const qdr_netmap_words *words, const bool *excluded,
                           FILE *to)
{
    const char *before = "--exclude=";

    if (words->of_ranks)
        return;
    for (int i = 0; i < words->record->num_nodes; i++)
        if (excluded[i]) {
            fprintf(to, "%s%s", before, name(words, i));
            before = ",";
        }
    fputc('\n', to);
}

static void print_node(const qdr_netmap_words *words, int node, double send,
                       double receive, FILE *to)
{
    fprintf(to, "%s %s ", noun(words), name(words, node));
    if (send < 1 && receive < 1)
        fprintf(to, "sends at %.2f and receives at %.2f of the others' rate\n",
                send, receive);
    else if (send < 1)
        fprintf(to,
                "sends at %.2f of the others' rate; its receives are normal\n",
                send);
    else
        fprintf(to,
                "receives at %.2f of the others' rate; its sends are normal\n",
                receive);
}

static double slowest(const qdr_findings *f, int node)
{
    return fmin(f->send[node], f->receive[node]);
}

/* The slowest node below 1 that is not printed yet; -1: none. */
static int next_node(const qdr_findings *f, const bool *is_printed)
{
    int best = -1;

    for (int i = 0; i < f->num_nodes; i++)
        if (!is_printed[i] && slowest(f, i) < 1 &&
            (best < 0 || slowest(f, i) < slowest(f, best)))
            best = i;
    return best;
}

static int next_pair(const qdr_findings *f, const bool *is_printed)
{
    int best = -1;

    for (int at = 0; at < f->num_nodes * f->num_nodes; at++)
        if (!is_printed[at] && f->pair[at] < 1 &&
            (best < 0 || f->pair[at] < f->pair[best]))
            best = at;
    return best;
}

/* A pair that is slow in both directions is one line. */
static void print_pair(const qdr_netmap_words *words, const qdr_findings *f,
                       int at, bool *is_printed, FILE *to)
{
    const int n = f->num_nodes, from = at / n, into = at % n;
    const size_t back = qdr_pair_at(n, into, from);

    is_printed[at] = true;
    if (f->pair[back] == 1) {
        fprintf(to, "the pair %s -> %s has %.2f of the others' rate\n",
                name(words, from), name(words, into), f->pair[at]);
        return;
    }
    is_printed[back] = true;
    fprintf(to,
            "the pair %s <-> %s has %.2f of the others' rate, and %.2f "
            "backwards\n",
            name(words, from), name(words, into), f->pair[at], f->pair[back]);
}

static void print_pairs(const qdr_netmap_words *words, const qdr_findings *f,
                        bool *is_printed, FILE *to)
{
    int at, left = 0;

    for (int count = 0;
         count < MAX_PAIRS && (at = next_pair(f, is_printed)) >= 0; count++)
        print_pair(words, f, at, is_printed, to);
    for (at = 0; at < f->num_nodes * f->num_nodes; at++)
        left += !is_printed[at] && f->pair[at] < 1;
    if (left > 0)
        fprintf(to, "%d more pairs are slow; see pairs.csv of --output\n",
                left);
}

void qdr_netmap_print_findings(const qdr_netmap_words *words,
                               const qdr_findings *findings, FILE *to)
{
    const size_t n = (size_t)findings->num_nodes;
    bool *flags = calloc(2 * n + n * n, sizeof *flags);
    int node;

    if (findings->num_slow_nodes + findings->num_slow_pairs == 0)
        fprintf(to, "no %s and no pair of %d %ss is slow\n", noun(words),
                findings->num_nodes, noun(words));
    else if (flags == NULL)
        fprintf(to, "%d %ss and %d pairs are slow\n", findings->num_slow_nodes,
                noun(words), findings->num_slow_pairs);
    if (findings->num_slow_nodes + findings->num_slow_pairs > 0 &&
        flags != NULL) {
        while ((node = next_node(findings, flags)) >= 0) {
            flags[node] = true;
            print_node(words, node, findings->send[node],
                       findings->receive[node], to);
        }
        print_pairs(words, findings, flags + n, to);
        qdr_findings_exclude(findings, flags + n + n * n);
        print_excluded(words, flags + n + n * n, to);
    }
    free(flags);
}

/* Marks the ranks that rank 0 waited for in vain, or if it has not begun to,
 * those that fell silent in MPI_Init; returns how many. */
static int find_absent(const qdr_netmap_words *words, bool *out_absent)
{
    const qdr_netmap_record *r = words->record;
    bool has_begun = false;
    int count = 0;

    for (int i = 0; i < r->num_ranks; i++)
        has_begun = has_begun || r->answered[i];
    for (int i = 0; i < r->num_ranks; i++) {
        out_absent[i] = has_begun
                            ? !r->answered[i]
                            : qdr_netmap_record_lag(r, i) > words->limit_s;
        count += out_absent[i];
    }
    return count;
}

/* Whether an earlier rank that is absent is on the same node. */
static bool is_named(const qdr_netmap_record *r, const bool *absent, int rank)
{
    for (int i = 0; i < rank; i++)
        if (absent[i] && strcmp(r->started[i], r->started[rank]) == 0)
            return r->started[rank][0] != '\0';
    return false;
}

static void print_absent_ranks(const qdr_netmap_words *words,
                               const bool *absent, FILE *to)
{
    const qdr_netmap_record *r = words->record;
    const char *before = "--exclude=";

    for (int i = 0; i < r->num_ranks; i++)
        if (absent[i] && r->started[i][0] == '\0')
            fprintf(to, "rank %d did not answer within %g s\n", i,
                    words->limit_s);
        else if (absent[i] && !is_named(r, absent, i))
            fprintf(to, "node %s did not answer within %g s\n", r->started[i],
                    words->limit_s);
    for (int i = 0; i < r->num_ranks; i++)
        if (absent[i] && !is_named(r, absent, i) && r->started[i][0] != '\0') {
            fprintf(to, "%s%s", before, r->started[i]);
            before = ",";
        }
    if (before[0] == ',')
        fputc('\n', to);
}

/* If all others are absent, it is the one that is left which is cut off. */
bool qdr_netmap_print_absent(const qdr_netmap_words *words, FILE *to)
{
    const int num_ranks = words->record->num_ranks;
    bool *absent = calloc((size_t)num_ranks, sizeof *absent);
    int count = absent == NULL ? 0 : find_absent(words, absent);

    for (int i = 0; i < num_ranks && num_ranks > 2 && count == num_ranks - 1;
         i++)
        absent[i] = !absent[i];
    if (count > 0)
        print_absent_ranks(words, absent, to);
    free(absent);
    return count > 0;
}

/* A pair in both directions is one line. */
static void print_dead_pairs(const qdr_netmap_words *words, FILE *to)
{
    const qdr_unanswered *of = &words->record->unanswered;
    const int n = of->num_nodes;
    int count = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            bool is_back = of->pairs[qdr_pair_at(n, j, i)];
            if (!of->pairs[qdr_pair_at(n, i, j)] || (is_back && j < i) ||
                ++count > MAX_PAIRS)
                continue;
            fprintf(to, "the pair %s %s %s did not answer within %g s\n",
                    name(words, i), is_back ? "<->" : "->", name(words, j),
                    words->limit_s);
        }
    if (count > MAX_PAIRS)
        fprintf(to, "%d more pairs did not answer\n", count - MAX_PAIRS);
}

void qdr_netmap_print_unanswered(const qdr_netmap_words *words, FILE *to)
{
    const qdr_unanswered *of = &words->record->unanswered;
    bool *excluded = calloc((size_t)of->num_nodes, sizeof *excluded);

    for (int i = 0; i < of->num_nodes; i++)
        if (of->silent[i])
            fprintf(to, "%s %s did not answer within %g s\n", noun(words),
                    name(words, i), words->limit_s);
    print_dead_pairs(words, to);
    if (excluded != NULL) {
        qdr_unanswered_exclude(of, excluded);
        print_excluded(words, excluded, to);
    }
    free(excluded);
}
