/* kernels/receive_vector/receive_vector_nbx.c -- nbx, a receive vector by a
 * nonblocking barrier.
 *
 * Source:  [hoefler2010], NBX; T. Hoefler, C. Siebert, A. Lumsdaine, Scalable
 *          communication protocols for dynamic sparse data exchange, PPoPP '10.
 * Idea:    MPI_Issend to every destination, and receive every message that
 *          MPI_Iprobe finds. When all own sends are complete, and so received,
 *          enter MPI_Ibarrier. When that is complete, the sends of all ranks
 *          were received, and no message can follow. A baseline.
 * Reading: by its nature it probes again and again; after a probe without a
 *          message it yields the processor.
 * Cost:    O(log p) for the barrier, and as many messages as a rank sends or
 *          receives; nothing grows with p but the barrier.
 * Needs:   lengths, messages of 8 bytes (any p).  Flags: LENGTHS.
 *          Scratch: a request a message.
 * Example: p = 3, 0 sends 2 bytes to 1, 2 sends 5 to 1: 1 enters the barrier at
 *          once, 0 and 2 when 1 has received; 1 had both before it ends.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_receive_vector_nbx = {
    .name = "nbx",
    .label = "NBX",
    .collective = QDR_RECEIVE_VECTOR,
    .kind = QDR_LIBRARY,
    .paper = "hoefler2010",
    .section = "-",
    .flags = QDR_LENGTHS,
};
