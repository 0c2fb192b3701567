/* kernels/alltoallv/alltoallv_scattered.c -- scattered, nonblocking with a
 * throttle.
 *
 * Source:  the method of MPI libraries for long messages: MPICH's "scattered"
 *          alltoallv, with MPIR_CVAR_ALLTOALL_THROTTLE = 32. A baseline.
 * Idea:    all receives are posted; then every rank sends to the ranks after it
 *          in turn, with at most 32 sends in progress.
 * Cost:    T <= sum_{k=1}^{p-1} max_r (alpha + beta b(r, r + k)), as if rounds
 *          were in lockstep; empty rounds cost nothing. b(r, s) bytes from r
 *          to s, ranks modulo p; alpha s/message, beta s/byte. As rounds are
 *          not in lockstep, it takes less: building_blocks/direct_model.h.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: rank 3 sends to 4, 0, 1, 2.
 */
#include "kernels/building_blocks/direct_model.h"
#include "kernels/kernel.h"

static int64_t num_rounds(int num_procs)
{
    return num_procs - 1;
}

static int64_t round_of(int src, int dst, int num_procs)
{
    return (dst - src + num_procs) % num_procs - 1;
}

static const qdr_round_rule rounds = {.num_rounds = num_rounds,
                                      .round_of = round_of};

const qdr_kernel qdr_alltoallv_scattered = {
    .name = "scattered",
    .label = "Scattered",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .rounds = &rounds,
    .predict = qdr_direct_predict,
};
