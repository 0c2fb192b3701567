/* harness/cli/commands/command_bench_auto.c -- `quadrille bench auto`: the time
 * in which `auto` chooses an algorithm. */
#include <stdio.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/output/median_time.h"
#include "kernels/choice_cache.h"
#include "kernels/core/problem/problem_summary.h"

enum { NUM_CHOICES = 101 };
static const int procs[] = {64, 509, 512, 16384};
static const int64_t lengths[] = {8, 65536, 16777216};
enum {
    NUM_PROCS = sizeof procs / sizeof *procs,
    NUM_LENGTHS = sizeof lengths / sizeof *lengths
};

/* qdr_kernel_choose, or qdr_choice_find, which remembers. */
typedef qdr_status chooser(const qdr_kernel *kernel, const qdr_problem *problem,
                           const qdr_mode *mode, qdr_chosen *out_chosen,
                           qdr_error *error);

/* The median of NUM_CHOICES. */
static qdr_status measure(chooser *choose, const qdr_kernel *kernel,
                          const qdr_problem *problem, qdr_chosen *out_chosen,
                          double *out_us, qdr_error *error)
{
    double took_us[NUM_CHOICES];
    qdr_status status = QDR_OK;

    for (int i = 0; i < NUM_CHOICES && status == QDR_OK; i++) {
        double begin_us = qdr_now_us();
        status = choose(kernel, problem, NULL, out_chosen, error);
        took_us[i] = qdr_now_us() - begin_us;
    }
    if (status == QDR_OK)
        *out_us = qdr_median_time(took_us, NUM_CHOICES);
    return status;
}

static qdr_status print_one(const qdr_kernel *kernel, int p, int64_t bytes,
                            bool is_csv, qdr_error *error)
{
    const qdr_traffic_summary summary =
        qdr_traffic_summary_complete(NULL, p, bytes);
    qdr_problem problem = {.collective = kernel->collective, .num_procs = p};
    qdr_chosen chosen;
    double us = 0, again_us = 0;
    qdr_status status;

    if (qdr_collective_has_vector(kernel->collective))
        problem.vector.bytes = bytes;
    else
        problem.messages.summary = &summary;
    status = measure(qdr_kernel_choose, kernel, &problem, &chosen, &us, error);
    if (status == QDR_OK)
        status = measure(qdr_choice_find, kernel, &problem, &chosen, &again_us,
                         error);
    if (status == QDR_OK)
        printf(is_csv ? "%s,%d,%lld,%s,%.2f,%.2f\n"
                      : "%-20s %6d %10lld  %-22s %9.2f %9.2f\n",
               kernel->name, p, (long long)bytes, chosen.kernel->name, us,
               again_us);
    return status;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    bool is_csv =
        qdr_options_integer(line->options, "format") == QDR_FORMAT_CSV;
    qdr_status status = QDR_OK;

    printf(is_csv ? "%s,%s,%s,%s,%s,%s\n" : "%-20s %6s %10s  %-22s %9s %9s\n",
           "algorithm", "procs", "bytes", "chosen", "choice_us", "again_us");
    for (int k = 0; k < qdr_kernel_count(); k++)
        for (int i = 0; i < NUM_PROCS * NUM_LENGTHS; i++)
            if (qdr_kernel_at(k)->candidates != NULL && status == QDR_OK)
                status = print_one(qdr_kernel_at(k), procs[i / NUM_LENGTHS],
                                   lengths[i % NUM_LENGTHS], is_csv, error);
    return status;
}

static const qdr_option own_options[] = {
    QDR_FORMAT_OPTION(qdr_format_words, "text"), {.is = {0}}};

const qdr_cli_command qdr_command_bench_auto = {
    .name = "bench auto",
    .summary = "the time in which auto chooses an algorithm",
    .options = own_options,
    .run = run};
