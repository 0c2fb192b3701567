/* kernels/alltoallv/alltoallv_random_heap.c -- rs_nh, random scheduling for
 * messages of unequal size.
 *
 * Source:  [wang1993, Sec. 3.3]; from rs_n.
 * Idea:    as rs_n, each round takes the rows in cyclic order from a random
 *          one, but a row gives its longest message whose destination is free.
 *          A message longer than the round's cutoff sends only so much of
 *          itself and goes on in later rounds. The paper does not define the
 *          cutoff; it is a parameter, of itself twice the mean of what the
 *          round has taken.
 * Cost:    T <= M (alpha + beta L), an upper bound: a round's shortest message
 *          is no longer than their mean, nor than a cutoff of one mean, so
 *          each round completes one at least. M messages, L bytes of the
 *          longest; alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT, GLOBAL.
 *          Scratch: none.
 * Example: p = 5: 0 -> 1 of 90 bytes beside 1 -> 2, 2 -> 3, 3 -> 4 of 10: mean
 *          30, cutoff 60, so 0 -> 1 sends 60 bytes now and 30 in a later round.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/rng.h"
#include "kernels/kernel.h"

static const double default_cutoff = 2; /* means */

/* What is left of a message. */
typedef struct rest {
    int64_t message;
    int64_t sent;
    int64_t left;
} rest;

/* A rank as source: its row is rests[row_begin] .. rests[row_end - 1], longest
 * first, of which `picked` goes next (-1: none); as destination: the last round
 * in which it received. A sorted row serves as the paper's heap; rows are
 * short. */
typedef struct rank_state {
    int64_t row_end, picked, taken_in;
} rank_state;

typedef struct matrix {
    const qdr_pattern *pattern;
    rest *rests;
    rank_state *ranks;
    qdr_pieces pieces; /* made so far */
    int64_t num_left;
    double cutoff;      /* in means of the round */
    double round_bytes; /* picked in the round, of so many messages */
    int64_t round_count;
} matrix;

static int longest_first(const void *left, const void *right)
{
    const rest *a = left, *b = right;

    if (a->left != b->left)
        return a->left > b->left ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

static void cleanup(matrix *m)
{
    free(m->rests);
    free(m->ranks);
    qdr_pieces_cleanup(&m->pieces);
}

static qdr_status init(matrix *m, const qdr_problem *problem, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;

    *m = (matrix){
        .pattern = pattern,
        .cutoff = problem->cutoff == 0 ? default_cutoff : problem->cutoff,
        .rests = malloc(((size_t)pattern->num_messages + 1) * sizeof(rest)),
        .ranks = malloc((size_t)pattern->num_procs * sizeof(rank_state)),
    };
    if (m->rests == NULL || m->ranks == NULL) {
        cleanup(m);
        return qdr_fail_memory(error, "the messages left to schedule");
    }
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

/* Row r takes its longest message with a free destination in round i. */
static void pick(matrix *m, int r, int64_t i)
{
    m->ranks[r].picked = -1;
    for (int64_t c = m->pattern->row_begin[r]; c < m->ranks[r].row_end; c++) {
        int dst = m->pattern->messages[m->rests[c].message].dst;
        if (m->ranks[dst].taken_in != i) {
            m->ranks[dst].taken_in = i;
            m->ranks[r].picked = c;
            m->round_bytes += (double)m->rests[c].left;
            m->round_count++;
            return;
        }
    }
}

/* Rounded up, and at least 1, so that every round completes a message. */
static int64_t cutoff_of(const matrix *m)
{
    double cutoff = m->cutoff * m->round_bytes / (double)m->round_count;
    int64_t floor = cutoff >= 0x1p62 ? INT64_MAX - 1 : (int64_t)cutoff;

    return floor + (floor == 0 || (double)floor < cutoff);
}

/* Moves the shortened rest at c down to its place in its row. */
static void sink(matrix *m, int r, int64_t c)
{
    rest moved = m->rests[c];

    for (; c + 1 < m->ranks[r].row_end &&
           longest_first(&m->rests[c + 1], &moved) < 0;
         c++)
        m->rests[c] = m->rests[c + 1];
    m->rests[c] = moved;
}

/* Row r sends what it picked in round i, up to the cutoff. */
static qdr_status send_picked(matrix *m, int r, int64_t i, int64_t cutoff,
                              qdr_error *error)
{
    rest *from = &m->rests[m->ranks[r].picked];
    qdr_transfer sent = {r, m->pattern->messages[from->message].dst, from->sent,
                         from->left < cutoff ? from->left : cutoff, 0};

    from->sent += sent.bytes;
    from->left -= sent.bytes;
    if (from->left > 0) {
        sink(m, r, m->ranks[r].picked);
    } else {
        m->ranks[r].row_end--;
        m->num_left--;
        memmove(from, from + 1,
                (size_t)(m->rests + m->ranks[r].row_end - from) * sizeof *from);
    }
    return qdr_pieces_add(&m->pieces, i, sent, error);
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->pattern->num_procs;
    qdr_rng rng;
    matrix m;
    qdr_status status = init(&m, problem, error);

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, problem->seed);
    for (int64_t i = 0; m.num_left > 0 && status == QDR_OK; i++) {
        int start = (int)qdr_rng_below(&rng, (uint64_t)p);
        m.round_bytes = 0;
        m.round_count = 0;
        for (int k = 0; k < p; k++)
            pick(&m, (start + k) % p, i);
        for (int r = 0; r < p && status == QDR_OK; r++)
            if (m.ranks[r].picked >= 0)
                status = send_picked(&m, r, i, cutoff_of(&m), error);
    }
    if (status == QDR_OK)
        status = qdr_schedule_init_pieces(schedule, p, &m.pieces, error);
    cleanup(&m);
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
    .collective = "alltoallv",
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.3",
    .flags = QDR_ONE_PORT | QDR_GLOBAL,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .build = build,
    .cost = cost,
};
