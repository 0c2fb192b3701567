/* kernels/alltoallv/two_stage/two_stage_test.c -- the parts of two_stage.
 *
 * For p = 1..33 and 64 and hundreds of seeds the two stages are played without
 * MPI, through the messages' headers: every element is in exactly one part and
 * arrives in its place, and no message exceeds its bound.
 */
#include <stdlib.h>

#include "kernels/testing/two_stage_game.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = QDR_GAME_MAX_PROCS, NUM_SEEDS = 300 };

/* Lengths of every kind: none, few, about p, many. */
static void draw(qdr_game *g, int p, qdr_rng *rng)
{
    uint64_t below[] = {2, (uint64_t)p + 2, 1000, 1};

    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
            g->elements[i][j] =
                i == j
                    ? 0
                    : (int64_t)qdr_rng_below(rng, below[qdr_rng_below(rng, 4)]);
    qdr_game_count_traffic(g, p);
}

/* The parts of a message, laid end to end in the order of the slots, are the
 * message; Figure 7 itself, element by element, gives the same parts. */
static void check_split(const qdr_game *g, int src)
{
    int p = g->traffic.num_procs, k = 0;

    for (int j = 0; j < p; j++) {
        const qdr_split *one = &g->splits[src][j];
        int64_t given[MAX_PROCS] = {0}, begin = 0;
        for (int64_t x = 0; x < one->elements % p; x++) {
            given[k]++;
            k = (k + 1) % p;
        }
        for (int slot = 0; slot < p; slot++) {
            int64_t length = qdr_split_length(one, slot, p);
            assert_int_equal(length, one->elements / p + given[slot]);
            assert_int_equal(qdr_split_start(one, slot, p), begin);
            begin += length;
        }
        assert_int_equal(begin, one->elements);
    }
}

static void check_bounds(const qdr_game *g)
{
    int p = g->traffic.num_procs;
    int64_t t = g->traffic.elements;
    int64_t second = qdr_volume_bound_second(&g->traffic).elements;

    assert_int_equal(qdr_volume_bound_first(&g->traffic).elements,
                     (t + p - 1) / p);
    assert_true(second <= t / p + p);
    for (int i = 0; i < p; i++) {
        bool is_slot_taken[MAX_PROCS] = {false};
        for (int k = 0; k < p; k++) {
            int64_t length = qdr_game_first_length(g, i, k);
            assert_false(is_slot_taken[g->slot_of[i][k]]);
            is_slot_taken[g->slot_of[i][k]] = true;
            /* Shuffled or not, the same k get one more. */
            assert_int_equal(length, g->sent[i] / p + (k < g->sent[i] % p));
            assert_true(qdr_game_second_length(g, k, i) <= second);
        }
    }
}

static int send_first(const qdr_game *g, const qdr_format *format, int src,
                      int via, int32_t *words, qdr_part *parts)
{
    int p = g->traffic.num_procs, slot = g->slot_of[src][via];

    qdr_header_begin(format, words, slot);
    for (int j = 0; j < p; j++) {
        int64_t length = qdr_split_length(&g->splits[src][j], slot, p);
        if (length > 0)
            assert_true(qdr_header_add(format, words, j, slot, length));
    }
    return qdr_game_decode(format, words, parts);
}

static int send_second(const qdr_format *format, const qdr_part_lists *lists,
                       int dst, int32_t *words, qdr_part *parts)
{
    qdr_header_begin(format, words, -1);
    for (int32_t i = lists->first[dst]; i >= 0; i = lists->parts[i].next)
        assert_true(qdr_header_add(format, words, lists->parts[i].peer,
                                   lists->parts[i].slot,
                                   lists->parts[i].length));
    return qdr_game_decode(format, words, parts);
}

/* The formats of both stages. */
static void make_formats(const qdr_game *g, bool is_short, bool is_shuffled,
                         qdr_format formats[2])
{
    formats[0] = (qdr_format){g->traffic.num_procs, 4, is_short,
                              is_shuffled ? QDR_ONE_SLOT : QDR_NO_SLOT,
                              qdr_volume_bound_first(&g->traffic)};
    formats[1] = formats[0];
    formats[1].slots = is_shuffled ? QDR_SLOT_EACH : QDR_NO_SLOT;
    formats[1].bound = qdr_volume_bound_second(&g->traffic);
}

/* One intermediate, from its messages of stage 1 to those of stage 2; every
 * part must be the source's part for it. */
static void play_intermediate(const qdr_game *g, const qdr_format formats[2],
                              int via, int64_t got[MAX_PROCS][MAX_PROCS])
{
    static int32_t words[1 << 16];
    int p = g->traffic.num_procs;
    qdr_part parts[MAX_PROCS];
    qdr_part_lists lists;

    assert_true(qdr_format_bytes(&formats[0]) <= (int64_t)sizeof words);
    assert_true(qdr_format_bytes(&formats[1]) <= (int64_t)sizeof words);
    assert_true(qdr_part_lists_init(&lists, p, p * formats[0].bound.parts));
    qdr_part_lists_clear(&lists);
    for (int i = 0; i < p; i++) {
        int count = send_first(g, &formats[0], i, via, words, parts);
        assert_true(count >= 0);
        for (int n = 0; n < count; n++) {
            int dst = parts[n].peer;
            parts[n].peer = i;
            assert_true(qdr_part_lists_append(&lists, dst, &parts[n]));
        }
    }
    for (int j = 0; j < p; j++) {
        int count = send_second(&formats[1], &lists, j, words, parts);
        assert_true(count >= 0);
        for (int n = 0; n < count; n++) {
            int src = parts[n].peer, slot = g->slot_of[src][via];
            assert_int_equal(parts[n].slot,
                             formats[1].slots == QDR_SLOT_EACH ? slot : -1);
            assert_int_equal(parts[n].length,
                             qdr_split_length(&g->splits[src][j], slot, p));
            got[src][j] += parts[n].length;
        }
    }
    qdr_part_lists_cleanup(&lists);
}

static void play(const qdr_game *g, bool is_short, bool is_shuffled)
{
    int p = g->traffic.num_procs;
    int64_t got[MAX_PROCS][MAX_PROCS] = {{0}};
    qdr_format formats[2];

    make_formats(g, is_short, is_shuffled, formats);
    for (int k = 0; k < p; k++)
        play_intermediate(g, formats, k, got);
    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
            assert_int_equal(got[i][j], g->elements[i][j]);
}

static void check_seed(qdr_game *g, int p, int seed)
{
    qdr_rng rng;

    qdr_rng_init(&rng, (uint64_t)(1000 * p + seed));
    draw(g, p, &rng);
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        qdr_game_split(g, shuffled == 1, &rng);
        check_bounds(g);
        if (seed < 4) {
            play(g, false, shuffled == 1);
            play(g, true, shuffled == 1);
        }
    }
    for (int i = 0; i < p; i++)
        check_split(g, i);
}

TEST(every_element_once)
{
    qdr_game *g = calloc(1, sizeof *g);

    assert_non_null(g);
    for (int p = 1; p <= 33; p++)
        for (int seed = 0; seed < NUM_SEEDS; seed++)
            check_seed(g, p, seed);
    for (int seed = 0; seed < NUM_SEEDS; seed++)
        check_seed(g, MAX_PROCS, seed);
    free(g);
}
