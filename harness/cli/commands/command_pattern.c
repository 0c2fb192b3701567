/* harness/cli/commands/command_pattern.c -- `quadrille pattern`: communication
 * matrices.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/options/output_path.h"
#include "harness/cli/options/parameter_options.h"
#include "harness/cli/output/pattern_figure.h"
#include "workloads/matrix_file/pattern_file.h"
#include "workloads/workload.h"

static void print_stats(const qdr_pattern *pattern,
                        const qdr_pattern_stats *stats)
{
    double num_messages = (double)stats->num_messages;

    printf("processes                %d\n", pattern->num_procs);
    printf("messages                 %" PRId64 "\n", stats->num_messages);
    printf("local copies             %" PRId64 "\n",
           pattern->num_messages - stats->num_messages);
    printf("density                  %.4f\n", stats->density);
    printf("messages sent by a rank  %d to %d, mean %.2f\n", stats->min_out,
           stats->max_out, num_messages / pattern->num_procs);
    printf("most received by a rank  %d\n", stats->max_in);
    printf("most partners of a rank  %d\n", stats->max_partners);
    printf("bytes of a message       %" PRId64 " to %" PRId64 ", mean %.2f\n",
           stats->min_bytes, stats->max_bytes,
           stats->num_messages > 0 ? (double)stats->total_bytes / num_messages
                                   : 0.0);
    printf("bytes in all             %" PRId64 "\n", stats->total_bytes);
}

/* The name of a file without its folder. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

/* Counts the file at `path`, and draws it if there is a figure to draw. */
static qdr_status count(const char *path, const char *figure, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    qdr_status status = qdr_pattern_read(&pattern, path, error);

    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&pattern, &stats, error);
    if (status == QDR_OK && figure != NULL)
        status = qdr_pattern_draw(&pattern, last_name(path), figure, error);
    if (status == QDR_OK)
        print_stats(&pattern, &stats);
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* Nothing is given in vain. */
static qdr_status check_given(const qdr_workload *workload,
                              const qdr_options *options, qdr_error *error)
{
    if (!qdr_options_given(options, "procs"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--procs P is needed: number of ranks");
    if (!workload->is_seeded && qdr_options_given(options, "seed"))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "--seed is not a parameter of %s; accepted: without --seed",
            workload->name);
    return qdr_parameter_options_check(options, workload->parameters, NULL,
                                       workload->name, error);
}

/* A vector as the messages that a root would send. */
static qdr_status make_pattern(qdr_traffic *traffic, qdr_error *error)
{
    if (!traffic->has_vector)
        return QDR_OK;
    return qdr_pattern_init_broadcast(&traffic->pattern, traffic->num_procs,
                                      traffic->root, traffic->bytes, error);
}

static qdr_status write(const qdr_workload *workload,
                        const qdr_options *options, qdr_error *error)
{
    const qdr_partitioner partitioner = qdr_partitioner_computing(NULL);
    const char *figure = qdr_options_text(options, "figure");
    qdr_values values;
    const qdr_workload_input input = {
        .procs = (int)qdr_options_integer(options, "procs"),
        .seed = (uint64_t)qdr_options_integer(options, "seed"),
        .values = &values,
        .partitioner = &partitioner};
    qdr_traffic traffic = {0};
    qdr_status status = qdr_parameter_options_values(
        options, workload->parameters, &values, error);

    if (status == QDR_OK)
        status = qdr_workload_generate(workload, &input, &traffic, error);
    if (status == QDR_OK)
        status = make_pattern(&traffic, error);
    if (status == QDR_OK && figure != NULL)
        status =
            qdr_pattern_draw(&traffic.pattern, workload->name, figure, error);
    else if (status == QDR_OK)
        status = qdr_pattern_write(&traffic.pattern,
                                   qdr_options_text(options, "format"), stdout,
                                   error);
    qdr_traffic_cleanup(&traffic);
    return status;
}

/* A figure takes the place of the matrix. */
static qdr_status check_figure(const qdr_options *options, const char *figure,
                               qdr_error *error)
{
    if (figure == NULL)
        return QDR_OK;
    if (qdr_options_given(options, "format"))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "--format and --figure are both given; accepted: one of them");
    return qdr_output_check("--figure", ".svg", figure, error);
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    const char *stats = qdr_options_text(options, "stats");
    const char *name = qdr_options_text(options, "workload");
    const char *figure = qdr_options_text(options, "figure");
    const qdr_workload *workload;
    qdr_status status = check_figure(options, figure, error);

    if (status != QDR_OK)
        return status;
    if (stats != NULL)
        return count(stats, figure, error);
    if (name == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--workload or --stats FILE is needed");
    status = qdr_workload_find(name, &workload, error);
    if (status == QDR_OK)
        status = check_given(workload, options, error);
    return status == QDR_OK ? write(workload, options, error) : status;
}

static const qdr_option own_options[] = {
    QDR_OPTION(TEXT, "workload", "W", NULL, "whose traffic"),
    QDR_OPTION(INTEGER, "procs", "P", NULL, "ranks", .min = 1,
               .max = QDR_MAX_PROCS),
    QDR_OPTION(INTEGER, "seed", "N", "1", "of random traffic", .min = 0,
               .max = 0x1p63),
    QDR_OPTION(WORD, "format", "WORD", "matrix",
               "a plain matrix, Matrix Market, or a line a message",
               .words = qdr_pattern_format_names),
    QDR_OPTION(FILE, "stats", "FILE", NULL,
               "instead of writing a matrix, counts one"),
    QDR_OPTION(FILE, "figure", "FILE", NULL,
               "draws it there, as SVG, instead of writing it"),
    {.is = {0}}};

const qdr_cli_command qdr_command_pattern = {
    .name = "pattern",
    .summary = "writes, counts or draws a communication matrix",
    .options = own_options,
    .parameters = QDR_OF_WORKLOADS,
    .run = run};
