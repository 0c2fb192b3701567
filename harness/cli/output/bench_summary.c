/* harness/cli/output/bench_summary.c -- see bench_summary.h. */
#include "harness/cli/output/bench_summary.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/output/shared_cores.h"
#include "kernels/core/problem/problem.h"
#include "kernels/kernel.h"
#include "kernels/network_file/network_file.h"
#include "workloads/workload.h"

enum column { PROCS, MESSAGES, TOTAL_BYTES, VERIFIED, TIME, NUM_COLUMNS };
static const struct {
    const char *name;
    long long min;
} columns[NUM_COLUMNS] = {[PROCS] = {"procs", 1},
                          [MESSAGES] = {"messages", 0},
                          [TOTAL_BYTES] = {"total_bytes", 0},
                          [VERIFIED] = {"verified", 0},
                          [TIME] = {"time_ns", 1}};

typedef struct samples {
    double *times_ns;
    size_t count;
    double last[NUM_COLUMNS]; /* of the last sample */
} samples;

/* Where each column is; -1: not there. */
static void find_columns(char *header, int places[NUM_COLUMNS])
{
    const char *word;

    for (int i = 0; (word = strsep(&header, ",\n")) != NULL; i++)
        for (int c = 0; c < NUM_COLUMNS; c++)
            if (strcmp(word, columns[c].name) == 0)
                places[c] = i;
}

/* A whole number of digits alone, `min` or more. */
static bool read_whole(const char *word, long long min, double *out)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(word, &end, 10);
    *out = (double)value;
    return isdigit((unsigned char)word[0]) && *end == '\0' && errno == 0 &&
           value >= min;
}

/* From 0 to 1. */
static bool read_share(const char *word, double *out)
{
    char *end;

    *out = strtod(word, &end);
    return isdigit((unsigned char)word[0]) && *end == '\0' && *out <= 1;
}

/* No field of the csv has a comma inside. `where` is its line, for errors. */
static qdr_status add_row(samples *all, char *row,
                          const int places[NUM_COLUMNS], const char *where,
                          qdr_error *error)
{
    double *grown =
        realloc(all->times_ns, (all->count + 1) * sizeof *all->times_ns);
    const char *words[NUM_COLUMNS] = {"", "", "", "", ""}, *word;

    if (grown == NULL)
        return qdr_fail_memory(error, "the samples");
    all->times_ns = grown;
    for (int i = 0; (word = strsep(&row, ",\n")) != NULL; i++)
        for (int c = 0; c < NUM_COLUMNS; c++)
            if (places[c] == i)
                words[c] = word;
    for (int c = 0; c < NUM_COLUMNS; c++) {
        /* Nothing is sent in no time of a simulated machine. */
        long long min =
            c == TIME && all->last[MESSAGES] == 0 ? 0 : columns[c].min;
        if (c == VERIFIED) {
            if (!read_share(words[c], &all->last[c]))
                return qdr_fail(error, QDR_ERROR_INPUT,
                                "%.300s: %s '%.50s'; accepted: 0 to 1", where,
                                columns[c].name, words[c]);
        } else if (!read_whole(words[c], min, &all->last[c]))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s: %s '%.50s'; accepted: a whole number from "
                            "%lld",
                            where, columns[c].name, words[c], min);
    }
    all->times_ns[all->count++] = all->last[TIME];
    return QDR_OK;
}

static qdr_status read_samples(samples *all, const char *csv, qdr_error *error)
{
    FILE *file = fopen(csv, "r");
    char *line = NULL, where[320];
    size_t capacity = 0;
    int places[NUM_COLUMNS] = {-1, -1, -1, -1, -1};
    qdr_status status = QDR_OK;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", csv,
                        strerror(errno));
    if (getline(&line, &capacity, file) > 0)
        find_columns(line, places);
    while (status == QDR_OK && getline(&line, &capacity, file) > 0) {
        snprintf(where, sizeof where, "%.290s:%zu", csv, all->count + 2);
        status = add_row(all, line, places, where, error);
    }
    free(line);
    fclose(file);
    return status;
}

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Between the samples next to it, as R's quantile() has it. */
static double quantile_us(const samples *sorted, double share)
{
    double place = share * (double)(sorted->count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < sorted->count ? below + 1 : below;
    double low = sorted->times_ns[below], high = sorted->times_ns[above];

    return (low + (place - (double)below) * (high - low)) / 1000;
}

/* As in figures (bound.R): some rank sends at least the mean, and
 * its last byte arrives a latency later; and its node carries as much again
 * with half duplex. Overheads of messages do not count: ranks that forward
 * others' need fewer. With levels a rank moves bytes inside its node and
 * between nodes at the same time. */
static double bound_us(const qdr_network *network, double bytes,
                       double messages)
{
    bool has_levels = qdr_network_has_levels(network);
    double alpha_us = has_levels
                          ? fmin(network->alpha_us, network->inside_alpha_us)
                          : network->alpha_us;
    double beta_ns =
        has_levels ? 1 / (1 / network->beta_ns + 1 / network->inside_beta_ns)
                   : network->beta_ns;
    double carried_us = beta_ns / 1000 * bytes;
    double us = alpha_us + carried_us;

    if (network->duplex == QDR_DUPLEX_HALF)
        us = fmax(us, 2 * carried_us);
    return messages > 0 ? us : 0;
}

/* Whether the traffic has a bound, on a network that is known. */
static bool can_be_bounded(const qdr_experiment *e)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);

    return !workload->has_vector && workload->application == NULL;
}

