/* harness/cli/commands/command_schedule.c -- `quadrille schedule`: builds, and
 * proves, a schedule. */
#include <inttypes.h>
#include <stdio.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/options/algorithm_option.h"
#include "harness/cli/options/parameter_options.h"
#include "harness/cli/output/model_network.h"
#include "harness/cli/output/print_schedule.h"
#include "kernels/core/problem/problem.h"
#include "kernels/core/proof/schedule_check.h"
#include "kernels/kernel.h"
#include "kernels/last_words/last_words.h"
#include "workloads/matrix_file/pattern_file.h"

/* The user's request. */
typedef struct request {
    const qdr_options *options;
    const qdr_kernel *kernel;
    qdr_mode mode;
    qdr_values values;
    qdr_pattern pattern;       /* of an algorithm for messages */
    qdr_node_map nodes;        /* if given */
    qdr_model_network network; /* if named */
    qdr_problem problem;
} request;

/* The bytes that cross the borders of nodes. */
static qdr_status print_nodes(const request *from, FILE *out, qdr_error *error)
{
    const qdr_node_map *nodes = &from->nodes;
    qdr_traffic_summary summary;
    qdr_status status = QDR_OK;

    if (from->problem.nodes == NULL ||
        qdr_collective_has_vector(from->problem.collective))
        return QDR_OK;
    status = qdr_problem_summary(&from->problem, &summary, error);
    if (status == QDR_OK)
        fprintf(out,
                "nodes               %d, of %d to %d ranks\n"
                "leave a node, max   %" PRId64 " bytes\n"
                "enter a node, max   %" PRId64 " bytes\n",
                nodes->num_nodes, nodes->min_ranks, nodes->max_ranks,
                summary.max_node_sent_bytes, summary.max_node_received_bytes);
    return status;
}

static void print_report(const request *from, const qdr_schedule_report *report,
                         FILE *out)
{
    bool one_port = (from->kernel->flags & QDR_ONE_PORT) != 0;
    char mode[64];

    qdr_mode_print(&from->mode, mode, sizeof mode);
    fprintf(out, "check: every message delivered: yes\n");
    if (qdr_problem_is_ordered(&from->problem))
        fprintf(out, "check: combined in the order of ranks: yes\n");
    if (one_port)
        fprintf(out, "check: one send and one receive a round: yes\n");
    fprintf(out, "check: no rank waits for ever: yes, in mode %s\n", mode);
    fprintf(out, "rounds              %" PRId64 "\n", report->num_rounds);
    /* Forwarding is not bound by the degree, nor are ranks with many ports. */
    if (one_port && from->kernel->kind == QDR_DIRECT) {
        fprintf(out, "bound, max degree   %d\n", report->traffic.max_degree);
        fprintf(out, "bound, half duplex  %d\n", report->traffic.max_partners);
    }
    fprintf(out, "transfers           %" PRId64 "\n", report->num_messages);
    fprintf(out, "largest fan-in      %d\n", report->max_fan_in);
    fprintf(out, "bytes               %" PRId64 "\n", report->total_bytes);
    fprintf(out, "bytes of a round    %" PRId64 " to %" PRId64 "\n",
            report->min_round_bytes, report->max_round_bytes);
}

/* From the file; or the exchange that the algorithm is for. */
static qdr_status make_pattern(request *from, qdr_error *error)
{
    const char *path = qdr_options_text(from->options, "pattern");
    int procs = (int)qdr_options_integer(from->options, "procs");
    qdr_status status;

    if (path == NULL)
        return qdr_pattern_init_complete(
            &from->pattern, procs, qdr_options_integer(from->options, "bytes"),
            error);
    status = qdr_pattern_read(&from->pattern, path, error);
    if (status == QDR_OK && procs > 0 && procs != from->pattern.num_procs)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--procs: %d; accepted with %s: %d", procs, path,
                          from->pattern.num_procs);
    from->problem.num_procs = from->pattern.num_procs;
    return status;
}

