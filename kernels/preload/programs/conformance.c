/* kernels/preload/programs/conformance.c -- runs the conformance tests; see
 * conformance.h. Rank 0 prints "N checks, 0 failed"; status 1 if one failed.
 */
#include "kernels/preload/programs/conformance.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/preload/programs/data_digest.h"

enum { MAX_PRINTED = 10 }; /* failures a rank */

bool has_threads;
int num_communicators = 2000;

static atomic_llong num_checks, num_failed;

#define TEST_ROW(name) {#name, test_##name},
static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {CONFORMANCE_TESTS(TEST_ROW)};
enum { NUM_TESTS = sizeof(tests) / sizeof(tests[0]) };

void check(bool holds, const char *format, ...)
{
    char text[400];
    va_list arguments;

    atomic_fetch_add(&num_checks, 1);
    if (holds || atomic_fetch_add(&num_failed, 1) >= MAX_PRINTED)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fprintf(stderr, "FAILED at rank %d of %d: %s\n", members[WORLD].rank,
            members[WORLD].size, text);
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size);

    if (memory == NULL) {
        fprintf(stderr, "conformance: no memory for %zu bytes\n", count * size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

int draw(int a, int b, int c, int limit)
{
    uint64_t key = ((uint64_t)a << 42) ^ ((uint64_t)b << 21) ^ (uint64_t)c;

    return (int)(scramble(key + 1) % (uint64_t)limit);
}

/* Reads the options before the names of tests; returns the first name. */
static int read_options(int argc, char **argv)
{
    int i = 1;
    char *end = NULL;

    if (i < argc && strcmp(argv[i], "--threads") == 0) {
        has_threads = true;
        i++;
    }
    if (i + 1 < argc && strcmp(argv[i], "--communicators") == 0) {
        num_communicators = (int)strtol(argv[i + 1], &end, 10);
        if (*end != '\0' || num_communicators < 1) {
            fprintf(stderr,
                    "conformance: --communicators '%s'; accepted: a number\n",
                    argv[i + 1]);
            return argc + 1;
        }
        i += 2;
    }
    return i;
}

static bool is_named(const char *name, int num_names, char **names)
{
    for (int i = 0; i < num_names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return num_names == 0;
}

/* Runs a test, and prints its checks and time where the user wants to know. */
static void run_test(int index, bool is_verbose)
{
    long long before = atomic_load(&num_checks);
    double begin_s = MPI_Wtime();

    tests[index].run();
    PMPI_Barrier(MPI_COMM_WORLD);
    if (is_verbose && members[WORLD].rank == 0)
        fprintf(stderr, "%s: %lld checks, %.2f s\n", tests[index].name,
                (long long)atomic_load(&num_checks) - before,
                MPI_Wtime() - begin_s);
}

int main(int argc, char **argv)
{
    long long counts[2], totals[2];
    int level, num_run = 0, first = read_options(argc, argv);

    if (first > argc)
        return 2;
    /* With several threads some libraries do otherwise. */
    if (has_threads)
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    else
        MPI_Init(&argc, &argv);
    members_make();
    for (int i = 0; i < NUM_TESTS; i++)
        if (is_named(tests[i].name, argc - first, argv + first)) {
            run_test(i, getenv("CONFORMANCE_VERBOSE") != NULL);
            num_run++;
        }
    members_free();
    counts[0] = atomic_load(&num_checks);
    counts[1] = atomic_load(&num_failed);
    /* The sum must be right even if the collectives under test are not. */
    PMPI_Allreduce(counts, totals, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (members[WORLD].rank == 0)
        printf("%lld checks, %lld failed\n", totals[0], totals[1]);
    MPI_Finalize();
    return totals[1] != 0 || num_run == 0;
}
