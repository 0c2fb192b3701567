/* kernels/alltoallv/distributed_random/alltoallv_distributed_random_polling.c
 * -- drs_n_polling, distributed random scheduling that polls.
 *
 * Source:  [ranka1995, Sec. 5, Fig. 4].
 * Idea:    as drs_n, without interrupts, and improved twice. A busy destination
 *          says for how long; it is left alone until then, and a rank that
 *          finds all of its destinations busy sleeps until the first is free.
 *          And when a message is about to be over, its destination gives the
 *          go-ahead to whoever asks next, so that the start-up of one message
 *          is hidden behind the end of another.
 * Reading: how long a message takes is its start-up and its bytes, as measured
 *          at planning between neighbours that both send and receive; a busy
 *          answer is the rest of it, and the go-ahead is given a start-up
 *          before its end. MPI does not tell how much of a message has arrived,
 *          and to cut it into segments would cost each a start-up. A sleeping
 *          rank still answers and receives. Each improvement is an option.
 * Cost:    unknown before, as for drs_n.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: as drs_n.
 * Example: p = 3, 1 -> 0 and 2 -> 0: 2, refused, sleeps until a start-up before
 *          the end of 1's message, asks again and begins.
 */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/kernel.h"

static const char *const improvements[] = {[QDR_IMPROVED_NOT] = "none",
                                           [QDR_IMPROVED_BUSY_MEASURE] =
                                               "busy_measure",
                                           [QDR_IMPROVED_GO_AHEAD] = "go_ahead",
                                           [QDR_IMPROVED_BOTH] = "both",
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
