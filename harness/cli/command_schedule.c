/* harness/cli/command_schedule.c -- `quadrille schedule`: builds, and proves,
 * a schedule. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "kernels/core/names.h"
#include "kernels/core/pattern_file.h"
#include "kernels/core/schedule_check.h"
#include "kernels/kernel.h"

/* One line a round, in the papers' notation: an exchange as `a <-> b`. */
static void print_text(const qdr_kernel *kernel, const qdr_schedule *schedule)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        printf("round %3" PRId64 ":", i + 1);
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++) {
            const qdr_transfer *a = &schedule->transfers[t];
            if (kernel->is_printed_by_receiver) {
                printf("  %d <- %d", a->dst, a->src);
                continue;
            }
            /* The two halves of an exchange are neighbours. */
            if (t + 1 < schedule->round_begin[i + 1] && a[1].src == a->dst &&
                a[1].dst == a->src) {
                printf("  %d <-> %d", a->src < a->dst ? a->src : a->dst,
                       a->src < a->dst ? a->dst : a->src);
                t++;
            } else {
                printf("  %d -> %d", a->src, a->dst);
            }
        }
        printf("\n");
    }
}

static void print_csv(const qdr_kernel *kernel, const qdr_schedule *schedule)
{
    (void)kernel;
    printf("round,src,dst,bytes\n");
    for (int64_t i = 0; i < schedule->num_rounds; i++)
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++)
            printf("%" PRId64 ",%d,%d,%" PRId64 "\n", i + 1,
                   schedule->transfers[t].src, schedule->transfers[t].dst,
                   schedule->transfers[t].bytes);
}

static void (*const printers[])(const qdr_kernel *,
                                const qdr_schedule *) = {print_text, print_csv};
static const char *const format_names[] = {"text", "csv"};

static const char *format_at(int index)
{
    return format_names[index];
}

static void print_report(const qdr_kernel *kernel,
                         const qdr_schedule_report *report, FILE *out)
{
    char limits[128];

    qdr_kernel_limits(kernel, limits, sizeof limits);
    fprintf(out, "check: every message delivered: yes\n");
    fprintf(out, "check: declared flags hold: %s\n",
            limits[0] == '\0' ? "none declared" : limits);
    fprintf(out, "check: synchronous sends end: yes\n");
    fprintf(out, "rounds              %" PRId64 "\n", report->num_rounds);
    /* Forwarding is not bound by the degree. */
    if (kernel->kind == QDR_DIRECT) {
        fprintf(out, "bound, max degree   %d\n", report->pattern.max_degree);
        fprintf(out, "bound, half duplex  %d\n", report->pattern.max_partners);
    }
    fprintf(out, "transfers           %" PRId64 "\n", report->num_transfers);
    fprintf(out, "largest fan-in      %d\n", report->max_fan_in);
    fprintf(out, "bytes               %" PRId64 "\n", report->total_bytes);
    fprintf(out, "bytes of a round    at most %" PRId64 "\n",
            report->max_round_bytes);
}

static qdr_status make_pattern(const char *path, int procs, int64_t bytes,
                               qdr_pattern *pattern, qdr_error *error)
{
    qdr_status status;

    if (path == NULL)
        return qdr_pattern_init_complete(pattern, procs, bytes, error);
    status = qdr_pattern_read(pattern, path, error);
    if (status == QDR_OK && procs > 0 && procs != pattern->num_procs) {
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--procs is %d, but %s is a pattern of %d processes",
                          procs, path, pattern->num_procs);
        qdr_pattern_cleanup(pattern);
    }
    return status;
}

/* Builds and, if asked, proves; prints only when both went well. */
static qdr_status run(const qdr_kernel *kernel, const qdr_pattern *pattern,
                      uint64_t seed, bool check, int format, qdr_error *error)
{
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_status status =
        qdr_kernel_build(kernel, pattern, seed, &schedule, error);

    if (status == QDR_OK && check)
        status = qdr_schedule_check(&schedule, pattern,
                                    (kernel->flags & QDR_ONE_PORT) != 0,
                                    &report, error);
    if (status == QDR_OK) {
        printers[format](kernel, &schedule);
        /* A csv has nothing but rows on stdout. */
        if (check)
            print_report(kernel, &report,
                         printers[format] == print_csv ? stderr : stdout);
    }
    qdr_schedule_cleanup(&schedule);
    return status;
}

qdr_status qdr_command_schedule(int argc, char **argv, qdr_error *error)
{
    const char *algorithm = NULL, *path = NULL, *format_name = "text";
    int procs = 0, num_operands, format;
    int64_t bytes = 1, seed = 0;
    bool check = false;
    qdr_option options[] = {
        {"--algorithm", QDR_OPTION_STRING, &algorithm, 0, 0, 0},
        {"--pattern", QDR_OPTION_STRING, &path, 0, 0, 0},
        {"--procs", QDR_OPTION_INT, &procs, 1, QDR_MAX_PROCS, 0},
        {"--bytes", QDR_OPTION_INT64, &bytes, 0, 0x1p63, 0},
        {"--seed", QDR_OPTION_INT64, &seed, 0, 0x1p63, 0},
        {"--check", QDR_OPTION_FLAG, &check, 0, 0, 0},
        {"--format", QDR_OPTION_STRING, &format_name, 0, 0, 0},
        {0}};
    const qdr_kernel *kernel;
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_options_parse(options, argc, argv, 0, &num_operands, error);

    if (status != QDR_OK)
        return status;
    if (algorithm == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "--algorithm is needed");
    if (path == NULL && procs == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--pattern FILE or --procs P is needed");
    if (path != NULL && options[3].is_given)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--bytes goes with --procs; a pattern has its own");
    status =
        qdr_names_find("--format", format_name, 2, format_at, &format, error);
    if (status == QDR_OK)
        status = qdr_kernel_find(algorithm, &kernel, error);
    if (status == QDR_OK)
        status = make_pattern(path, procs, bytes, &pattern, error);
    if (status == QDR_OK)
        status = run(kernel, &pattern, (uint64_t)seed, check, format, error);
    qdr_pattern_cleanup(&pattern);
    return status;
}
