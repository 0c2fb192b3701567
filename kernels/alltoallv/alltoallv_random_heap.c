/* kernels/alltoallv/alltoallv_random_heap.c -- rs_nh, random scheduling for
 * messages of unequal size.
 *
 * Source:  [wang1993, Sec. 3.3]; from rs_n.
 * Idea:    as rs_n, each round takes the rows in cyclic order from a random
 *          one, but a row, a heap, gives its longest message whose destination
 *          is free. The paper does not say how its heap is kept. Its printed
 *          times grow by two lookups for each message left in a row in a
 *          round, so the row's heap is made again in each round, which the
 *          cutoff has changed; it pops the messages longer than the one sent.
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
#include "kernels/alltoallv/row_heaps.h"
#include "kernels/core/base/rng.h"
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

enum { NONE = -1 };

typedef struct matrix {
    qdr_row_heaps heaps;
    qdr_schedule made;   /* so far */
    int64_t round_count; /* messages picked in the round */
    double round_bytes;  /* likewise */
    double cutoff;       /* in means of the round */
} matrix;

/* Rounded up, and at least 1, so that every round completes a message. */
static int64_t cutoff_of(const matrix *m)
{
    double cutoff = m->cutoff * m->round_bytes / (double)m->round_count;
    int64_t floor = cutoff >= 0x1p62 ? INT64_MAX - 1 : (int64_t)cutoff;

    return floor + (floor == 0 || (double)floor < cutoff);
}

/* Row r sends what it picked, up to the cutoff; begins_round: as first of its
 * round. */
static qdr_status send_picked(matrix *m, int r, int64_t cutoff,
                              bool begins_round, qdr_error *error)
{
    qdr_message_heap *row = &m->heaps.sources[r].row;
    qdr_rest *from = &row->rests[row->count];
    int64_t message = m->heaps.pattern->row_begin[r] + from->place;
    qdr_transfer sent = {.src = r,
                         .dst = from->dst,
                         .first = message,
                         .bytes = from->left < cutoff ? from->left : cutoff,
                         .num_blocks = 1};

    if (from->is_cut)
        sent.offset = m->heaps.pattern->messages[message].bytes - from->left;
    m->heaps.sources[r].has_picked = false;
    from->left -= sent.bytes;
    from->is_cut = 1;
    if (from->left > 0)
        row->count++;
    else
        m->heaps.num_left--;
    return qdr_schedule_append(&m->made, begins_round, sent, error);
}

/* Everything picked in round i, in pair order: between rank `low` and higher
 * ones go at most what it sends and what it receives. */
static qdr_status send_round(matrix *m, int64_t i, qdr_error *error)
{
    int64_t cutoff = cutoff_of(m), begin = m->made.num_transfers;
    qdr_status status = QDR_OK;

    for (int low = 0; low < m->heaps.pattern->num_procs; low++) {
        const qdr_source *own = &m->heaps.sources[low];
        int down =
            m->heaps.taken[low].round == i ? m->heaps.taken[low].by : NONE;
        int up = own->has_picked ? own->row.rests[own->row.count].dst : NONE;
        bool down_first = up <= low || down <= up;
        for (int k = 0; k < 2 && status == QDR_OK; k++) {
            bool is_down = (k == 0) == down_first;
            if ((is_down ? down : up) > low)
                status = send_picked(m, is_down ? down : low, cutoff,
                                     m->made.num_transfers == begin, error);
        }
    }
    return status;
}

static void pick_all(matrix *m, int start, int64_t i)
{
    int p = m->made.num_procs;

    m->round_bytes = 0, m->round_count = 0;
    for (int k = 0; k < p; k++) {
        int64_t picked = qdr_row_heaps_pick(&m->heaps, (start + k) % p, i);
        if (picked < 0)
            continue;
        m->round_bytes += (double)picked;
        m->round_count++;
    }
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->messages.pattern->num_procs;
    matrix m = {.made = {.num_procs = p},
                .cutoff = qdr_values_real(problem->values, CUTOFF)};
    qdr_rng rng;
    qdr_status status =
        qdr_row_heaps_init(&m.heaps, problem->messages.pattern, error);

    qdr_rng_init(&rng, problem->seed);
    for (int64_t i = 0; m.heaps.num_left > 0 && status == QDR_OK; i++) {
        pick_all(&m, (int)qdr_rng_below(&rng, (uint64_t)p), i);
        status = send_round(&m, i, error);
    }
    m.made.num_probes = m.heaps.num_probes;
    qdr_row_heaps_cleanup(&m.heaps);
    if (status == QDR_OK)
        *schedule = m.made;
    else
        qdr_schedule_cleanup(&m.made);
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
