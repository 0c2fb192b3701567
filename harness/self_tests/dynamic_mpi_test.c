/* harness/self_tests/dynamic_mpi_test.c -- algorithms that decide at run time,
 * with many seeds.
 *
 * For every algorithm that decides at run time or makes more than one call of
 * the library, hundreds of random patterns: the seeds of pattern and algorithm
 * are new each time, and every other time all its parameters are random, too.
 * All bytes are verified; the first failure ends the test and names its seed.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/self_tests/trial.h"
#include "kernels/core/base/rng.h"
#include "kernels/messaging/agreement.h"

enum { NUM_SEEDS = 400 /* of a row */ };

/* Few to all pairs, self messages among them; from none to some KB in each,
 * above and below what drs_n_polling sends in one piece. */
static qdr_status init_pattern(qdr_pattern *pattern, qdr_rng *rng, int p,
                               bool has_lengths, qdr_error *error)
{
    static const uint64_t max[] = {0, 64, 10000};
    qdr_message *messages = malloc((size_t)p * (size_t)p * sizeof *messages);
    uint64_t quarters = 1 + qdr_rng_below(rng, 4);
    uint64_t max_bytes = max[qdr_rng_below(rng, sizeof max / sizeof *max)];
    int64_t count = 0;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "a test pattern");
    for (int pair = 0; pair < p * p; pair++) {
        int64_t bytes = (int64_t)qdr_rng_below(rng, max_bytes + 1);
        if (qdr_rng_below(rng, 4) < quarters)
            messages[count++] = (qdr_message){
                pair / p, pair % p, has_lengths ? QDR_LENGTH_BYTES : bytes};
    }
    status = qdr_pattern_init(pattern, p, messages, count, error);
    free(messages);
    return status;
}

/* A level of a parameter, as a user would write it; numbers from the least on,
 * mostly small. */
static void draw_value(const qdr_parameter *parameter, qdr_rng *rng, FILE *to)
{
    uint64_t below = (uint64_t)1 << qdr_rng_below(rng, 11);
    uint64_t room = (uint64_t)(parameter->max - parameter->min) + 1;
    uint64_t drawn = qdr_rng_below(rng, below < room ? below : room);
    int num_words = 0;

    fprintf(to, "%s=", parameter->name);
    switch (parameter->type) {
    case QDR_INTEGER:
        fprintf(to, "%lld;", (long long)parameter->min + (long long)drawn);
        break;
    case QDR_REAL:
        fprintf(to, "%.17g;", parameter->min + (double)drawn / 8);
        break;
    case QDR_WORD:
        while (parameter->words[num_words] != NULL)
            num_words++;
        drawn = qdr_rng_below(rng, (uint64_t)num_words);
        fprintf(to, "%s;", parameter->words[drawn]);
        break;
    default:
        fprintf(to, "%s;", parameter->default_value);
    }
}

/* The caller's. */
static char *draw_parameters(const qdr_kernel *kernel, qdr_rng *rng)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    for (int i = 0; i < qdr_parameters_count(kernel->parameters); i++)
        draw_value(&kernel->parameters[i], rng, to);
    fclose(to);
    return text;
}

/* The same on every rank. */
static qdr_status try_seed(const qdr_kernel *kernel, uint64_t seed, int p,
                           qdr_error *error)
{
    qdr_pattern pattern = {0};
    const qdr_problem problem = {.collective = kernel->collective,
                                 .num_procs = p,
                                 .messages.pattern = &pattern};
    qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                .seed = qdr_mix64(seed)};
    char *drawn = NULL;
    qdr_rng rng;
    qdr_status status;

    qdr_rng_init(&rng, seed);
    if (seed % 2 == 1)
        options.parameters = drawn = draw_parameters(kernel, &rng);
    status = init_pattern(&pattern, &rng, p,
                          kernel->collective == QDR_RECEIVE_VECTOR, error);
    status = qdr_agree(MPI_COMM_WORLD, status, error);
    if (status == QDR_OK)
        status =
            qdr_trial_run(kernel, &options, &problem, MPI_COMM_WORLD, error);
    free(drawn);
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
        qdr_status status = try_seed(kernel, seed, p, &error);
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

/* It moves messages, and decides at run time or is several calls of the
 * library. */
static bool is_tried(const qdr_kernel *kernel)
{
    return !qdr_collective_has_vector(kernel->collective) &&
           !qdr_kernel_has_schedule(kernel) &&
           (kernel->flags & QDR_NO_PLAN) == 0 &&
           (qdr_kernel_is_simulated(kernel) || !qdr_clock_is_simulated());
}

int main(int argc, char **argv)
{
    int rank, p;
    qdr_status status = QDR_OK;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count() && status == QDR_OK; k++)
        if (is_tried(qdr_kernel_at(k)))
            status = try_row(k, rank, p);
    MPI_Finalize();
    return status != QDR_OK;
}
