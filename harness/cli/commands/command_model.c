/* harness/cli/commands/command_model.c -- `quadrille model`: the costs of
 * InterCom's hybrids [barnett1994, Sec. 6]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/output/model_algorithms.h"
#include "harness/cli/output/model_messages.h"
#include "harness/cli/output/model_network.h"
#include "kernels/building_blocks/choice.h"
#include "kernels/core/base/name_lookup.h"
#include "kernels/core/problem/problem.h"

/* The paper's names, which are accepted as well as MPI's. Messages, which it
 * does not have, are last. */
static const struct {
    const char *alias;
    qdr_collective collective;
} operations[] = {{"broadcast", QDR_BCAST},
                  {"scatter", QDR_SCATTER},
                  {"gather", QDR_GATHER},
                  {"collect", QDR_ALLGATHER},
                  {"combine-to-one", QDR_REDUCE},
                  {"combine-to-all", QDR_ALLREDUCE},
                  {"distributed-combine", QDR_REDUCE_SCATTER},
                  {"alltoallv", QDR_ALLTOALLV}};

enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

static const char *operation_name(int index)
{
    return qdr_collective_string(operations[index].collective);
}

static qdr_status find_operation(const char *name, qdr_collective *out_found,
                                 qdr_error *error)
{
    int index = 0;
    qdr_status status = QDR_OK;

    while (index < NUM_OPERATIONS && strcmp(name, operations[index].alias) != 0)
        index++;
    if (index == NUM_OPERATIONS)
        status = qdr_names_find("operation", NULL, name, NUM_OPERATIONS,
                                operation_name, &index, error);
    if (status == QDR_OK)
        *out_found = operations[index].collective;
    return status;
}

