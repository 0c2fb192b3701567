/* kernels/alltoallv/two_stage/alltoallv_two_stage.c -- two_stage, the two-stage
 * algorithm for bounded traffic.
 *
 * Source:  [ranka1995, Sec. 6, Fig. 6-8].
 * Idea:    messages of very unequal lengths become two exchanges of nearly
 *          equal ones. In stage 1 every message is cut into p parts, one for
 *          each intermediate. The elements left over are distributed round
 *          robin, with a pointer that continues from message to message. In
 *          stage 2 every intermediate sends each destination all its parts.
 *          Headers of lengths travel along: receivers know nothing in advance.
 * Cost:    T <= (P-1) (2 alpha + beta (ceil(t/p) + t/p + p + h1 + h2)), both
 *          directions at once, barriers not counted, P = 2^ceil(lg p); t max
 *          elements that a rank sends or receives, h1 and h2 the headers: p
 *          lengths or, if t/p < p, two numbers for each nonempty part. alpha
 *          s/message, beta s/element.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: some 4t + 3 p headers.
 * Example: p = 3: a source has 4 elements for 1 and 4 for 2. Of each, every
 *          intermediate gets one; the fourth for 1 goes to intermediate 0, that
 *          for 2 to intermediate 1. So 0 and 1 carry 3 elements, and 2 two.
 *
 * Figure 7 reads `i` where it means j in its first loop. A part that a rank
 * would send to itself does not move, in both stages (the paper's footnote 1).
 */
#include "kernels/alltoallv/two_stage/alltoallv_two_stage.h"

#include "kernels/core/base/min_max.h"
#include "kernels/kernel.h"

int64_t qdr_split_all(qdr_split *splits, int64_t num_splits, int num_procs)
{
    int64_t total = 0;

    for (int64_t i = 0; i < num_splits; i++) {
        splits[i].first = (int)(total % num_procs);
        total += splits[i].elements;
    }
    return total;
}

int64_t qdr_split_length(const qdr_split *split, int slot, int num_procs)
{
    int64_t turn = (slot - split->first + num_procs) % num_procs;

    return split->elements / num_procs + (turn < split->elements % num_procs);
}

int64_t qdr_split_start(const qdr_split *split, int slot, int num_procs)
{
    int64_t left_over = split->elements % num_procs;
    int64_t end = split->first + left_over;
    /* Those given to slots before this one: in the first round, and, past slot
     * p-1, from 0 again. */
    int64_t given = qdr_max(0, qdr_min(slot, end) - split->first) +
                    qdr_max(0, qdr_min(slot, end - num_procs));

    return slot * (split->elements / num_procs) + given;
}

/* Fisher-Yates over slot_of[begin .. end - 1]. */
static void shuffle_range(int *slot_of, int begin, int end, qdr_rng *rng)
{
    for (int i = end - 1; i > begin; i--) {
        int j = begin + (int)qdr_rng_below(rng, (uint64_t)(i - begin) + 1);
        int kept = slot_of[i];
        slot_of[i] = slot_of[j];
        slot_of[j] = kept;
    }
}

void qdr_split_shuffle(int *slot_of, int num_procs, int64_t total,
                       bool is_shuffled, qdr_rng *rng)
{
    int num_long = (int)(total % num_procs);

    for (int k = 0; k < num_procs; k++)
        slot_of[k] = k;
    if (is_shuffled) {
        shuffle_range(slot_of, 0, num_long, rng);
        shuffle_range(slot_of, num_long, num_procs, rng);
    }
}

qdr_stage_bound qdr_volume_bound_first(const qdr_volume *traffic)
{
    int64_t p = traffic->num_procs;
    int64_t elements = traffic->elements / p + (traffic->elements % p > 0);

    return (qdr_stage_bound){elements, qdr_min(elements, traffic->sends)};
}

qdr_stage_bound qdr_volume_bound_second(const qdr_volume *traffic)
{
    /* The paper's t/p + p counts a rounding up for each of p sources; fewer
     * sources, fewer roundings. */
    int64_t elements =
        qdr_min(traffic->elements,
                traffic->elements / traffic->num_procs + traffic->receives);

    return (qdr_stage_bound){elements, qdr_min(elements, traffic->receives)};
}

bool qdr_volume_is_short(const qdr_volume *traffic)
{
    return traffic->elements / traffic->num_procs < traffic->num_procs;
}

/* Of stages, in the order of their numbers. */
static const char *const stages[] = {"none", "first", "both", NULL};
static const char *const exchanges[] = {"lp_barrier", "drs_n_polling", NULL};

static const qdr_parameter parameters[] = {
    [QDR_TWO_STAGE_ELEMENT_BYTES] = {.name = "element_bytes",
                                     .unit = "bytes",
                                     .summary = "what messages are split into",
                                     .type = QDR_INTEGER,
                                     .default_value = "4",
                                     .min = 1,
                                     .max = 1 << 20},
    [QDR_TWO_STAGE_SHUFFLE] = {.name = "shuffle",
                               .plural = "shuffles",
                               .summary = "every source draws which part goes "
                                          "where [ranka1995, Sec. 6.3]",
                               .type = QDR_WORD,
                               .default_value = "false",
                               .words = qdr_truths},
    [QDR_TWO_STAGE_RESHUFFLE] =
        {.name = "reshuffle",
         .plural = "reshuffles",
         .summary = "stages whose messages are first made contiguous, a copy "
                    "on simulated machines [ranka1995, Sec. 6.1, 6.2]",
         .type = QDR_WORD,
         .default_value = "none",
         .words = stages},
    [QDR_TWO_STAGE_EXCHANGE] = {.name = "stage_exchange",
                                .plural = "stage_exchanges",
                                .summary =
                                    "the algorithm that exchanges a stage's "
                                    "messages",
                                .type = QDR_WORD,
                                .default_value = "lp_barrier",
                                .words = exchanges},
    {0}};

const qdr_kernel qdr_alltoallv_two_stage = {
    .name = "two_stage",
    .label = "Two-stage",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DYNAMIC,
    .paper = "ranka1995",
    .section = "6",
    .flags = QDR_SEEDED,
    .parameters = parameters,
};
