/* kernels/alltoallv/two_stage/two_stage_shuffle_test.c -- the load of
 * intermediates, with and without the shuffle of [ranka1995, Sec. 6.3]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/min_max.h"
#include "kernels/testing/two_stage_game.h"
#include "kernels/testing/unit_test.h"

/* Bounded traffic [ranka1995, Sec. 7]: every rank sends to the k ranks after
 * it, more to the first `num_long` of them, and sends and receives t in all. */
static void make_bounded(qdr_game *g, int p, int64_t t, int k, int64_t longest)
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
    qdr_game_count_traffic(g, p);
    assert_int_equal(g->traffic.elements, t);
}

static int64_t total_at(const qdr_game *g, int via)
{
    int64_t total = 0;

    for (int i = 0; i < g->traffic.num_procs; i++)
        total += qdr_game_first_length(g, i, via);
    return total;
}

static int64_t longest_of_second(const qdr_game *g)
{
    int64_t longest = 0;

    for (int k = 0; k < g->traffic.num_procs; k++)
        for (int j = 0; j < g->traffic.num_procs; j++)
            longest = qdr_max(longest, qdr_game_second_length(g, k, j));
    return longest;
}

/* t = 200 at p = 32: the pointer starts at 0 in every source, so P0 .. P7 carry
 * 7 elements of each and 224 in all, the others 192. Section 6.3 shuffles
 * within the long and within the short messages of a source: it cannot change
 * these numbers. It improves stage 2, where lengths that the sources round up
 * at the same intermediate add up. */
TEST(imbalance)
{
    static const struct {
        int k;
        int64_t longest;
    } shapes[] = {{2, 100}, {31, 7}, {16, 13}, {31, 170}};
    qdr_game *g = calloc(1, sizeof *g);

    assert_non_null(g);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int64_t plain, sum = 0;
        qdr_rng rng;
        qdr_rng_init(&rng, s);
        make_bounded(g, 32, 200, shapes[s].k, shapes[s].longest);
        qdr_game_split(g, false, &rng);
        plain = longest_of_second(g);
        for (int seed = 0; seed < 200; seed++) {
            qdr_game_split(g, true, &rng);
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
