/* kernels/alltoallv/alltoallv_random_heap.c -- rs_nh, random scheduling for
 * messages of unequal size.
 *
 * Source:  [wang1993, Sec. 3.3]; from rs_n.
 * Idea:    as rs_n, each round takes the rows in cyclic order from a random
 *          one, but a row, a heap, gives its longest message whose destination
 *          is free. The paper does not say how its heap is kept: here a row
 *          pops the messages longer than the one it sends, and pushes them
 *          back.
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

#include "kernels/alltoallv/message_heap.h"
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

/* As source: its row; if has_picked, it sends row.rests[row.count] next. As
 * destination: the last round in which it received. */
typedef struct rank_state {
    qdr_message_heap row;
    int64_t taken_in;
    bool has_picked;
} rank_state;

typedef struct matrix {
    const qdr_pattern *pattern;
    qdr_rest *rests;
    rank_state *ranks;
    qdr_pieces pieces; /* made so far */
    int64_t num_probes, num_left;
    int64_t round_count; /* messages picked in the round */
    double round_bytes;  /* likewise */
    double cutoff;       /* in means of the round */
} matrix;

static qdr_status init(matrix *m, const qdr_problem *problem, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;

    *m = (matrix){
        .pattern = pattern,
        .num_probes = pattern->num_messages,
        .cutoff = qdr_values_real(problem->values, CUTOFF),
        .rests = malloc(((size_t)pattern->num_messages + 1) * sizeof(qdr_rest)),
        .ranks = malloc((size_t)pattern->num_procs * sizeof(rank_state)),
    };
    if (m->rests == NULL || m->ranks == NULL)
        return qdr_fail_memory(error, "the messages left to schedule");
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t begin = pattern->row_begin[r];
        qdr_message_heap *row = &m->ranks[r].row;
        m->ranks[r] = (rank_state){{m->rests + begin, 0}, -1, false};
        for (int64_t i = begin; i < pattern->row_begin[r + 1]; i++)
            if (pattern->messages[i].dst != r) {
                row->rests[row->count] =
                    (qdr_rest){i, 0, pattern->messages[i].bytes};
                m->num_probes += qdr_message_heap_push(row);
            }
        m->num_left += row->count;
    }
    return QDR_OK;
}

static int destination(const matrix *m, const qdr_rest *of)
{
    return m->pattern->messages[of->message].dst;
}

/* A row's longest message whose destination is free in round i. Pops it and the
 * longer ones, and pushes those back. */
static void pick(matrix *m, rank_state *r, int64_t i)
{
    int64_t num_rests = r->row.count;
    qdr_rest *longest = r->row.rests;

    r->has_picked = false;
    m->num_probes++;
    while (r->row.count > 0 && !r->has_picked) {
        m->num_probes += 1 + qdr_message_heap_pop(&r->row);
        longest = &r->row.rests[r->row.count];
        r->has_picked = m->ranks[destination(m, longest)].taken_in != i;
    }
    if (r->has_picked) {
        qdr_rest picked = *longest, *last = &r->row.rests[num_rests - 1];
        *longest = *last;
        *last = picked;
        m->ranks[destination(m, last)].taken_in = i;
        m->round_bytes += (double)picked.left;
        m->round_count++;
    }
    while (r->row.count < num_rests - r->has_picked)
        m->num_probes += qdr_message_heap_push(&r->row);
}

/* Rounded up, and at least 1, so that every round completes a message. */
static int64_t cutoff_of(const matrix *m)
{
    double cutoff = m->cutoff * m->round_bytes / (double)m->round_count;
    int64_t floor = cutoff >= 0x1p62 ? INT64_MAX - 1 : (int64_t)cutoff;

    return floor + (floor == 0 || (double)floor < cutoff);
}

/* Row r sends what it picked in round i, up to the cutoff. */
static qdr_status send_picked(matrix *m, int r, int64_t i, int64_t cutoff,
                              qdr_error *error)
{
    qdr_message_heap *row = &m->ranks[r].row;
    qdr_rest *from = &row->rests[row->count];
    qdr_transfer sent = {.src = r,
                         .dst = destination(m, from),
                         .first = from->message,
                         .offset = from->sent,
                         .bytes = from->left < cutoff ? from->left : cutoff,
                         .num_blocks = 1};

    from->sent += sent.bytes;
    from->left -= sent.bytes;
    if (from->left > 0)
        m->num_probes += qdr_message_heap_push(row);
    else
        m->num_left--;
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
            pick(&m, &m.ranks[(start + k) % p], i);
        for (int r = 0; r < p && status == QDR_OK; r++)
            if (m.ranks[r].has_picked)
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
