/* kernels/alltoall/alltoall_linear.c -- lex, linear exchange.
 *
 * Source:  [ponnusamy1992, Sec. 3.1].
 * Idea:    in round i rank i receives from every other rank, one after another
 *          in ascending order; all of them send to it at once.
 * Cost:    T <= p (p - 1) (alpha + beta n), rounds in lockstep: every message
 *          waits for its receiver. p ranks; n bytes to each other rank; alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero bytes allowed).  Flags: none.  Scratch: none.
 * Example: p = 3: 0 <- 1, 0 <- 2 | 1 <- 0, 1 <- 2 | 2 <- 0, 2 <- 1.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

static int64_t num_rounds(int num_procs)
{
    return num_procs;
}

/* Round i belongs to receiver i. */
static int64_t round_of(int src, int dst, int num_procs)
{
    (void)src;
    (void)num_procs;
    return dst;
}

const qdr_round_rule qdr_alltoall_linear_rounds = {.num_rounds = num_rounds,
                                                   .round_of = round_of};

const qdr_kernel qdr_alltoall_linear = {
    .name = "lex",
    .label = "Linear (LEX)",
    .collective = QDR_ALLTOALL,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "3.1",
    .flags = 0,
    .is_printed_by_receiver = true,
    .rounds = &qdr_alltoall_linear_rounds,
};
