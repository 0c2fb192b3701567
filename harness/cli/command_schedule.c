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

/* What the user asked for. */
typedef struct request {
    const qdr_kernel *kernel;
    const char *path; /* of a pattern, or NULL */
    int procs, root;
    int64_t bytes, seed;
    double cutoff;
    qdr_mode mode;
    bool check;
    int format;
} request;

static void print_report(const request *from, const qdr_schedule_report *report,
                         FILE *out)
{
    bool one_port = (from->kernel->flags & QDR_ONE_PORT) != 0;
    char mode[64];

    qdr_mode_print(&from->mode, mode, sizeof mode);
    fprintf(out, "check: every message delivered: yes\n");
    if (one_port)
        fprintf(out, "check: one send and one receive a round: yes\n");
    fprintf(out, "check: no rank waits for ever: yes, in mode %s\n", mode);
    fprintf(out, "rounds              %" PRId64 "\n", report->num_rounds);
    /* Forwarding is not bound by the degree, nor are ranks with many ports. */
    if (one_port && from->kernel->kind == QDR_DIRECT) {
        fprintf(out, "bound, max degree   %d\n", report->pattern.max_degree);
        fprintf(out, "bound, half duplex  %d\n", report->pattern.max_partners);
    }
    fprintf(out, "transfers           %" PRId64 "\n", report->num_transfers);
    fprintf(out, "largest fan-in      %d\n", report->max_fan_in);
    fprintf(out, "bytes               %" PRId64 "\n", report->total_bytes);
    fprintf(out, "bytes of a round    %" PRId64 " to %" PRId64 "\n",
            report->min_round_bytes, report->max_round_bytes);
}

/* From the file; or the exchange, or broadcast, that the algorithm is for. */
static qdr_status make_pattern(const request *from, qdr_pattern *pattern,
                               qdr_error *error)
{
    const char *path = from->path;
    int procs = from->procs;
    qdr_status status;

    if (path == NULL && (from->kernel->flags & QDR_ROOTED) != 0)
        return qdr_pattern_init_broadcast(pattern, procs, from->root,
                                          from->bytes, error);
    if (path == NULL)
        return qdr_pattern_init_complete(pattern, procs, from->bytes, error);
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
static qdr_status run(const request *from, const qdr_pattern *pattern,
                      qdr_error *error)
{
    const qdr_kernel *kernel = from->kernel;
    const qdr_problem problem = {.pattern = pattern,
                                 .seed = (uint64_t)from->seed,
                                 .cutoff = from->cutoff};
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_status status = qdr_kernel_build(kernel, &problem, &schedule, error);

    if (status == QDR_OK && from->check)
        status = qdr_schedule_check(&schedule, pattern,
                                    (kernel->flags & QDR_ONE_PORT) != 0,
                                    &from->mode, &report, error);
    if (status == QDR_OK) {
        printers[from->format](kernel, &schedule);
        /* A csv has nothing but rows on stdout. */
        if (from->check)
            print_report(from, &report,
                         printers[from->format] == print_csv ? stderr : stdout);
    }
    qdr_schedule_cleanup(&schedule);
    return status;
}

/* The later one would win without a word. */
static qdr_status refuse_repeated(int argc, char **argv, qdr_error *error)
{
    for (int i = 1; i < argc; i++)
        for (int j = i + 1; j < argc; j++)
            if (strncmp(argv[i], "--", 2) == 0 && strcmp(argv[i], argv[j]) == 0)
                return qdr_fail(error, QDR_ERROR_INPUT,
                                "%.40s is given twice; accepted: once",
                                argv[i]);
    return QDR_OK;
}

/* Options that another one, or the algorithm, leaves without a meaning. */
static qdr_status refuse_idle(const request *from, const char *mode,
                              const qdr_option *bytes, const qdr_option *root,
                              const qdr_option *cutoff, qdr_error *error)
{
    bool is_rooted = (from->kernel->flags & QDR_ROOTED) != 0;

    if (from->path != NULL && bytes->is_given)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--bytes goes with --procs; a pattern has its own");
    if (root->is_given && (from->path != NULL || !is_rooted))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--root goes with --procs and an algorithm for bcast");
    if (cutoff->is_given && strcmp(from->kernel->name, "rs_nh") != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--cutoff goes with rs_nh; %s has none",
                        from->kernel->name);
    if (mode != NULL && !from->check)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--mode goes with --check; it does not change the "
                        "schedule");
    return QDR_OK;
}

qdr_status qdr_command_schedule(int argc, char **argv, qdr_error *error)
{
    const char *algorithm = NULL, *format_name = "text", *mode = NULL;
    int num_operands;
    request from = {.bytes = 1};
    enum { BYTES = 3, ROOT = 4, CUTOFF = 6 };
    qdr_option options[] = {
        {"--algorithm", QDR_OPTION_STRING, &algorithm, 0, 0, 0},
        {"--pattern", QDR_OPTION_STRING, &from.path, 0, 0, 0},
        {"--procs", QDR_OPTION_INT, &from.procs, 1, QDR_MAX_PROCS, 0},
        {"--bytes", QDR_OPTION_INT64, &from.bytes, 0, 0x1p63, 0},
        {"--root", QDR_OPTION_INT, &from.root, 0, QDR_MAX_PROCS - 1, 0},
        {"--seed", QDR_OPTION_INT64, &from.seed, 0, 0x1p63, 0},
        {"--cutoff", QDR_OPTION_REAL, &from.cutoff, 1, 1e9, 0},
        {"--mode", QDR_OPTION_STRING, &mode, 0, 0, 0},
        {"--check", QDR_OPTION_FLAG, &from.check, 0, 0, 0},
        {"--format", QDR_OPTION_STRING, &format_name, 0, 0, 0},
        {0}};
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_options_parse(options, argc, argv, 0, &num_operands, error);

    if (status == QDR_OK)
        status = refuse_repeated(argc, argv, error);
    if (status != QDR_OK)
        return status;
    if (algorithm == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "--algorithm is needed");
    if (from.path == NULL && from.procs == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--pattern FILE or --procs P is needed");
    status = qdr_names_find("--format", format_name, 2, format_at, &from.format,
                            error);
    if (status == QDR_OK)
        status = qdr_kernel_find(algorithm, &from.kernel, error);
    if (status == QDR_OK)
        status = refuse_idle(&from, mode, &options[BYTES], &options[ROOT],
                             &options[CUTOFF], error);
    if (status == QDR_OK) {
        from.mode = from.kernel->mode;
        if (mode != NULL)
            status = qdr_mode_parse(mode, &from.mode, error);
    }
    if (status == QDR_OK)
        status = make_pattern(&from, &pattern, error);
    if (status == QDR_OK)
        status = run(&from, &pattern, error);
    qdr_pattern_cleanup(&pattern);
    return status;
}
