/* kernels/core/pair_rounds.c -- see pair_rounds.h. */
#include "kernels/core/pair_rounds.h"

static int64_t linear_num_rounds(int num_procs)
{
    return num_procs;
}

static int64_t linear_round_of(int src, int dst, int num_procs)
{
    (void)src;
    (void)num_procs;
    return dst;
}

static int64_t pairwise_num_rounds(int num_procs)
{
    int64_t ranks = 1;

    while (ranks < num_procs)
        ranks *= 2;
    return ranks - 1;
}

static int64_t pairwise_round_of(int src, int dst, int num_procs)
{
    (void)num_procs;
    return (src ^ dst) - 1;
}

/* Both ends are real ranks, so a virtual partner >= p never arises. */
static int64_t balanced_round_of(int src, int dst, int num_procs)
{
    return (((src + 1) % num_procs) ^ ((dst + 1) % num_procs)) - 1;
}

const qdr_round_rule qdr_linear_rounds = {linear_num_rounds, linear_round_of};
const qdr_round_rule qdr_pairwise_rounds = {pairwise_num_rounds,
                                            pairwise_round_of};
const qdr_round_rule qdr_balanced_rounds = {pairwise_num_rounds,
                                            balanced_round_of};