/* Only vectors have hybrids, and only messages a density. */
static qdr_status check_operation(qdr_collective collective,
                                  const qdr_options *options, qdr_error *error)
{
    bool has_vector = qdr_collective_has_vector(collective);

    if (has_vector && qdr_options_given(options, "density"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--density is not an option of %s; accepted: with "
                        "alltoallv",
                        qdr_collective_string(collective));
    if (!has_vector && !qdr_options_given(options, "algorithms"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "alltoallv has no hybrids; accepted: --algorithms "
                        "--bytes N, for the predictions of all algorithms");
    return QDR_OK;
}

/* The user's request. */
typedef struct request {
    const qdr_options *options;
    qdr_choice_input input;
    qdr_model_network network;
    bool is_csv;
} request;

/* One hybrid as a line of the table. */
static void print_hybrid(const request *from, const qdr_shape *shape,
                         const double *time_us)
{
    qdr_hybrid hybrid;
    qdr_model model;
    char text[3][256] = {""};
    FILE *to;

    qdr_hybrid_init(&hybrid, from->input.collective, shape);
    model = qdr_model_of(&hybrid, &from->network.is);
    for (int i = 0; i < 3; i++) {
        to = fmemopen(text[i], sizeof text[i], "w");
        if (to == NULL)
            return;
        if (i == 0)
            qdr_hybrid_print_mesh(&hybrid, to);
        else if (i == 1)
            qdr_hybrid_print_strategy(&hybrid, to);
        else
            qdr_rational_print(model.beta, to);
        fclose(to);
    }
    if (from->is_csv)
        printf("%s,%d,%s,%s,%lld,%s,",
               qdr_collective_string(from->input.collective), hybrid.num_procs,
               text[0], text[1], (long long)model.alpha, text[2]);
    else
        printf("%-20s %6d  %-14s %-16s %6lld  %-10s ",
               qdr_collective_string(from->input.collective), hybrid.num_procs,
               text[0], text[1], (long long)model.alpha, text[2]);
    qdr_rational_print(model.gamma, stdout);
    if (time_us != NULL && from->is_csv)
        printf(",%lld,%.3f", (long long)from->input.bytes, *time_us);
    else if (time_us != NULL)
        printf("  %.3f", *time_us);
    printf("\n");
}

static void print_header(const request *from, bool has_time)
{
    if (from->is_csv)
        printf("operation,procs,mesh,strategy,alpha,beta,gamma%s\n",
               has_time ? ",bytes,time_us" : "");
    else
        printf("network: of %s\n"
               "%-20s %6s  %-14s %-16s %6s  %-10s %s%s\n",
               from->network.name, "operation", "procs", "mesh", "strategy",
               "alpha", "beta", "gamma", has_time ? "  time_us" : "");
}

/* The requested one. */
static qdr_status print_one(const request *from, const char *mesh,
                            const char *strategy, qdr_error *error)
{
    qdr_shape shape = {.order = from->input.order,
                       .columns = qdr_choice_columns(&from->network.is,
                                                     from->input.num_procs)};
    qdr_status status =
        qdr_shape_read(&shape, from->input.collective, from->input.num_procs,
                       mesh, strategy, error);

    if (status == QDR_OK) {
        print_header(from, false);
        print_hybrid(from, &shape, NULL);
    }
    return status;
}

enum { MAX_LINES = 1000 };

/* The fastest, on a mesh or on any. */
static qdr_status print_ranking(const request *from, const char *mesh,
                                qdr_error *error)
{
    int room = (int)qdr_options_integer(from->options, "lines"), count;
    qdr_ranked *ranked = malloc((size_t)room * sizeof *ranked);
    qdr_shape given = {.order = from->input.order};
    qdr_status status = QDR_OK;

    if (ranked == NULL)
        return qdr_fail_memory(error, "a ranking");
    if (mesh != NULL)
        status = qdr_shape_read(&given, from->input.collective,
                                from->input.num_procs, mesh, NULL, error);
    else if (from->input.num_procs > QDR_MAX_RANKED_PROCS)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--procs: %d without --mesh; accepted: 1 to %d",
                          from->input.num_procs, QDR_MAX_RANKED_PROCS);
    if (status == QDR_OK) {
        count = qdr_rank_hybrids(&from->input, mesh == NULL ? NULL : &given,
                                 ranked, room);
        print_header(from, true);
        for (int i = 0; i < count; i++)
            print_hybrid(from, &ranked[i].shape, &ranked[i].time_us);
    }
    free(ranked);
    return status;
}

/* The predictions of algorithms. */
static qdr_status print_algorithms(const request *from, qdr_error *error)
{
    bool has_load = !qdr_collective_has_vector(from->input.collective);
    qdr_traffic_summary summary;
    qdr_status status =
        has_load ? qdr_model_summary(from->options, &from->network.is, &summary,
                                     error)
                 : QDR_OK;

    return status == QDR_OK
               ? qdr_model_rank_algorithms(&from->input,
                                           has_load ? &summary : NULL,
                                           &from->network, from->is_csv, error)
               : status;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    const char *mesh = qdr_options_text(options, "mesh");
    const char *strategy = qdr_options_text(options, "strategy");
    request from = {
        .options = options,
        .input = {.num_procs = (int)qdr_options_integer(options, "procs"),
                  .bytes = qdr_options_integer(options, "bytes"),
                  .order =
                      (qdr_order)qdr_options_integer(options, "traversal")},
        .is_csv = qdr_options_integer(options, "format") == QDR_FORMAT_CSV};
    qdr_status status =
        find_operation(line->num_operands > 0 ? line->operands[0] : "",
                       &from.input.collective, error);

    if (status == QDR_OK)
        status = check_operation(from.input.collective, options, error);
    if (status != QDR_OK)
        return status;
    if (strategy != NULL && mesh == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--strategy is given without --mesh; accepted: both, "
                        "such as --mesh 2x3x5 --strategy SSMCC");
    if (strategy != NULL && qdr_options_given(options, "bytes"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--bytes and --strategy are both given; accepted: "
                        "--bytes ranks all strategies, --strategy prints one");
    if (qdr_options_given(options, "algorithms") &&
        (mesh != NULL || qdr_options_given(options, "traversal") ||
         qdr_options_given(options, "lines") ||
         !qdr_options_given(options, "bytes")))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--algorithms without --bytes, or with --mesh, "
                        "--traversal or --lines; accepted: --algorithms "
                        "--bytes N, for the predictions of all algorithms");
    if (strategy == NULL && !qdr_options_given(options, "bytes"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--mesh and --strategy, or --bytes N to rank all, are "
                        "needed");
    status = qdr_model_network_read(&from.network, options,
                                    from.input.num_procs, error);
    if (status != QDR_OK)
        return status;
    from.input.network = &from.network.is;
    if (qdr_options_given(options, "algorithms"))
        return print_algorithms(&from, error);
    from.input.order = qdr_choice_order(from.input.order, from.input.collective,
                                        &from.network.is);
    return strategy != NULL ? print_one(&from, mesh, strategy, error)
                            : print_ranking(&from, mesh, error);
}

static const qdr_option own_options[] = {
    {.is = {.name = "procs",
            .summary = "processes",
            .type = QDR_INTEGER,
            .min = 1,
            .max = QDR_MAX_PROCS},
     .operand = "P",
     .is_needed = true},
    QDR_OPTION(
        TEXT, "mesh", "D1xD2...", NULL,
        "logical mesh, as 2x3x5; the first dimension is that of neighbours"),
    QDR_OPTION(
        TEXT, "strategy", "LETTERS", NULL,
        "what is done in each dimension, as SSMCC; without it all are ranked"),
    QDR_OPTION(WORD, "traversal", "WORD", "best",
               "which dimensions come first: near or far neighbours, rows and "
               "columns in turn, or what suits the network",
               .words = qdr_order_words),
    QDR_OPTION(
        INTEGER, "bytes", "N", "0",
        "total bytes of the vector, or those of a message, for a ranking",
        .unit = "bytes", .min = 0, .max = 0x1p40),
    QDR_OPTION(REAL, "density", "X", "1",
               "of alltoallv: share of the p (p - 1) pairs that have a message",
               .min = 0, .max = 1),
    {.is = {.name = "algorithms",
            .summary = "ranks all algorithms of the operation, and names the "
                       "one that auto takes"}},
    QDR_OPTION(TEXT, "machine", "M", NULL,
               "whose network counts; else that of the file that "
               "QUADRILLE_NETWORK names; else today's clusters"),
    QDR_OPTION(WORD, "topology", "WORD", "switched",
               "of today's clusters: switched, where no messages share links, "
               "or line, as in Table 2 of barnett1994",
               .words = qdr_network_topology_words),
    QDR_OPTION(INTEGER, "lines", "N", "20", "of a ranking, at most", .min = 1,
               .max = MAX_LINES),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};

const qdr_cli_command qdr_command_model = {
    .name = "model",
    .operands = "OPERATION",
    .max_operands = 1,
    .summary = "what a hybrid of InterCom costs, in exact fractions; which "
               "hybrid, or which algorithm, is the fastest",
    .options = own_options,
    .run = run};
