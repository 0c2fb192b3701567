/* harness/bench/dynamic_mpi_test.c -- what is decided at run time, seed after
 * seed.
 *
 * For every row of the table that decides at run time or does more than one
 * call of the library, hundreds of random patterns: the seeds of pattern and
 * algorithm are new each time, and every other time the options are drawn, too.
 * All bytes are verified; the first failure ends the test and names its seed.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/bench/trial.h"
#include "harness/clock/clock.h"
#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"

enum { NUM_SEEDS = 400 /* of a row */ };

/* Few to all pairs, self messages among them; from none to some KB in each,
 * above and below what drs_n_polling sends in one piece. */
static qdr_status init_pattern(qdr_pattern *pattern, qdr_rng *rng, int p,
                               bool has_lengths, qdr_error *error)
{
    static const uint64_t most[] = {0, 64, 10000};
    qdr_message *messages = malloc((size_t)p * (size_t)p * sizeof *messages);
    uint64_t quarters = 1 + qdr_rng_below(rng, 4);
    uint64_t most_bytes = most[qdr_rng_below(rng, sizeof most / sizeof *most)];
    int64_t count = 0;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "a test pattern");
    for (int pair = 0; pair < p * p; pair++) {
        int64_t bytes = (int64_t)qdr_rng_below(rng, most_bytes + 1);
        if (qdr_rng_below(rng, 4) < quarters)
            messages[count++] = (qdr_message){
                pair / p, pair % p, has_lengths ? QDR_LENGTH_BYTES : bytes};
    }
    status = qdr_pattern_init(pattern, p, messages, count, error);
    free(messages);
    return status;
}

static qdr_dynamic_options draw_options(qdr_rng *rng)
{
    return (qdr_dynamic_options){
        .delay_ns = (int64_t)qdr_rng_below(rng, 20000),
        .segment_bytes = 1 + (int64_t)qdr_rng_below(rng, 5000),
        .without_busy_measure = qdr_rng_below(rng, 2) == 1,
        .without_early_release = qdr_rng_below(rng, 2) == 1,
        .element_bytes = 1 + (int)qdr_rng_below(rng, 16),
        .is_shuffled = qdr_rng_below(rng, 2) == 1,
        .has_random_stages = qdr_rng_below(rng, 2) == 1};
}

/* The same on every rank. */
static qdr_status try_seed(const qdr_kernel *kernel, uint64_t seed, int rank,
                           int p, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_problem problem = {.pattern = &pattern, .seed = qdr_mix64(seed)};
    qdr_rng rng;
    qdr_status status;

    qdr_rng_init(&rng, seed);
    if (seed % 2 == 1)
        problem.dynamic = draw_options(&rng);
    status = init_pattern(&pattern, &rng, p, (kernel->flags & QDR_LENGTHS) != 0,
                          error);
    status = qdr_agree(MPI_COMM_WORLD, status, error);
    if (status == QDR_OK)
        status = qdr_trial_run(kernel, &kernel->mode, &problem, rank,
                               MPI_COMM_WORLD, error);
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* Row k has the seeds k NUM_SEEDS, k NUM_SEEDS + 1, ... */
static qdr_status try_row(int k, int rank, int p)
{
    const qdr_kernel *kernel = qdr_kernel_at(k);
    qdr_error error = {""};

    for (int i = 0; i < NUM_SEEDS; i++) {
        uint64_t seed = (uint64_t)(k * NUM_SEEDS + i);
        qdr_status status = try_seed(kernel, seed, rank, p, &error);
        if (status == QDR_OK)
            continue;
        if (rank == 0)
            fprintf(stderr, "%s, %d ranks, seed %llu: %s\n", kernel->name, p,
                    (unsigned long long)seed, error.text);
        return status;
    }
    if (rank == 0)
        printf("%s, %d ranks: %d seeds\n", kernel->name, p, NUM_SEEDS);
    return QDR_OK;
}

int main(int argc, char **argv)
{
    int rank, p;
    qdr_status status = QDR_OK;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count() && status == QDR_OK; k++)
        if (qdr_kernel_at(k)->dynamic != QDR_NOT_DYNAMIC &&
            (qdr_kernel_is_simulated(qdr_kernel_at(k)) ||
             !qdr_clock_is_simulated()))
            status = try_row(k, rank, p);
    MPI_Finalize();
    return status != QDR_OK;
}
