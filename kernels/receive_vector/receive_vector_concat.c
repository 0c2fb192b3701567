/* kernels/receive_vector/receive_vector_concat.c -- concat, a receive vector
 * from the whole matrix.
 *
 * Source:  [wang1993, Sec. 3].
 * Idea:    every rank contributes the lengths of its messages to all p ranks, 0
 *          for none, to a concatenation, MPI_Allgatherv; every rank then has
 *          the whole matrix COM and reads its column.
 * Cost:    O(p^2 + tau log p) [wang1993, Sec. 3], whatever the number of
 *          messages; p ranks, tau the latency.
 * Needs:   lengths, messages of 8 bytes (any p up to 46340; a length of 0 is no
 *          message). Flags: LENGTHS. Scratch: p^2 lengths a rank, by
 *          definition; the only algorithm whose memory grows so.
 * Example: p = 3, 0 sends 2 bytes to 1, 2 sends 5 to 1: the vectors 0 2 0,
 *          0 0 0 and 0 5 0; rank 1 reads column 1, 2 0 5.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_receive_vector_concat = {
    .name = "concat",
    .label = "Concatenation",
    .collective = QDR_RECEIVE_VECTOR,
    .kind = QDR_DYNAMIC,
    .paper = "wang1993",
    .section = "3",
    .flags = QDR_LENGTHS,
};
