/* kernels/alltoallv/two_stage/two_stage_test.c -- who carries what in
 * two_stage.
 *
 * For p = 1..33 and 64 and hundreds of seeds the two stages are played without
 * MPI, through the messages' headers: every element is in exactly one part and
 * arrives in its place, and no message exceeds its bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/alltoallv/two_stage/two_stage_message.h"

enum { MOST_PROCS = 64, NUM_SEEDS = 300, WORD_BYTES = 4 };

/* Elements from each source to each destination, none on the diagonal, and
 * what the sources make of them. */
typedef struct game {
    qdr_volume traffic;
    int64_t elements[MOST_PROCS][MOST_PROCS];
    qdr_split splits[MOST_PROCS][MOST_PROCS];
    int64_t sent[MOST_PROCS], received[MOST_PROCS];
    int slot_of[MOST_PROCS][MOST_PROCS];
} game;

static int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void count_traffic(game *g, int p)
{
    g->traffic = (qdr_volume){.num_procs = p};
    memset(g->sent, 0, sizeof g->sent);
    memset(g->received, 0, sizeof g->received);
    for (int i = 0; i < p; i++) {
        int64_t num_out = 0, num_in = 0;
        for (int j = 0; j < p; j++) {
            g->sent[i] += g->elements[i][j];
            g->received[i] += g->elements[j][i];
            num_out += g->elements[i][j] > 0;
            num_in += g->elements[j][i] > 0;
        }
        g->traffic.elements =
            max_of(g->traffic.elements, max_of(g->sent[i], g->received[i]));
        g->traffic.sends = max_of(g->traffic.sends, num_out);
        g->traffic.receives = max_of(g->traffic.receives, num_in);
    }
}

static void split(game *g, bool is_shuffled, qdr_rng *rng)
{
    int p = g->traffic.num_procs;

    for (int i = 0; i < p; i++) {
        for (int j = 0; j < p; j++)
            g->splits[i][j] =
                (qdr_split){.dst = j, .elements = g->elements[i][j]};
        assert_int_equal(qdr_split_all(g->splits[i], p, p), g->sent[i]);
        qdr_split_shuffle(g->slot_of[i], p, g->sent[i], is_shuffled, rng);
    }
}

/* Lengths of every kind: none, few, about p, many. */
static void draw(game *g, int p, qdr_rng *rng)
{
    uint64_t below[] = {2, (uint64_t)p + 2, 1000, 1};

    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
            g->elements[i][j] =
                i == j
                    ? 0
                    : (int64_t)qdr_rng_below(rng, below[qdr_rng_below(rng, 4)]);
    count_traffic(g, p);
}

/* The parts of a message, laid end to end in the order of the slots, are the
 * message; Figure 7 itself, element by element, deals the same. */
static void check_split(const game *g, int src)
{
    int p = g->traffic.num_procs, k = 0;

    for (int j = 0; j < p; j++) {
        const qdr_split *one = &g->splits[src][j];
        int64_t dealt[MOST_PROCS] = {0}, begin = 0;
        for (int64_t x = 0; x < one->elements % p; x++) {
            dealt[k]++;
            k = (k + 1) % p;
        }
        for (int slot = 0; slot < p; slot++) {
            int64_t length = qdr_split_length(one, slot, p);
            assert_int_equal(length, one->elements / p + dealt[slot]);
            assert_int_equal(qdr_split_start(one, slot, p), begin);
            begin += length;
        }
        assert_int_equal(begin, one->elements);
    }
}

static int64_t first_stage_length(const game *g, int src, int via)
{
    int p = g->traffic.num_procs;
    int64_t length = 0;

    for (int j = 0; j < p; j++)
        length += qdr_split_length(&g->splits[src][j], g->slot_of[src][via], p);
    return length;
}

static int64_t second_stage_length(const game *g, int via, int dst)
{
    int p = g->traffic.num_procs;
    int64_t length = 0;

    for (int i = 0; i < p; i++)
        length += qdr_split_length(&g->splits[i][dst], g->slot_of[i][via], p);
    return length;
}

