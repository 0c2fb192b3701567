/* kernels/receive_vector/receive_vector_probe.c -- reduce_scatter_probe, a
 * receive vector by counting and probing.
 *
 * Source:  [hoefler2010], where it is the protocol of a personalized census.
 * Idea:    MPI_Reduce_scatter_block of masks, 1 for a destination, gives every
 *          rank the number of its incoming messages; then it calls MPI_Probe
 *          and MPI_Recv that many times, from any source. active_message
 *          without active messages: a baseline.
 * Cost:    O(p) for the sum, then as many messages as a rank sends or receives;
 *          p ranks.
 * Needs:   lengths, messages of 8 bytes (any p).  Flags: LENGTHS.
 *          Scratch: the mask of p entries, a request a message.
 * Example: p = 3, 0 sends 2 bytes to 1, 2 sends 5 to 1: the sum is 0 2 0; rank
 *          1 probes twice.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_receive_vector_probe = {
    .name = "reduce_scatter_probe",
    .label = "Reduce-scatter, probes",
    .collective = QDR_RECEIVE_VECTOR,
    .kind = QDR_LIBRARY,
    .paper = "hoefler2010",
    .section = "-",
    .flags = QDR_LENGTHS,
};
