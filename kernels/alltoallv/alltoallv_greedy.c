/* kernels/alltoallv/alltoallv_greedy.c -- gs, greedy scheduling.
 *
 * Source:  [ponnusamy1992, Sec. 4.4, Fig. 12].
 * Idea:    in each round the ranks are taken in order 0..p-1; a rank that is
 *          still free takes its lowest free destination, exchanging if that
 *          one also has a message for it; both are then busy for the round,
 *          whatever the direction. Rounds follow until no message is left.
 * Cost:    T <= (2D - 1) (alpha + beta L), an upper bound: a pair that waits
 *          sees one of its two ends busy with another partner, which happens
 *          at most 2 (D - 1) times. D largest number of distinct partners of a
 *          rank, L bytes of the longest message; alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).
 *          Flags: ONE_PORT, GLOBAL.  Scratch: none.
 * Example: p = 5, complete: 0-1 2-3 | 0-2 1-3 | 0-3 1-2 | 0-4 | 1-4 | 2-4 |
 *          3-4, the rounds of pairwise scheduling.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"

/* A message not yet sent: its destination, and its place in its row of the
 * pattern. */
typedef struct unsent {
    int dst, place;
} unsent;

/* Row r has count[r] of them, in ascending order, from rows[row_begin[r]] on:
 * messages read one after another are adjacent in memory. */
typedef struct remaining {
    const qdr_pattern *pattern;
    unsent *rows;
    int *count;       /* [p] */
    int64_t *busy_in; /* [p]: the last round in which the rank was busy */
    int64_t *round;   /* of each message; the caller's */
    int64_t num_probes;
} remaining;

static void cleanup(remaining *left)
{
    free(left->rows);
    free(left->count);
    free(left->busy_in);
}

static qdr_status init(remaining *left, const qdr_pattern *pattern,
                       int64_t *round, qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;

    *left = (remaining){
        .pattern = pattern,
        .rows =
            malloc(((size_t)pattern->num_messages + 1) * sizeof *left->rows),
        .count = calloc(p, sizeof *left->count),
        .busy_in = malloc(p * sizeof *left->busy_in),
        .round = round,
    };
    if (left->rows == NULL || left->count == NULL || left->busy_in == NULL) {
        cleanup(left);
        return qdr_fail_memory(error, "the messages left to schedule");
    }
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t begin = pattern->row_begin[r];
        left->busy_in[r] = -1;
        for (int64_t m = begin; m < pattern->row_begin[r + 1]; m++) {
            round[m] = -1;
            if (pattern->messages[m].dst != r)
                left->rows[begin + left->count[r]++] =
                    (unsent){pattern->messages[m].dst, (int)(m - begin)};
        }
    }
    return QDR_OK;
}

/* Row r sends its unsent message number `at` in round i. */
static void send(remaining *left, int r, int at, int64_t i)
{
    int64_t begin = left->pattern->row_begin[r];
    unsent *row = left->rows + begin;

    left->round[begin + row[at].place] = i;
    left->count[r]--;
    memmove(row + at, row + at + 1,
            (size_t)(left->count[r] - at) * sizeof *row);
}

/* The number of row r's unsent message to dst, or -1. */
static int find(const remaining *left, int r, int dst)
{
    const unsent *row = left->rows + left->pattern->row_begin[r];
    int low = 0, high = left->count[r];

    while (low < high) {
        int middle = (low + high) / 2;
        if (row[middle].dst < dst)
            low = middle + 1;
        else
            high = middle;
    }
    return low < left->count[r] && row[low].dst == dst ? low : -1;
}

/* Lets rank r choose in round i. Returns the number of messages scheduled. */
static int choose(remaining *left, int r, int64_t i)
{
    const unsent *row = left->rows + left->pattern->row_begin[r];
    int at = 0, back, dst;

    left->num_probes++;
    if (left->busy_in[r] == i)
        return 0;
    while (at < left->count[r] && left->busy_in[row[at].dst] == i)
        at++;
    left->num_probes += at + (at < left->count[r]);
    if (at == left->count[r])
        return 0;
    dst = row[at].dst;
    left->busy_in[r] = i;
    left->busy_in[dst] = i;
    send(left, r, at, i);
    back = find(left, dst, r);
    if (back < 0)
        return 1;
    send(left, dst, back, i);
    return 2;
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    int64_t num_left = 0;
    int64_t num_rounds = 0;
    remaining left;
    qdr_status status = init(&left, problem->messages.pattern, round, error);

    if (status != QDR_OK)
        return status;
    for (int r = 0; r < problem->num_procs; r++)
        num_left += left.count[r];
    for (; num_left > 0; num_rounds++)
        for (int r = 0; r < problem->num_procs; r++)
            num_left -= choose(&left, r, num_rounds);
    cleanup(&left);
    *out_assigned = (qdr_assigned){num_rounds, left.num_probes};
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return qdr_cost_of_maximal_rounds(stats->max_partners, stats->max_bytes);
}

const qdr_kernel qdr_alltoallv_greedy = {
    .name = "gs",
    .label = "Greedy (GS)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "4.4",
    .flags = QDR_ONE_PORT | QDR_GLOBAL,
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
};
