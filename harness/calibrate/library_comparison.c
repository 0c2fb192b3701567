/* harness/calibrate/library_comparison.c -- see library_comparison.h. */
#include "harness/calibrate/library_comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/launch_estimate.h"

/* The whole interval of ours / library above this: the library's is taken.
 * min_loss of analysis/R/benchmarks/here.R is the same. */
static const double min_loss = 1.05;

static int compare_calls(const qdr_call_time *a, const qdr_call_time *b)
{
    int order = strcmp(a->operation, b->operation);

    if (order == 0)
        order = (a->procs > b->procs) - (a->procs < b->procs);
    return order != 0 ? order : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static int compare_launches(const qdr_call_time *a, const qdr_call_time *b)
{
    int order = compare_calls(a, b);

    return order != 0
               ? order
               : (a->replicate > b->replicate) - (a->replicate < b->replicate);
}

/* By call, launch and who. */
static int compare_all(const void *a, const void *b)
{
    const qdr_call_time *x = a, *y = b;
    int order = compare_launches(x, y);

    return order != 0 ? order : x->is_library - y->is_library;
}

/* Replaces the samples of either in a launch by their median. */
static qdr_status reduce(qdr_call_times *times, qdr_error *error)
{
    double *room = malloc((size_t)(times->count + 1) * sizeof *room);
    int64_t num_medians = 0;

    if (room == NULL)
        return qdr_fail_memory(error, "samples");
    qsort(times->of, (size_t)times->count, sizeof *times->of, compare_all);
    for (int64_t i = 0, count; i < times->count; i += count) {
        for (count = 0; i + count < times->count &&
                        compare_all(&times->of[i], &times->of[i + count]) == 0;
             count++)
            room[count] = times->of[i + count].time_us;
        times->of[num_medians] = times->of[i];
        times->of[num_medians++].time_us = qdr_median_of(room, (int)count);
    }
    times->count = num_medians;
    free(room);
    return QDR_OK;
}

/* The times of launches that have both. */
typedef struct pairs {
    double ours_us[QDR_MAX_ESTIMATED], library_us[QDR_MAX_ESTIMATED];
    int count;
} pairs;

/* Takes the medians of the call that begins at `from`; returns where the next
 * one begins. */
static int64_t take_pairs(const qdr_call_times *times, int64_t from, pairs *out)
{
    const qdr_call_time *of = times->of;
    int64_t i = from;

    out->count = 0;
    for (; i < times->count && compare_calls(&of[from], &of[i]) == 0; i++)
        if (i > from && of[i].is_library && !of[i - 1].is_library &&
            compare_launches(&of[i - 1], &of[i]) == 0) {
            out->ours_us[out->count] = of[i - 1].time_us;
            out->library_us[out->count++] = of[i].time_us;
        }
    return i;
}

/* A ratio within a launch cancels what its samples share. */
static void compare_pairs(pairs *of, qdr_compared_call *out)
{
    double ratios[QDR_MAX_ESTIMATED], logarithms[QDR_MAX_ESTIMATED];
    qdr_estimate loss;

    for (int i = 0; i < of->count; i++) {
        ratios[i] = of->ours_us[i] / of->library_us[i];
        logarithms[i] = log(ratios[i]);
    }
    loss = qdr_estimate_of(logarithms, of->count);
    out->launches = of->count;
    out->ours_us = qdr_median_of(of->ours_us, of->count);
    out->library_us = qdr_median_of(of->library_us, of->count);
    out->ratio = exp(loss.estimate);
    out->low = exp(loss.low);
    out->high = exp(loss.high);
    if (of->count < QDR_MIN_ESTIMATED) {
        out->ratio = qdr_median_of(ratios, of->count);
        out->low = out->high = NAN;
    }
    out->is_library_faster = out->low > min_loss;
}

qdr_status qdr_library_compare(qdr_call_times *times,
                               qdr_library_comparison *out, qdr_error *error)
{
    qdr_status status = reduce(times, error);

    *out = (qdr_library_comparison){NULL, 0};
    if (status == QDR_OK && (out->calls = calloc((size_t)times->count + 1,
                                                 sizeof *out->calls)) == NULL)
        status = qdr_fail_memory(error, "the comparison with the MPI library");
    for (int64_t i = 0; status == QDR_OK && i < times->count;) {
        const qdr_call_time *of = &times->of[i];
        qdr_compared_call *to = &out->calls[out->count];
        pairs both;
        i = take_pairs(times, i, &both);
        if (both.count == 0)
            continue;
        strcpy(to->operation, of->operation);
        to->procs = of->procs;
        to->bytes = of->bytes;
        compare_pairs(&both, to);
        out->count++;
    }
    if (status == QDR_OK && out->count == 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "no length has times of `auto` and of the MPI "
                          "library; accepted: sweeps of configs/sweeps/"
                          "against_library.yaml");
    return status;
}

void qdr_library_comparison_cleanup(qdr_library_comparison *comparison)
{
    free(comparison->calls);
    *comparison = (qdr_library_comparison){NULL, 0};
}

void qdr_library_comparison_print(const qdr_library_comparison *comparison,
                                  FILE *to)
{
    fprintf(to, "\n%-16s %5s %9s %12s %12s %7s  %-16s %s\n",
            "auto compared with", "ranks", "bytes", "ours [us]", "library [us]",
            "ratio", "95% interval", "taken");
    for (int i = 0; i < comparison->count; i++) {
        const qdr_compared_call *at = &comparison->calls[i];
        char interval[64] = "none";
        if (!isnan(at->low))
            snprintf(interval, sizeof interval, "%.3f to %.3f", at->low,
                     at->high);
        fprintf(to,
                "MPI_%-12s %5d %9" PRId64 " %12.2f %12.2f %7.3f  %-16s %s\n",
                at->operation, at->procs, at->bytes, at->ours_us,
                at->library_us, at->ratio, interval,
                at->is_library_faster ? "the library's" : "ours");
    }
}

/* A number, or nothing where there is none. */
static void print_number(double number, FILE *to)
{
    if (isnan(number))
        fputc(',', to);
    else
        fprintf(to, "%.15g,", number);
}

void qdr_library_comparison_csv(const qdr_library_comparison *comparison,
                                FILE *to)
{
    fputs("operation,procs,bytes,launches,ours_us,library_us,ratio,low,high,"
          "is_library_faster\n",
          to);
    for (int i = 0; i < comparison->count; i++) {
        const qdr_compared_call *at = &comparison->calls[i];
        fprintf(to, "%s,%d,%" PRId64 ",%d,", at->operation, at->procs,
                at->bytes, at->launches);
        print_number(at->ours_us, to);
        print_number(at->library_us, to);
        print_number(at->ratio, to);
        print_number(at->low, to);
        print_number(at->high, to);
        fprintf(to, "%s\n", at->is_library_faster ? "TRUE" : "FALSE");
    }
}

static bool is_neighbour(const qdr_compared_call *a, const qdr_compared_call *b)
{
    return strcmp(a->operation, b->operation) == 0 && a->procs == b->procs;
}

/* Where the lengths of the second one begin. */
static double middle(const qdr_compared_call *a, const qdr_compared_call *b)
{
    return ceil(sqrt((double)a->bytes * (double)b->bytes));
}

/* The lengths that call `index` represents; both ends are included. */
static void find_range(const qdr_library_comparison *of, int index,
                       double *out_min, double *out_max)
{
    const qdr_compared_call *at = &of->calls[index];
    bool has_before = index > 0 && is_neighbour(at - 1, at);
    double bytes = (double)at->bytes;

    *out_min = has_before ? middle(at - 1, at) : 0;
    if (index + 1 < of->count && is_neighbour(at, at + 1))
        *out_max = middle(at, at + 1) - 1;
    else
        *out_max = has_before ? floor(bytes * bytes / *out_min) : bytes;
}

void qdr_library_comparison_ranges(const qdr_library_comparison *comparison,
                                   FILE *to)
{
    for (int i = 0; i < comparison->count; i++) {
        const qdr_compared_call *first = &comparison->calls[i];
        double min_bytes, max_bytes, ignored;
        if (!first->is_library_faster)
            continue;
        find_range(comparison, i, &min_bytes, &max_bytes);
        while (i + 1 < comparison->count &&
               comparison->calls[i + 1].is_library_faster &&
               is_neighbour(first, &comparison->calls[i + 1]))
            find_range(comparison, ++i, &ignored, &max_bytes);
        fprintf(to, "library_faster %s %d %.0f %.0f\n", first->operation,
                first->procs, min_bytes, max_bytes);
    }
}