/* Builds and, if requested, proves; prints only when both succeeded. */
static qdr_status build(const request *from, qdr_error *error)
{
    const qdr_kernel *kernel = from->kernel;
    bool is_checked = qdr_options_given(from->options, "check");
    bool is_csv =
        qdr_options_integer(from->options, "format") == QDR_FORMAT_CSV;
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_problem problem = from->problem;
    qdr_status status;

    problem.mode = &from->mode;
    qdr_last_words("quadrille schedule: %s, p = %d, %s", kernel->name,
                   problem.num_procs,
                   qdr_options_given(from->options, "pattern")
                       ? qdr_options_text(from->options, "pattern")
                   : qdr_collective_has_vector(problem.collective)
                       ? "a vector"
                       : "a complete exchange");
    status = qdr_kernel_build(kernel, &problem, &schedule, error);

    if (status == QDR_OK && is_checked)
        status = qdr_schedule_check(&schedule, &from->problem,
                                    (kernel->flags & QDR_ONE_PORT) != 0,
                                    &from->mode, &report, error);
    if (status == QDR_OK) {
        (is_csv ? qdr_print_schedule_csv : qdr_print_schedule_text)(kernel,
                                                                    &schedule);
        /* A csv has only rows on stdout. */
        if (is_checked) {
            print_report(from, &report, is_csv ? stderr : stdout);
            status = print_nodes(from, is_csv ? stderr : stdout, error);
        }
    }
    qdr_schedule_cleanup(&schedule);
    return status;
}

