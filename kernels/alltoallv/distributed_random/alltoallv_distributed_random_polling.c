/* kernels/alltoallv/distributed_random/alltoallv_distributed_random_polling.c
 * -- drs_n_polling, distributed random scheduling that polls.
 *
 * Source:  [ranka1995, Sec. 5, Fig. 4].
 * Idea:    as drs_n, without interrupts, and with two improvements. First, a
 *          busy destination reports how long it is busy. No rank asks it again
 *          before that, and a rank whose destinations are all busy sleeps until
 *          the first is free. Second, when a message is about to end, its
 *          destination gives the go-ahead to the rank that it refused first, so
 *          that the end of one message hides the start-up of the next.
 * Reading: the time of a message is its start-up and its bytes, as measured at
 *          planning between neighbours that both send and receive. A busy
 *          answer is the remaining time and that of the ranks refused before,
 *          and the go-ahead comes one start-up before the end, by the
 *          destination's clock: MPI does not report how much of a message has
 *          arrived, and segments would cost a start-up each. A sleeping rank
 *          still answers and receives; a go-ahead wakes it. One that sends to
 *          another destination declines, and asks again later. Each improvement
 *          is an option. `pulled`: the destination only remembers that it may
 *          give a go-ahead, and the next rank that asks gets it.
 * Cost:    unknown in advance, as for drs_n.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: as drs_n.
 * Example: p = 3, 1 -> 0 and 2 -> 0: 2, refused, sleeps; a start-up before the
 *          end of 1's message 0 gives it the go-ahead, and it begins.
 */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/kernel.h"

static const char *const improvements[] = {
    [QDR_IMPROVED_NOT] = "none",
    [QDR_IMPROVED_BUSY_MEASURE] = "busy_measure",
    [QDR_IMPROVED_GO_AHEAD] = "go_ahead",
    [QDR_IMPROVED_BOTH] = "both",
    [QDR_IMPROVED_GO_AHEAD_PULLED] = "go_ahead_pulled",
    [QDR_IMPROVED_BOTH_PULLED] = "both_pulled",
    NULL};

static const qdr_parameter parameters[] = {
    [QDR_DRS_DELAY_US] = QDR_DRS_DELAY_PARAMETER,
    [QDR_DRS_IMPROVEMENTS] = {.name = "improvements",
                              .summary = "those that are switched on",
                              .type = QDR_WORD,
                              .default_value = "both",
                              .words = improvements},
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
