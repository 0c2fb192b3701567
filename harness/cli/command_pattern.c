/* harness/cli/command_pattern.c -- `quadrille pattern`: matrices of traffic. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "kernels/core/names.h"
#include "kernels/core/pattern_file.h"
#include "workloads/workload.h"

static qdr_status print_stats(const char *path, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    qdr_status status = qdr_pattern_read(&pattern, path, error);

    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&pattern, &stats, error);
    if (status == QDR_OK) {
        double num_messages = (double)stats.num_messages;
        printf("processes                %d\n", pattern.num_procs);
        printf("messages                 %" PRId64 "\n", stats.num_messages);
        printf("local copies             %" PRId64 "\n",
               pattern.num_messages - stats.num_messages);
        printf("density                  %.4f\n", stats.density);
        printf("messages sent by a rank  %d to %d, mean %.2f\n", stats.min_out,
               stats.max_out, num_messages / pattern.num_procs);
        printf("most received by a rank  %d\n", stats.max_in);
        printf("most partners of a rank  %d\n", stats.max_partners);
        printf("bytes of a message       %" PRId64 " to %" PRId64
               ", mean %.2f\n",
               stats.min_bytes, stats.max_bytes,
               stats.num_messages > 0 ? (double)stats.total_bytes / num_messages
                                      : 0.0);
        printf("bytes in all             %" PRId64 "\n", stats.total_bytes);
    }
    qdr_pattern_cleanup(&pattern);
    return status;
}

static const char *format_at(int index)
{
    return qdr_pattern_format_names[index];
}

/* Every parameter of the workload is needed, and no other is accepted; the
 * first options of qdr_command_pattern are those of `parameters`, in order. */
static qdr_status check_given(const qdr_workload *workload,
                              const qdr_option *options, qdr_error *error)
{
    static const unsigned parameters[] = {
        0,
        0,
        QDR_USES_DENSITY,
        QDR_USES_SEED,
        QDR_USES_ROOT,
        QDR_USES_PATH,
        QDR_USES_DEGREE,
        QDR_USES_BOUNDED,
        QDR_USES_BOUNDED,
        QDR_USES_BOUNDED,
    };

    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        bool is_used = (workload->uses & parameters[i]) == parameters[i];
        if (is_used && !options[i].is_given)
            return qdr_fail(error, QDR_ERROR_INPUT, "%s is needed",
                            options[i].name);
        if (!is_used && options[i].is_given)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s is not a parameter of %s", options[i].name,
                            workload->name);
    }
    return QDR_OK;
}

qdr_status qdr_command_pattern(int argc, char **argv, qdr_error *error)
{
    qdr_workload_params params = {0};
    const char *workload_name = NULL, *stats_path = NULL, *format = "matrix";
    int64_t seed = 0;
    qdr_option options[] = {
        {"--procs", QDR_OPTION_INT, &params.procs, 1, QDR_MAX_PROCS, 0},
        {"--bytes", QDR_OPTION_INT64, &params.bytes, 0, 0x1p63, 0},
        {"--density", QDR_OPTION_REAL, &params.density, 0, 1, 0},
        {"--seed", QDR_OPTION_INT64, &seed, 0, 0x1p63, 0},
        {"--root", QDR_OPTION_INT, &params.root, 0, QDR_MAX_PROCS - 1, 0},
        {"--file", QDR_OPTION_STRING, &params.path, 0, 0, 0},
        {"--degree", QDR_OPTION_INT, &params.degree, 0, QDR_MAX_PROCS - 1, 0},
        {"--fan-out", QDR_OPTION_INT, &params.fan_out, 2, QDR_MAX_PROCS, 0},
        {"--non-uniformity", QDR_OPTION_FRACTION, &params.non_uniformity, 0, 1,
         0},
        {"--traffic", QDR_OPTION_INT64, &params.traffic, 0, 0x1p63, 0},
        {"--workload", QDR_OPTION_STRING, &workload_name, 0, 0, 0},
        {"--format", QDR_OPTION_STRING, &format, 0, 0, 0},
        {"--stats", QDR_OPTION_STRING, &stats_path, 0, 0, 0},
        {0}};
    const qdr_workload *workload;
    qdr_pattern pattern = {0};
    int num_operands, format_index, num_formats = 0;
    qdr_status status =
        qdr_options_parse(options, argc, argv, 0, &num_operands, error);

    if (status != QDR_OK)
        return status;
    if (stats_path != NULL)
        return print_stats(stats_path, error);
    if (workload_name == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--workload or --stats FILE is needed");
    while (qdr_pattern_format_names[num_formats] != NULL)
        num_formats++;
    params.seed = (uint64_t)seed;
    status = qdr_names_find("--format", format, num_formats, format_at,
                            &format_index, error);
    if (status == QDR_OK)
        status = qdr_workload_find(workload_name, &workload, error);
    if (status == QDR_OK)
        status = check_given(workload, options, error);
    if (status == QDR_OK)
        status = workload->generate(&params, &pattern, error);
    if (status == QDR_OK)
        status = qdr_pattern_write(&pattern, format, stdout, error);
    qdr_pattern_cleanup(&pattern);
    return status;
}
