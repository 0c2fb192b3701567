/* workloads/airfoil/density.c -- see density.h. */
#include "workloads/airfoil/density.h"

#include <math.h>
#include <stdlib.h>

/* Ranks low < high. */
typedef struct pair {
    int low, high;
    bool is_adjacent;
    int64_t bytes; /* both ways or, unless adjacent, in common neighbours */
} pair;

/* The pair of a and b, among all in the order of ranks. */
static pair *find(pair *pairs, int procs, int a, int b)
{
    int64_t low = a < b ? a : b, high = a < b ? b : a;

    return &pairs[low * (2 * (int64_t)procs - low - 1) / 2 + high - low - 1];
}

static void add_messages(pair *pairs, const qdr_pattern *pattern)
{
    int p = pattern->num_procs;

    for (int low = 0; low < p; low++)
        for (int high = low + 1; high < p; high++)
            *find(pairs, p, low, high) = (pair){low, high, false, 0};
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *one = &pattern->messages[m];
        pair *of = find(pairs, p, one->src, one->dst);
        of->is_adjacent = true;
        of->bytes += one->bytes;
    }
}

/* Of one common neighbour. */
static void add_common(pair *pairs, const qdr_pattern *pattern, int neighbour)
{
    int p = pattern->num_procs;

    for (int64_t m = pattern->row_begin[neighbour];
         m < pattern->row_begin[neighbour + 1]; m++)
        for (int64_t n = pattern->row_begin[neighbour]; n < m; n++) {
            int a = pattern->messages[m].dst, b = pattern->messages[n].dst;
            int64_t with_a = find(pairs, p, neighbour, a)->bytes;
            int64_t with_b = find(pairs, p, neighbour, b)->bytes;
            pair *of = find(pairs, p, a, b);
            if (!of->is_adjacent)
                of->bytes += with_a < with_b ? with_a : with_b;
        }
}

static int adjacent_and_long_first(const void *left, const void *right)
{
    const pair *a = left, *b = right;

    if (a->is_adjacent != b->is_adjacent)
        return a->is_adjacent ? -1 : 1;
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? -1 : 1;
    return a->low != b->low ? a->low - b->low : a->high - b->high;
}

static qdr_message message(const qdr_pattern *pattern, int src, int dst,
                           int64_t otherwise)
{
    int64_t m = qdr_pattern_find(pattern, src, dst);

    return (qdr_message){src, dst,
                         m < 0 ? otherwise : pattern->messages[m].bytes};
}

/* Makes the messages of the first `count` pairs. */
static qdr_status make(const qdr_pattern *pattern, pair *pairs, int64_t count,
                       qdr_message *messages, qdr_pattern *made,
                       qdr_error *error)
{
    int p = pattern->num_procs;
    qdr_pattern_stats stats;
    qdr_status status = qdr_pattern_get_stats(pattern, &stats, error);

    if (status != QDR_OK)
        return status;
    add_messages(pairs, pattern);
    for (int rank = 0; rank < p; rank++)
        add_common(pairs, pattern, rank);
    qsort(pairs, (size_t)p * (size_t)(p - 1) / 2, sizeof *pairs,
          adjacent_and_long_first);
    for (int64_t i = 0; i < count; i++) {
        int a = pairs[i].low, b = pairs[i].high;
        messages[2 * i] = message(pattern, a, b, stats.min_bytes);
        messages[2 * i + 1] = message(pattern, b, a, stats.min_bytes);
    }
    return qdr_pattern_init(made, p, messages, 2 * count, error);
}

qdr_status qdr_density_set(qdr_pattern *pattern, double density,
                           qdr_error *error)
{
    int64_t num_pairs =
        (int64_t)pattern->num_procs * (pattern->num_procs - 1) / 2;
    int64_t count = llround(density * (double)num_pairs);
    pair *pairs = malloc(((size_t)num_pairs + 1) * sizeof *pairs);
    qdr_message *messages = malloc((2 * (size_t)count + 1) * sizeof *messages);
    qdr_pattern made = {0};
    qdr_status status =
        pairs == NULL || messages == NULL
            ? qdr_fail_memory(error, "the pairs of ranks")
            : make(pattern, pairs, count, messages, &made, error);

    free(pairs);
    free(messages);
    if (status != QDR_OK)
        return status;
    qdr_pattern_cleanup(pattern);
    *pattern = made;
    return QDR_OK;
}
