/* kernels/allgather/unknown/allgather_unknown.c -- the collect of parts whose
 * lengths only their ranks know.
 *
 * Source:  gcol of the Paragon's NX; [bruck1997], and the ring of
 *          [barnett1994, Sec. 4.2].
 * Idea:    every execution first gathers the lengths at all ranks. They are
 *          refused alike if they exceed the capacity. Then the parts follow
 *          straight to their places. In round k of both, rank r gets from rank
 *          r + 2^k what that has of ranks r + 2^k, r + 2^k + 1, ... by then, up
 *          to 2^k of them. Where messages share links the parts may go round a
 *          ring instead: the faster for these lengths, which all ranks know.
 * Cost:    ceil(lg p) alpha + (p - 1) 8 beta for the lengths, and the smaller
 *          of
 *            ceil(lg p) alpha + n beta       on a line, round k takes 2^k / x
 *                                            times as long, if that is above 1,
 *            (p - 1) (alpha + m beta)        round the ring.
 *          A message whose parts end at rank p - 1 and begin again at rank 0
 *          is two. p ranks, n bytes in all, m of the longest part, x the link
 *          excess; alpha s/message, beta s/byte.
 * Needs:   nothing (any p, empty parts allowed). Flags: none. Scratch: 2 p
 *          lengths and p places.
 * Example: p = 3: lengths 1-0 2-1 0-2 | 2-0 0-1 1-2, then the parts likewise;
 *          ring: 0-1 1-2 2-0 | 0-1 1-2 2-0.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_allgather_unknown = {
    .name = "allgather_unknown",
    .alias = "gcol",
    .label = "Collect of unknown lengths",
    .collective = QDR_ALLGATHER,
    .kind = QDR_DYNAMIC,
};
