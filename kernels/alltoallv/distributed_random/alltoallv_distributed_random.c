/* kernels/alltoallv/distributed_random/alltoallv_distributed_random.c -- drs_n,
 * distributed random scheduling.
 *
 * Source:  [wang1993, Sec. 4, Fig. 5].
 * Idea:    a rank requests the lock of a random destination of its unsent
 *          messages, by an active message that interrupts the destination. If
 *          the lock is free the rank sends and then unlocks it, else it tries
 *          another destination. So no rank receives two messages at once, and
 *          no rank plans: the sizes are announced first (Fig. 1), within the
 *          measured time.
 * Reading: the lock is released when the receiver has the data, which a
 *          synchronous send reports. A refused destination is skipped until
 *          another was tried, and for a delay (Sec. 6), an option.
 * Cost:    unknown in advance: it depends on which ranks meet. At least the max
 *          sum of a rank's messages, alpha + beta b each; b bytes, alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: O(p) for counting announcements, and a request a message.
 * Example: p = 3, 1 -> 0 and 2 -> 0: 1 and 2 ask 0; one of them is refused and
 *          asks again until the other has unlocked 0.
 */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/kernel.h"

static const qdr_parameter parameters[] = {
    [QDR_DRS_DELAY_US] = QDR_DRS_DELAY_PARAMETER, {0}};

const qdr_kernel qdr_alltoallv_distributed_random = {
    .name = "drs_n",
    .label = "Distributed random (DRS_N)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DYNAMIC,
    .paper = "wang1993",
    .section = "4",
    .parameters = parameters,
    .flags = QDR_SEEDED,
};
