/* kernels/alltoallv/distributed_random/alltoallv_distributed_random_polling.c
 * -- drs_n_polling, distributed random scheduling that polls.
 *
 * Source:  [ranka1995, Sec. 5, Fig. 4].
 * Idea:    as drs_n, without interrupts, and improved twice. A busy destination
 *          says for how long; it is left alone until then, and a rank that
 *          finds all of its destinations busy sleeps until the first is free.
 *          And a lock is released when all but the last segment of a message
 *          has arrived, so that the next sender begins without a gap.
 * Reading: a busy answer is the rest of the message times beta, which is
 *          measured between neighbours at planning. A sleeping rank still
 *          answers and receives. Each improvement is an option.
 * Cost:    unknown before, as for drs_n; the second improvement costs a message
 *          of more than a segment another start-up.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: as drs_n, two requests a message.
 * Example: p = 3, 1 -> 0 and 2 -> 0: 2, refused, sleeps for the rest of 1's
 *          message; its own begins while the last segment of 1's is under way.
 */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/kernel.h"

static const char *const improvements[] = {
    [QDR_IMPROVED_NOT] = "none",
    [QDR_IMPROVED_BUSY_MEASURE] = "busy_measure",
    [QDR_IMPROVED_EARLY_RELEASE] = "early_release",
    [QDR_IMPROVED_BOTH] = "both",
    NULL};

static const qdr_parameter parameters[] = {
    [QDR_DRS_DELAY_US] = QDR_DRS_DELAY_PARAMETER,
    [QDR_DRS_IMPROVEMENTS] = {.name = "improvements",
                              .summary = "those that are switched on",
                              .type = QDR_WORD,
                              .preset = "both",
                              .words = improvements},
    [QDR_DRS_SEGMENT_BYTES] = {.name = "segment_bytes",
                               .unit = "bytes",
                               .summary = "a lock is released so much early",
                               .type = QDR_INTEGER,
                               .preset = "4096",
                               .least = 1,
                               .most = 0x1p40},
    {0}};

const qdr_kernel qdr_alltoallv_distributed_random_polling = {
    .name = "drs_n_polling",
    .label = "Distributed random, polling",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DYNAMIC,
    .paper = "ranka1995",
    .section = "5",
    .parameters = parameters,
    .flags = QDR_SEEDED,
};
