/* kernels/receive_vector/receive_vector_active_message.c -- active_message, a
 * receive vector by counting and active messages.
 *
 * Source:  [wang1993, Sec. 3, Fig. 1], Generate_Recv.
 * Idea:    a vector sum of masks, 1 for a destination, gives every rank the
 *          number of its incoming messages; then each rank sends each length by
 *          an active message, whose handler stores it and counts down to 0.
 * Reading: the paper's sum leaves the whole vector with every rank, which uses
 *          one entry of it: MPI_Reduce_scatter_block.
 * Cost:    O(p) for the sum, then as many messages as a rank sends or receives,
 *          at least their larger number times a message's overhead; p ranks.
 * Needs:   lengths, messages of 8 bytes (any p).  Flags: LENGTHS.
 *          Scratch: O(p), the mask and the active messages in progress.
 * Example: p = 3, 0 sends 2 bytes to 1, 2 sends 5 to 1: the masks 0 1 0, 0 0 0
 *          and 0 1 0 sum to 0 2 0; rank 1 waits for two messages.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_receive_vector_active_message = {
    .name = "active_message",
    .label = "Active messages",
    .collective = QDR_RECEIVE_VECTOR,
    .kind = QDR_DYNAMIC,
    .paper = "wang1993",
    .section = "3",
    .flags = QDR_LENGTHS,
};
