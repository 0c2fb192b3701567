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

#include "kernels/kernel.h"

/* The messages not yet sent, each row a linked list in ascending order. */
typedef struct remaining {
    int64_t *head;    /* [p]: first unsent message of the row, or -1 */
    int64_t *next;    /* [messages]: the one after it in its row, or -1 */
    int64_t *busy_in; /* [p]: the last round in which the rank was busy */
} remaining;

static void cleanup(remaining *left)
{
    free(left->head);
    free(left->next);
    free(left->busy_in);
}

static qdr_status init(remaining *left, const qdr_pattern *pattern,
                       int64_t *round, qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;

    *left = (remaining){
        .head = malloc(p * sizeof *left->head),
        .next =
            malloc(((size_t)pattern->num_messages + 1) * sizeof *left->next),
        .busy_in = malloc(p * sizeof *left->busy_in),
    };
    if (left->head == NULL || left->next == NULL || left->busy_in == NULL) {
        cleanup(left);
        return qdr_fail_memory(error, "the messages left to schedule");
    }
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t *link = &left->head[r];
        left->busy_in[r] = -1;
        for (int64_t m = pattern->row_begin[r]; m < pattern->row_begin[r + 1];
             m++) {
            round[m] = -1;
            if (pattern->messages[m].dst != r) {
                *link = m;
                link = &left->next[m];
            }
        }
        *link = -1;
    }
    return QDR_OK;
}

/* Unlinks message m, which is in the list of its row. */
static void unlink_message(remaining *left, const qdr_pattern *pattern,
                           int64_t m)
{
    int64_t *link = &left->head[pattern->messages[m].src];

    while (*link != m)
        link = &left->next[*link];
    *link = left->next[m];
}

/* Lets rank r choose in round i. Returns the number of messages scheduled. */
static int choose(remaining *left, const qdr_pattern *pattern, int r, int64_t i,
                  int64_t *round)
{
    int64_t m = left->head[r];
    int64_t back;
    int dst;

    if (left->busy_in[r] == i)
        return 0;
    while (m >= 0 && left->busy_in[pattern->messages[m].dst] == i)
        m = left->next[m];
    if (m < 0)
        return 0;
    dst = pattern->messages[m].dst;
    left->busy_in[r] = i;
    left->busy_in[dst] = i;
    round[m] = i;
    unlink_message(left, pattern, m);
    back = qdr_pattern_find(pattern, dst, r);
    if (back < 0 || round[back] >= 0)
        return 1;
    round[back] = i;
    unlink_message(left, pattern, back);
    return 2;
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         int64_t *out_num_rounds, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;
    int64_t num_left = 0;
    int64_t num_rounds = 0;
    remaining left;
    qdr_status status = init(&left, pattern, round, error);

    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < pattern->num_messages; m++)
        num_left += pattern->messages[m].src != pattern->messages[m].dst;
    for (; num_left > 0; num_rounds++)
        for (int r = 0; r < pattern->num_procs; r++)
            num_left -= choose(&left, pattern, r, num_rounds, round);
    cleanup(&left);
    *out_num_rounds = num_rounds;
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
