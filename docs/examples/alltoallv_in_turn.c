/* kernels/alltoallv/in_turn/alltoallv_in_turn.c -- in_turn, few sends at once.
 *
 * Source:  docs/adding-an-algorithm.md.
 * Idea:    a rank posts all receives, then starts its sends by destination, the
 *          next one whenever fewer than `at_once` are in progress.
 * Cost:    not known in advance.
 * Needs:   messages below 2 GiB (any p, zero counts allowed).  Flags: none.
 *          Scratch: one request a message.
 * Example: at_once = 1: each send ends before the next begins.
 */
#include "kernels/alltoallv/in_turn/in_turn_parameters.h"

static const qdr_parameter parameters[] = {
    [IN_TURN_AT_ONCE] = {.name = "at_once",
                         .summary = "sends in progress",
                         .type = QDR_INTEGER,
                         .default_value = "4",
                         .min = 1,
                         .max = QDR_MAX_PROCS},
    {0}};

const qdr_kernel qdr_alltoallv_in_turn = {
    .name = "in_turn",
    .label = "In turn",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DYNAMIC,
    .parameters = parameters,
};