static bool is_bounded(const qdr_experiment *e)
{
    return can_be_bounded(e) && e->network_source != QDR_NETWORK_OF_TODAY;
}

static void print_bound(const qdr_sweep *sweep, const samples *all, FILE *to)
{
    const qdr_experiment *e = sweep->experiment;
    double bytes = all->last[TOTAL_BYTES] / all->last[PROCS];

    if (is_bounded(e))
        fprintf(to, "lower bound   %.6g us\n",
                bound_us(e->network, bytes,
                         all->last[MESSAGES] / all->last[PROCS]));
    else if (can_be_bounded(e))
        fprintf(to,
                "lower bound   unknown: %s has no network: section, and "
                "QUADRILLE_NETWORK names no file\n",
                sweep->machine_name);
}

/* Whether what the algorithm sends may depend on the network's numbers. */
static bool chooses(const qdr_kernel *kernel)
{
    return kernel->candidates != NULL ||
           (kernel->flags & (QDR_NETWORK | QDR_LEVELS)) != 0 ||
           (kernel->kind == QDR_COMBINING && kernel->predict != NULL);
}

/* The network that numbers are of, and what for: no measured time is. */
static void print_network(const qdr_sweep *sweep, FILE *to)
{
    const qdr_experiment *e = sweep->experiment;
    const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[0]);
    qdr_network_source source = e->network_source;
    const char *path = qdr_network_file_of_environment();
    bool has_choice = chooses(kernel), has_bound = is_bounded(e);

    if (!has_choice && !has_bound)
        return;
    fprintf(to, "network       of ");
    if (source == QDR_NETWORK_OF_MACHINE)
        fprintf(to, "machine %s", sweep->machine_name);
    else if (source == QDR_NETWORK_OF_FILE && path != NULL)
        fprintf(to, "%s", path);
    else
        fprintf(to, "%s", qdr_network_source_string(source));
    fprintf(to, ", for %s%s%s\n", has_choice ? kernel->name : "",
            has_choice ? "'s choices" : "",
            !has_bound   ? ""
            : has_choice ? " and the lower bound"
                         : "the lower bound");
}

static void print(const qdr_sweep *sweep, const samples *all, FILE *to)
{
    const qdr_experiment *e = sweep->experiment;
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;

    fprintf(to, "%s on %s, %.0f ranks, %s\n",
            qdr_kernel_at(e->algorithms[0])->name, sweep->machine_name,
            all->last[PROCS], qdr_workload_at(e->workload)->name);
    fprintf(to, "samples       %zu, %.0f of them verified\n", all->count,
            all->last[VERIFIED] * (double)all->count);
    fprintf(to, "median        %.6g us\n", quantile_us(all, 0.5));
    fprintf(to, "5%% to 95%%     %.6g to %.6g us\n", quantile_us(all, 0.05),
            quantile_us(all, 0.95));
    qdr_shared_cores_print(sweep, to);
    print_network(sweep, to);
    print_bound(sweep, all, to);
    fputs(
        is_simulated
            ? "simulated: every launch has the same times\n"
            : "one launch: no interval; a sweep of 15 to 20 launches has one\n",
        to);
}

qdr_status qdr_bench_summary(const qdr_sweep *sweep, const char *csv, FILE *to,
                             qdr_error *error)
{
    samples all = {0};
    qdr_status status = read_samples(&all, csv, error);

    if (status == QDR_OK && all.count == 0)
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s has no samples", csv);
    if (status == QDR_OK) {
        qsort(all.times_ns, all.count, sizeof *all.times_ns, by_time);
        print(sweep, &all, to);
    }
    free(all.times_ns);
    return status;
}
