/* kernels/bcast/bcast_linear.c -- lib, linear broadcast.
 *
 * Source:  [ponnusamy1992, Sec. 3.6].
 * Idea:    the root sends the vector to the others one by one, beginning with
 *          the rank behind it.
 * Cost:    T = (p - 1) (alpha + beta n).
 *          p ranks, n bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p, zero bytes allowed).
 *          Flags: ONE_PORT, ROOTED.  Scratch: none.
 * Example: p = 5, root 3: 3 -> 4 | 3 -> 0 | 3 -> 1 | 3 -> 2.
 */
#include "kernels/kernel.h"

static int64_t num_rounds(int num_procs)
{
    return num_procs - 1;
}

static int64_t round_of(int src, int dst, int num_procs)
{
    return (dst - src + num_procs) % num_procs - 1;
}

const qdr_kernel qdr_bcast_linear = {
    .name = "lib",
    .label = "Linear broadcast (LIB)",
    .collective = "bcast",
    .kind = QDR_COMBINING,
    .paper = "ponnusamy1992",
    .section = "3.6",
    .flags = QDR_ONE_PORT | QDR_ROOTED,
    .num_rounds = num_rounds,
    .round_of = round_of,
};
