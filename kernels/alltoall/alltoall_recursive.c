/* kernels/alltoall/alltoall_recursive.c -- rex, recursive exchange.
 *
 * Source:  [ponnusamy1992, Sec. 3.3, Fig. 3].
 * Idea:    store and forward in lg P rounds, P the largest power of two <= p:
 *          in round i rank r sends r XOR P/2^i all its blocks for that half of
 *          the ranks, half of the blocks, packed into one message, and receives
 *          as many; the lower rank sends first, and the higher unpacks before
 *          it packs. For other p the p - P extra ranks fold onto partners: rank
 *          P + j hands its messages to rank j before, and gets those for it
 *          after.
 * Cost:    T <= lg P (alpha + beta n P / 2) for p = P; else the bound
 *          (lg P + 2) alpha + beta n (2 P lg P + 2 (p - 1)). n bytes from each
 *          rank to each other; alpha s/message, beta s/byte, both directions
 *          at once; packing and unpacking are not counted.
 * Needs:   a complete exchange of equal messages (any p, zero bytes allowed).
 *          Flags: ONE_PORT, COMPLETE.  Scratch: room for what is forwarded.
 * Example: p = 5: 4 -> 0 | 0-2 1-3 | 0-1 2-3 | 0 -> 4.
 */
#include "kernels/kernel.h"

/* The exchange being built. Rank r of the P active ones acts for the ranks r
 * and, if it exists, P + r. */
typedef struct builder {
    int num_procs;
    int num_active; /* P */
    const qdr_pattern *pattern;
    qdr_schedule *schedule;
    int src, dst; /* of the message at hand */
    bool begins_round, is_empty;
    qdr_error *error;
} builder;

static int largest_power_of_two(int limit)
{
    int power = 1;

    while (power <= limit / 2)
        power *= 2;
    return power;
}

static void begin_message(builder *b, bool begins_round, int src, int dst)
{
    b->src = src;
    b->dst = dst;
    b->begins_round = begins_round;
    b->is_empty = true;
}

/* Adds the block from -> to to the message; extends its last interval if the
 * block follows it. */
static qdr_status add_block(builder *b, int from, int to)
{
    qdr_schedule *s = b->schedule;
    int64_t m = qdr_pattern_find(b->pattern, from, to);
    int64_t bytes = b->pattern->messages[m].bytes;
    qdr_transfer *last =
        b->is_empty ? NULL : &s->transfers[s->num_transfers - 1];
    qdr_status status = QDR_OK;

    if (last != NULL && last->first + last->num_blocks == m) {
        last->num_blocks++;
        last->bytes += bytes;
        return QDR_OK;
    }
    status = qdr_schedule_append(s, b->is_empty && b->begins_round,
                                 (qdr_transfer){.src = b->src,
                                                .dst = b->dst,
                                                .first = m,
                                                .bytes = bytes,
                                                .num_blocks = 1,
                                                .joins = !b->is_empty},
                                 b->error);
    b->is_empty = false;
    return status;
}

/* Adds the messages between all ranks that the active ranks `from` and `to` act
 * for, without messages to the sender itself, which never move. */
static qdr_status add_blocks(builder *b, int from, int to)
{
    qdr_status status = QDR_OK;

    for (int src = from; src < b->num_procs; src += b->num_active)
        for (int dst = to; dst < b->num_procs && status == QDR_OK;
             dst += b->num_active)
            if (src != dst)
                status = add_block(b, src, dst);
    return status;
}

/* The fold before (is_before) or after: the messages from extra ranks, or to
 * them. */
static qdr_status append_fold(builder *b, bool is_before)
{
    qdr_status status = QDR_OK;

    for (int extra = b->num_active; extra < b->num_procs && status == QDR_OK;
         extra++) {
        int partner = extra - b->num_active;
        begin_message(b, extra == b->num_active, is_before ? extra : partner,
                      is_before ? partner : extra);
        for (int other = 0; other < b->num_procs && status == QDR_OK; other++)
            if (other != extra)
                status = add_block(b, is_before ? extra : other,
                                   is_before ? other : extra);
    }
    return status;
}

/* The message of `rank` to rank XOR bit. The bits above `bit` are done: there a
 * block that rank holds may come from any rank, and its destination agrees with
 * rank. The bits below are still to do: there its source agrees with rank, and
 * it may be for any rank. */
static qdr_status append_half(builder *b, bool begins_round, int rank, int bit)
{
    int below = bit - 1;
    int above = b->num_active - 1 - bit - below;
    qdr_status status = QDR_OK;

    begin_message(b, begins_round, rank, rank ^ bit);
    /* Source and destination in one number: their free bits are disjoint, and
     * together all bits but `bit`. */
    for (int slot = 0; slot < b->num_active && status == QDR_OK; slot++) {
        int src = (slot & above) | (rank & (bit | below));
        int dst = (rank & above) | (~rank & bit) | (slot & below);
        if ((slot & bit) == 0)
            status = add_blocks(b, src, dst);
    }
    return status;
}

static qdr_status append_rounds(builder *b)
{
    qdr_status status = QDR_OK;

    for (int bit = b->num_active / 2; bit > 0; bit /= 2) {
        bool begins_round = true;
        for (int rank = 0; rank < b->num_active && status == QDR_OK; rank++) {
            if ((rank & bit) != 0)
                continue;
            /* The lower rank sends first. */
            status = append_half(b, begins_round, rank, bit);
            if (status == QDR_OK)
                status = append_half(b, false, rank ^ bit, bit);
            begins_round = false;
        }
    }
    return status;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    qdr_schedule made = {.num_procs = p, .forwards = true};
    builder b = {.num_procs = p,
                 .num_active = largest_power_of_two(p),
                 .pattern = problem->messages.pattern,
                 .schedule = &made,
                 .error = error};
    qdr_status status = append_fold(&b, true);

    if (status == QDR_OK)
        status = append_rounds(&b);
    if (status == QDR_OK)
        status = append_fold(&b, false);
    if (status == QDR_OK)
        *schedule = made;
    else
        qdr_schedule_cleanup(&made);
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    int64_t p = stats->num_procs;
    int64_t active = largest_power_of_two(stats->num_procs);
    int64_t lg = 0;

    while ((int64_t)1 << lg < active)
        lg++;
    if (p == active)
        return (qdr_cost){lg, lg * active / 2 * stats->max_bytes, 0};
    return (qdr_cost){lg + 2,
                      (2 * active * lg + 2 * (p - 1)) * stats->max_bytes, 0};
}

const qdr_kernel qdr_alltoall_recursive = {
    .name = "rex",
    .label = "Recursive (REX)",
    .collective = QDR_ALLTOALL,
    .kind = QDR_COMBINING,
    .paper = "ponnusamy1992",
    .section = "3.3",
    .flags = QDR_ONE_PORT | QDR_COMPLETE,
    .exactness = QDR_EXACT_FOR_POW2,
    .build = build,
    .cost = cost,
};
