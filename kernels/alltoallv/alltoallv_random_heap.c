/* kernels/alltoallv/alltoallv_random_heap.c -- rs_nh, random scheduling for
 * messages of unequal size.
 *
 * Source:  [wang1993, Sec. 3.3]; from rs_n.
 * Idea:    as rs_n, each round takes the rows in cyclic order from a random
 *          one, but a row gives its longest message whose destination is free.
 *          A message longer than the round's cutoff sends only that many bytes
 *          and continues in later rounds. The paper does not define the cutoff,
 *          a parameter: by default twice the mean of the round's messages.
 * Cost:    T <= M (alpha + beta L), an upper bound: a round's shortest message
 *          is no longer than their mean, nor than a cutoff of one mean, so each
 *          round completes at least one. M messages, L bytes of the longest;
 *          alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT, GLOBAL,
 *          SEEDED.  Scratch: none.
 * Example: p = 5: 0 -> 1 of 90 bytes, and 1 -> 2, 2 -> 3, 3 -> 4 of 10: mean
 *          30, cutoff 60, so 0 -> 1 sends 60 bytes now and 30 in a later round.
 */
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/kernel.h"

enum { CUTOFF };
static const qdr_parameter parameters[] = {
    [CUTOFF] = {.name = "cutoff",
                .plural = "cutoffs",
                .unit = "means",
                .summary = "longest piece of a message in a round",
                .type = QDR_REAL,
                .default_value = "2",
                .min = 1,
                .max = 1e9},
    {0}};

/* The rest of a message. */
typedef struct rest {
    int64_t message, sent, left;
} rest;

/* A rank as source: its row ends before rests[row_end], longest first, of which
 * `picked` goes next (-1: none); as destination: the last round in which it
 * received. A sorted row serves as the paper's heap; rows are short. */
typedef struct rank_state {
    int64_t row_end, picked, taken_in;
} rank_state;

typedef struct matrix {
    const qdr_pattern *pattern;
    rest *rests;
    rank_state *ranks;
    qdr_pieces pieces;                         /* made so far */
    int64_t num_left, num_probes, round_count; /* of which the round picked */
    double cutoff, round_bytes; /* in means of the round; picked in it */
} matrix;

static int longest_first(const void *left, const void *right)
{
    const rest *a = left, *b = right;
    if (a->left != b->left)
        return a->left > b->left ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

static qdr_status init(matrix *m, const qdr_problem *problem, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;

    *m = (matrix){
        .pattern = pattern,
        .num_probes = pattern->num_messages,
        .cutoff = qdr_values_real(problem->values, CUTOFF),
        .rests = malloc(((size_t)pattern->num_messages + 1) * sizeof(rest)),
        .ranks = malloc((size_t)pattern->num_procs * sizeof(rank_state)),
    };
    if (m->rests == NULL || m->ranks == NULL)
        return qdr_fail_memory(error, "the messages left to schedule");
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t begin = pattern->row_begin[r], end = begin;
        for (int64_t i = begin; i < pattern->row_begin[r + 1]; i++)
            if (pattern->messages[i].dst != r)
                m->rests[end++] = (rest){i, 0, pattern->messages[i].bytes};
        m->ranks[r] = (rank_state){end, -1, -1};
        m->num_left += end - begin;
        qsort(m->rests + begin, (size_t)(end - begin), sizeof(rest),
              longest_first);
    }
    return QDR_OK;
}

static int destination(const matrix *m, int64_t c)
{
    return m->pattern->messages[m->rests[c].message].dst;
}

/* Row r takes its longest message with a free destination in round i. */
static void pick(matrix *m, int r, int64_t i)
{
    int64_t c = m->pattern->row_begin[r], end = m->ranks[r].row_end;

    while (c < end && m->ranks[destination(m, c)].taken_in == i)
        c++;
    m->num_probes += 1 + c - m->pattern->row_begin[r] + (c < end);
    m->ranks[r].picked = c < end ? c : -1;
    if (c == end)
        return;
    m->ranks[destination(m, c)].taken_in = i;
    m->round_bytes += (double)m->rests[c].left;
    m->round_count++;
}

/* Rounded up, and at least 1, so that every round completes a message. */
static int64_t cutoff_of(const matrix *m)
{
    double cutoff = m->cutoff * m->round_bytes / (double)m->round_count;
    int64_t floor = cutoff >= 0x1p62 ? INT64_MAX - 1 : (int64_t)cutoff;

    return floor + (floor == 0 || (double)floor < cutoff);
}

/* Moves the shortened rest at c down to its place in its row; a done one is
 * shorter than all. */
static void sink(matrix *m, int r, int64_t c)
{
    rest moved = m->rests[c];

    for (; ++c < m->ranks[r].row_end && longest_first(&m->rests[c], &moved) < 0;
         m->num_probes++)
        m->rests[c - 1] = m->rests[c];
    m->rests[c - 1] = moved;
}

/* Row r sends what it picked in round i, up to the cutoff. */
static qdr_status send_picked(matrix *m, int r, int64_t i, int64_t cutoff,
                              qdr_error *error)
{
    rest *from = &m->rests[m->ranks[r].picked];
    qdr_transfer sent = {.src = r,
                         .dst = destination(m, m->ranks[r].picked),
                         .first = from->message,
                         .offset = from->sent,
                         .bytes = from->left < cutoff ? from->left : cutoff,
                         .num_blocks = 1};
    bool is_done = from->left == sent.bytes;

    from->sent += sent.bytes;
    from->left = is_done ? -1 : from->left - sent.bytes;
    sink(m, r, m->ranks[r].picked);
    m->ranks[r].row_end -= is_done;
    m->num_left -= is_done;
    return qdr_pieces_add(&m->pieces, i, sent, error);
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->pattern->num_procs;
    qdr_rng rng;
    matrix m;
    qdr_status status = init(&m, problem, error);
    qdr_rng_init(&rng, problem->seed);
    for (int64_t i = 0; m.num_left > 0 && status == QDR_OK; i++) {
        int start = (int)qdr_rng_below(&rng, (uint64_t)p);
        m.round_bytes = 0, m.round_count = 0;
        for (int k = 0; k < p; k++)
            pick(&m, (start + k) % p, i);
        for (int r = 0; r < p && status == QDR_OK; r++)
            if (m.ranks[r].picked >= 0)
                status = send_picked(&m, r, i, cutoff_of(&m), error);
    }
    if (status == QDR_OK)
        status = qdr_schedule_init_pieces(schedule, p, &m.pieces, error);
    if (status == QDR_OK)
        schedule->num_probes = m.num_probes;
    qdr_pieces_cleanup(&m.pieces);
    free(m.ranks);
    free(m.rests);
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->num_messages,
                      stats->num_messages * stats->max_bytes, 0};
}

const qdr_kernel qdr_alltoallv_random_heap = {
    .name = "rs_nh",
    .label = "Random scheduling, heap (RS_NH)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.3",
    .parameters = parameters,
    .flags = QDR_ONE_PORT | QDR_GLOBAL | QDR_SEEDED,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .build = build,
    .cost = cost,
};