static void check_bounds(const game *g)
{
    int p = g->traffic.num_procs;
    int64_t t = g->traffic.elements;
    int64_t second = qdr_volume_bound_second(&g->traffic).elements;

    assert_int_equal(qdr_volume_bound_first(&g->traffic).elements,
                     (t + p - 1) / p);
    assert_true(second <= t / p + p);
    for (int i = 0; i < p; i++) {
        bool is_slot_taken[MOST_PROCS] = {false};
        for (int k = 0; k < p; k++) {
            int64_t length = first_stage_length(g, i, k);
            assert_false(is_slot_taken[g->slot_of[i][k]]);
            is_slot_taken[g->slot_of[i][k]] = true;
            /* Shuffled or not, the same k get one more. */
            assert_int_equal(length, g->sent[i] / p + (k < g->sent[i] % p));
            assert_true(second_stage_length(g, k, i) <= second);
        }
    }
}

/* A message of stage 1 or 2, its elements left out, and what decodes it. */
static int decode(const qdr_format *format, const int32_t *words,
                  qdr_part *parts)
{
    assert_true(qdr_header_end(format, words) +
                    words[0] * format->element_bytes <=
                qdr_format_bytes(format));
    return qdr_message_decode(format, words, parts);
}

static int send_first(const game *g, const qdr_format *format, int src, int via,
                      int32_t *words, qdr_part *parts)
{
    int p = g->traffic.num_procs, slot = g->slot_of[src][via];

    qdr_header_begin(format, words, slot);
    for (int j = 0; j < p; j++) {
        int64_t length = qdr_split_length(&g->splits[src][j], slot, p);
        if (length > 0)
            assert_true(qdr_header_add(format, words, j, slot, length));
    }
    return decode(format, words, parts);
}

static int send_second(const qdr_format *format, const qdr_part_lists *lists,
                       int dst, int32_t *words, qdr_part *parts)
{
    qdr_header_begin(format, words, -1);
    for (int32_t i = lists->first[dst]; i >= 0; i = lists->parts[i].next)
        assert_true(qdr_header_add(format, words, lists->parts[i].peer,
                                   lists->parts[i].slot,
                                   lists->parts[i].length));
    return decode(format, words, parts);
}

/* The formats of both stages. */
static void make_formats(const game *g, bool is_short, bool is_shuffled,
                         qdr_format formats[2])
{
    formats[0] = (qdr_format){g->traffic.num_procs, 4, is_short,
                              is_shuffled ? QDR_ONE_SLOT : QDR_NO_SLOT,
                              qdr_volume_bound_first(&g->traffic)};
    formats[1] = formats[0];
    formats[1].slots = is_shuffled ? QDR_SLOT_EACH : QDR_NO_SLOT;
    formats[1].bound = qdr_volume_bound_second(&g->traffic);
}

/* One intermediate from what it receives to what the destinations receive;
 * every part must be what the source has split for it. */
static void play_intermediate(const game *g, const qdr_format formats[2],
                              int via, int64_t got[MOST_PROCS][MOST_PROCS])
{
    static int32_t words[1 << 16];
    int p = g->traffic.num_procs;
    qdr_part parts[MOST_PROCS];
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

static void play(const game *g, bool is_short, bool is_shuffled)
{
    int p = g->traffic.num_procs;
    int64_t got[MOST_PROCS][MOST_PROCS] = {{0}};
    qdr_format formats[2];

    make_formats(g, is_short, is_shuffled, formats);
    for (int k = 0; k < p; k++)
        play_intermediate(g, formats, k, got);
    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
            assert_int_equal(got[i][j], g->elements[i][j]);
}

static void check_seed(game *g, int p, int seed)
{
    qdr_rng rng;

    qdr_rng_init(&rng, (uint64_t)(1000 * p + seed));
    draw(g, p, &rng);
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        split(g, shuffled == 1, &rng);
        check_bounds(g);
        if (seed < 4) {
            play(g, false, shuffled == 1);
            play(g, true, shuffled == 1);
        }
    }
    for (int i = 0; i < p; i++)
        check_split(g, i);
}

static void test_every_element_once(void **state)
{
    game *g = calloc(1, sizeof *g);

    (void)state;
    assert_non_null(g);
    for (int p = 1; p <= 33; p++)
        for (int seed = 0; seed < NUM_SEEDS; seed++)
            check_seed(g, p, seed);
    for (int seed = 0; seed < NUM_SEEDS; seed++)
        check_seed(g, MOST_PROCS, seed);
    free(g);
}

/* Bounded traffic [ranka1995, Sec. 7]: every rank sends to those k behind it,
 * the first `num_long` of them more, and sends and receives t in all. */