/* Options that another one, or the algorithm, leaves without a meaning. */
static qdr_status refuse_idle(const request *from, qdr_error *error)
{
    const qdr_options *options = from->options;
    bool has_vector = qdr_collective_has_vector(from->kernel->collective);
    bool has_file = qdr_options_given(options, "pattern");

    if (!qdr_kernel_has_schedule(from->kernel))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--algorithm: %s has no schedule; accepted: direct and "
                        "combining algorithms",
                        from->kernel->name);
    if (!has_file && !qdr_options_given(options, "procs"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--pattern FILE or --procs P is needed");
    if (has_file && has_vector)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--pattern: %s is an algorithm for %s; accepted: "
                        "--procs P [--bytes N] [--root R]",
                        from->kernel->name,
                        qdr_collective_string(from->kernel->collective));
    if (has_file && qdr_options_given(options, "bytes"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--bytes is given with --pattern, whose file has the "
                        "lengths; accepted: --bytes with --procs");
    if (qdr_options_given(options, "root") && !has_vector)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--root is given with %s, an algorithm for %s; "
                        "accepted: --root with algorithms for a vector",
                        from->kernel->name,
                        qdr_collective_string(from->kernel->collective));
    if (qdr_options_given(options, "nodes") &&
        (has_vector ? !from->kernel->is_for_levels
                    : !qdr_options_given(options, "check")))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--nodes is given with %s, an algorithm for %s, or "
                        "without --check; accepted: --nodes with algorithms "
                        "by node, or with --check and algorithms for messages",
                        from->kernel->name,
                        qdr_collective_string(from->kernel->collective));
    if (qdr_options_given(options, "ordered") &&
        !qdr_collective_combines(from->kernel->collective))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--ordered is given with %s, an algorithm for %s; "
                        "accepted: --ordered with algorithms that combine",
                        from->kernel->name,
                        qdr_collective_string(from->kernel->collective));
    if (qdr_options_given(options, "mode") &&
        !qdr_options_given(options, "check"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--mode is given without --check; accepted: both");
    return qdr_parameter_options_check(options, from->kernel->parameters, NULL,
                                       from->kernel->name, error);
}

static qdr_status choose_mode(request *from, qdr_error *error)
{
    const char *mode = qdr_options_text(from->options, "mode");

    from->mode = from->kernel->mode;
    return mode == NULL ? QDR_OK : qdr_mode_parse(mode, &from->mode, error);
}

static qdr_status read_nodes(request *from, qdr_error *error)
{
    const char *text = qdr_options_text(from->options, "nodes");
    qdr_error found = {""};
    qdr_status status;

    if (text == NULL)
        return QDR_OK;
    status =
        qdr_node_map_read(&from->nodes, from->problem.num_procs, text, &found);
    if (status != QDR_OK)
        return qdr_fail(error, status, "--%.4000s", found.text);
    from->problem.nodes = &from->nodes;
    return QDR_OK;
}

static qdr_status read_network(request *from, qdr_error *error)
{
    bool is_named;
    qdr_status status =
        qdr_named_network_read(&from->network, from->options,
                               from->problem.num_procs, &is_named, error);

    if (status == QDR_OK && is_named)
        from->problem.network = &from->network.is;
    return status;
}

static qdr_status make_problem(request *from, qdr_error *error)
{
    const qdr_options *options = from->options;
    qdr_problem *problem = &from->problem;

    *problem =
        (qdr_problem){.collective = from->kernel->collective,
                      .num_procs = (int)qdr_options_integer(options, "procs"),
                      .seed = (uint64_t)qdr_options_integer(options, "seed"),
                      .values = &from->values};
    if (!qdr_collective_has_vector(problem->collective)) {
        qdr_status status = make_pattern(from, error);
        problem->messages.pattern = &from->pattern;
        return status == QDR_OK ? read_nodes(from, error) : status;
    }
    problem->vector = (qdr_vector_problem){
        .root = (int)qdr_options_integer(options, "root"),
        .bytes = qdr_options_integer(options, "bytes"),
        .is_ordered = qdr_options_given(options, "ordered")};
    if (problem->vector.root >= problem->num_procs)
        return qdr_fail(error, QDR_ERROR_INPUT, "--root: %d; accepted: 0 to %d",
                        problem->vector.root, problem->num_procs - 1);
    return read_nodes(from, error);
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    request from = {.options = line->options};
    qdr_status status =
        qdr_algorithm_option(line->options, NULL, &from.kernel, error);

    if (status == QDR_OK)
        status = refuse_idle(&from, error);
    if (status == QDR_OK)
        status = choose_mode(&from, error);
    if (status == QDR_OK)
        status = qdr_parameter_options_values(
            line->options, from.kernel->parameters, &from.values, error);
    if (status == QDR_OK)
        status = make_problem(&from, error);
    if (status == QDR_OK)
        status = read_network(&from, error);
    if (status == QDR_OK)
        status = build(&from, error);
    qdr_pattern_cleanup(&from.pattern);
    qdr_node_map_cleanup(&from.nodes);
    return status;
}

static const qdr_option own_options[] = {
    {.is = {.name = "algorithm",
            .summary = "direct or combining, of `quadrille list`",
            .type = QDR_TEXT},
     .operand = "A",
     .is_needed = true},
    QDR_COLLECTIVE_OPTION,
    QDR_OPTION(FILE, "pattern", "FILE", NULL,
               "a matrix of messages, of any format"),
    QDR_OPTION(INTEGER, "procs", "P", NULL,
               "without a pattern: a complete exchange, or a vector, among so "
               "many ranks",
               .min = 1, .max = QDR_MAX_PROCS),
    QDR_OPTION(INTEGER, "bytes", "N", "1", "of a message, or of the vector",
               .unit = "bytes", .min = 0, .max = 0x1p62),
    QDR_OPTION(INTEGER, "root", "R", "0", "of a vector", .min = 0,
               .max = QDR_MAX_PROCS - 1),
    {.is = {.name = "ordered",
            .summary = "the operator does not commute: ranks are combined in "
                       "their order"}},
    QDR_OPTION(TEXT, "nodes", "MAP", NULL,
               "how many ranks each node has, as 16,14, or which ones, as "
               "0-15:16-29; of algorithms by node; with --check and messages: "
               "prints the bytes that leave and enter nodes"),
    QDR_OPTION(TEXT, "machine", "M", NULL,
               "whose network algorithms count with; else that of the file "
               "that QUADRILLE_NETWORK names; else today's clusters"),
    QDR_OPTION(INTEGER, "seed", "N", "0", "of a randomised algorithm", .min = 0,
               .max = 0x1p63),
    {.is = {.name = "check",
            .summary = "proves it, too: every byte delivered, no deadlock"}},
    QDR_OPTION(TEXT, "mode", "MODE", NULL,
               "that it is made for and proved in; else the algorithm's own"),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};

const qdr_cli_command qdr_command_schedule = {
    .name = "schedule",
    .summary = "builds, and proves, a schedule",
    .options = own_options,
    .parameters = QDR_OF_SCHEDULED,
    .run = run};
