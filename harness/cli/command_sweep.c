/* harness/cli/command_sweep.c -- `quadrille sweep plan|run CONFIG`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "harness/sweep/sweep.h"
#include "kernels/core/names.h"

typedef struct arguments {
    const char *config;
    const char *machine;
    const char *results;
    const char *format;
    int jobs;
    bool restart;
} arguments;

static void print_plan_text(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    bool simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;

    printf("experiment        %s\n", e->name);
    printf("machine           %s (%s)\n", sweep->machine_name,
           sweep->machine->title);
    printf("results           %s\n", sweep->folder);
    printf("algorithms       ");
    for (unsigned i = 0; i < e->num_algorithms; i++)
        printf(" %s", qdr_kernel_at(e->algorithms[i])->name);
    printf("\nprocesses        ");
    for (unsigned i = 0; i < e->num_procs; i++)
        printf(" %d", e->procs[i]);
    printf("\ndensities        ");
    for (unsigned i = 0; i < e->num_densities; i++)
        printf(" %g", e->densities[i]);
    printf("\nmessage bytes    ");
    for (unsigned i = 0; i < e->num_bytes; i++)
        printf(" %" PRId64, e->bytes[i]);
    printf("\nmodes            ");
    for (unsigned i = 0; i < e->num_modes; i++)
        printf(" %s", e->modes[i]);
    printf("%s", e->num_modes == 0 ? " each algorithm's own" : "");
    printf("\nseeds             %" PRIu64 " to %" PRIu64 "\n", e->seeds.first,
           e->seeds.first + e->seeds.count - 1);
    printf("samples a cell    %d%s\n", simulated ? 1 : e->measuring.repetitions,
           simulated ? " (every repetition is the same)" : "");
    printf("cells             %" PRId64 "\n", qdr_experiment_num_cells(e));
    printf("launches          %" PRId64 "\n", qdr_experiment_num_launches(e));
}

static void print_plan_csv(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;

    printf(
        "launch,cell,algorithm,workload,procs,density,message_bytes,seed,mode"
        "\n");
    for (int64_t l = 0; l < qdr_experiment_num_launches(e); l++) {
        qdr_launch launch = qdr_experiment_launch(e, l);
        for (int64_t c = 0; c < launch.num_cells; c++) {
            qdr_cell cell = qdr_experiment_cell(e, launch.first_cell + c);
            char mode[64];
            qdr_mode_print(&cell.mode, mode, sizeof mode);
            printf("%" PRId64 ",%" PRId64 ",%s,%s,%d,%g,%" PRId64 ",%" PRIu64
                   ",%s\n",
                   l, cell.number, cell.kernel->name, cell.workload->name,
                   cell.params.procs, cell.params.density, cell.params.bytes,
                   cell.params.seed, mode);
        }
    }
}

static const char *const format_names[] = {"text", "csv"};

static const char *format_at(int index)
{
    return format_names[index];
}

static qdr_status plan(const qdr_sweep *sweep, const arguments *from,
                       qdr_error *error)
{
    int format;
    qdr_status status =
        qdr_names_find("--format", from->format, 2, format_at, &format, error);

    if (status == QDR_OK && format == 0)
        print_plan_text(sweep);
    else if (status == QDR_OK)
        print_plan_csv(sweep);
    return status;
}

static qdr_status run(const qdr_sweep *sweep, const arguments *from,
                      qdr_error *error)
{
    qdr_sweep_count count;
    qdr_status status =
        qdr_sweep_run(sweep, from->jobs, from->restart, &count, error);

    if (status != QDR_OK)
        return status;
    printf("%s on %s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing; %s\n",
           sweep->experiment->name, sweep->machine_name, count.valid,
           count.invalid, count.missing, sweep->folder);
    return count.invalid + count.missing == 0 ? QDR_OK : QDR_ERROR_CHECK;
}

static const struct {
    const char *name;
    qdr_status (*run)(const qdr_sweep *, const arguments *, qdr_error *);
} actions[] = {{"plan", plan}, {"run", run}};

static const char *action_at(int index)
{
    return actions[index].name;
}

qdr_status qdr_command_sweep(int argc, char **argv, qdr_error *error)
{
    arguments from = {.machine = "local", .format = "text"};
    qdr_option options[] = {
        {"--machine", QDR_OPTION_STRING, &from.machine, 0, 0, 0},
        {"--results", QDR_OPTION_STRING, &from.results, 0, 0, 0},
        {"--jobs", QDR_OPTION_INT, &from.jobs, 1, 64, 0},
        {"--restart", QDR_OPTION_FLAG, &from.restart, 0, 0, 0},
        {"--format", QDR_OPTION_STRING, &from.format, 0, 0, 0},
        {0}};
    qdr_sweep sweep = {0};
    int num_operands, action;
    qdr_status status =
        qdr_options_parse(options, argc, argv, 2, &num_operands, error);

    if (status != QDR_OK)
        return status;
    if (num_operands < 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "usage: quadrille sweep plan|run CONFIG "
                        "[--machine M]");
    status = qdr_names_find("action", argv[1], sizeof actions / sizeof *actions,
                            action_at, &action, error);
    if (status == QDR_OK)
        status =
            qdr_sweep_load(&sweep, argv[2], from.machine, from.results, error);
    if (status == QDR_OK)
        status = actions[action].run(&sweep, &from, error);
    qdr_sweep_cleanup(&sweep);
    return status;
}
