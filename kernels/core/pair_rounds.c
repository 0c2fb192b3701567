/* kernels/core/pair_rounds.c -- see pair_rounds.h. */
#include "kernels/core/pair_rounds.h"

int64_t qdr_linear_num_rounds(int num_procs)
{
    return num_procs;
}

int64_t qdr_linear_round_of(int src, int dst, int num_procs)
{
    (void)src;
    (void)num_procs;
    return dst;
}

int64_t qdr_pairwise_num_rounds(int num_procs)
{
    int64_t rounds = 1;

    while (rounds < num_procs)
        rounds *= 2;
    return rounds;
}

int64_t qdr_pairwise_round_of(int src, int dst, int num_procs)
{
    (void)num_procs;
    return src ^ dst;
}

int64_t qdr_balanced_round_of(int src, int dst, int num_procs)
{
    /* Both ends are real ranks, so a virtual partner >= p never arises. */
    return ((src + 1) % num_procs) ^ ((dst + 1) % num_procs);
}