static void make_bounded(game *g, int p, int64_t t, int k, int64_t longest)
{
    memset(g->elements, 0, sizeof g->elements);
    for (int i = 0; i < p; i++) {
        int64_t left = t - longest;
        g->elements[i][(i + 1) % p] = longest;
        for (int n = 2; n <= k; n++) {
            int64_t share = left / (k - n + 1);
            g->elements[i][(i + n) % p] = share;
            left -= share;
        }
    }
    count_traffic(g, p);
    assert_int_equal(g->traffic.elements, t);
}

static int64_t total_at(const game *g, int via)
{
    int64_t total = 0;

    for (int i = 0; i < g->traffic.num_procs; i++)
        total += first_stage_length(g, i, via);
    return total;
}

static int64_t longest_of_second(const game *g)
{
    int64_t longest = 0;

    for (int k = 0; k < g->traffic.num_procs; k++)
        for (int j = 0; j < g->traffic.num_procs; j++)
            longest = max_of(longest, second_stage_length(g, k, j));
    return longest;
}

/* t = 200 at p = 32: the pointer starts at 0 in every source, so P0 .. P7 carry
 * 7 elements of each and 224 in all, the others 192. Section 6.3 shuffles
 * within the long and within the short messages of a source: it cannot change
 * these numbers. What it cures is stage 2, where lengths that the sources
 * round up at the same intermediate meet. */
static void test_imbalance(void **state)
{
    static const struct {
        int k;
        int64_t longest;
    } shapes[] = {{2, 100}, {31, 7}, {16, 13}, {31, 170}};
    game *g = calloc(1, sizeof *g);

    (void)state;
    assert_non_null(g);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int64_t plain, sum = 0;
        qdr_rng rng;
        qdr_rng_init(&rng, s);
        make_bounded(g, 32, 200, shapes[s].k, shapes[s].longest);
        split(g, false, &rng);
        plain = longest_of_second(g);
        for (int seed = 0; seed < 200; seed++) {
            split(g, true, &rng);
            for (int k = 0; k < 32; k++)
                assert_int_equal(total_at(g, k), k < 8 ? 224 : 192);
            sum += longest_of_second(g);
        }
        assert_true(sum <= 200 * plain);
        printf("p = 32, t = 200, k = %d, longest %d: stage 2 up to %d, "
               "shuffled %.2f on average\n",
               shapes[s].k, (int)shapes[s].longest, (int)plain,
               (double)sum / 200);
    }
    free(g);
}

/* A length or a peer that cannot be, a sender that gave
 * up, one part too many: all refused. */
static void test_wrong_messages(void **state)
{
    int32_t words[64];
    qdr_part parts[4], part = {.peer = 1, .length = 1};
    qdr_part_lists lists;
    const qdr_format format = {4, 4, true, QDR_SLOT_EACH, {10, 2}};

    (void)state;
    qdr_header_begin(&format, words, -1);
    assert_true(qdr_header_add(&format, words, 1, 3, 4));
    assert_false(qdr_header_add(&format, words, 2, 0, 7));
    assert_true(qdr_header_add(&format, words, 2, 0, 6));
    assert_false(qdr_header_add(&format, words, 3, 0, 0));
    assert_int_equal(decode(&format, words, parts), 2);
    assert_int_equal(parts[1].at, 8 * WORD_BYTES + 4 * 4);
    for (int w = 1; w < 8; w++) {
        static const int32_t wrong[] = {-1, 77};
        for (size_t n = 0; n < 2; n++) {
            int32_t kept = words[w];
            words[w] = wrong[n];
            assert_int_equal(qdr_message_decode(&format, words, parts), -1);
            words[w] = kept;
        }
    }
    assert_int_equal(qdr_message_decode(&format, words, parts), 2);
    qdr_header_give_up(words);
    assert_int_equal(qdr_message_decode(&format, words, parts), -1);
    assert_true(qdr_part_lists_init(&lists, 2, 1));
    qdr_part_lists_clear(&lists);
    assert_true(qdr_part_lists_append(&lists, 1, &part));
    assert_false(qdr_part_lists_append(&lists, 1, &part));
    qdr_part_lists_cleanup(&lists);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_element_once),
        cmocka_unit_test(test_imbalance),
        cmocka_unit_test(test_wrong_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
