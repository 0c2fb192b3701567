/* harness/cli/output/sweep_plan.c -- see sweep_plan.h. */
#include "harness/cli/output/sweep_plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/cli/output/shared_cores.h"
#include "harness/experiment/cell_csv.h"
#include "harness/experiment/factors.h"
#include "harness/slurm/sbatch.h"
#include "harness/sweep/loading/traffic_check.h"
#include "harness/sweep/progress/estimate.h"

/* About how long, and how much of a cluster. */
static void print_estimate(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    const qdr_slurm *slurm = sweep->machine->slurm;
    int64_t per_replicate = qdr_experiment_num_launches(e) / e->launches;
    double seconds = 0;

    for (int64_t l = 0; l < per_replicate; l++) {
        qdr_launch launch = qdr_experiment_launch(e, l);
        seconds += qdr_estimate_launch_s(sweep, &launch) * e->launches;
    }
    printf("estimated time    %.3g minutes, launches one after another\n",
           seconds / 60);
    if (slurm != NULL)
        printf("node-hours        %.3g\n", seconds / 3600 * slurm->nodes);
}

/* Where the jobs will be queued, by whose word. */
static void print_allotments(const qdr_sweep *sweep)
{
    qdr_allotment allotments[QDR_NUM_ALLOTMENTS];

    if (sweep->machine->slurm == NULL)
        return;
    qdr_sbatch_allotments(sweep->machine->slurm, allotments);
    for (int i = 0; i < QDR_NUM_ALLOTMENTS; i++)
        if (allotments[i].value != NULL)
            printf("%-17s %s%s%s\n", allotments[i].name, allotments[i].value,
                   allotments[i].is_inherited ? ", from " : "",
                   allotments[i].is_inherited ? allotments[i].variable : "");
}

/* One line per process layout; all its launches are alike. */
static void print_layouts(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    int num_layouts = qdr_experiment_num_layouts(e);
    int64_t per_layout =
        qdr_experiment_num_launches(e) / num_layouts / e->launches;
    int64_t first = 0;

    printf("\nprocesses  nodes  tasks/node  mapping  binding  launches     "
           "cells   estimate\n");
    for (int i = 0; i < num_layouts; i++, first += per_layout) {
        qdr_process_layout layout = qdr_experiment_layout(e, i);
        int64_t num_cells = 0;
        double seconds = 0;
        for (int64_t l = first; l < first + per_layout; l++) {
            qdr_launch launch = qdr_experiment_launch(e, l);
            num_cells += launch.num_cells;
            seconds += qdr_estimate_launch_s(sweep, &launch);
        }
        printf("%9d  %5.0d  %10.0d  %-7s  %-7s  %8" PRId64 "  %8" PRId64
               "  %7.3g s\n",
               layout.procs, layout.nodes, layout.tasks_per_node,
               qdr_mapping_string(layout.mapping),
               qdr_binding_string(layout.binding), per_layout * e->launches,
               num_cells * e->launches, seconds * e->launches);
    }
}

/* The parameters that are given, and those that are not. */
static void print_factors(const qdr_experiment *e)
{
    char *assumed = NULL;
    size_t length;
    FILE *to = open_memstream(&assumed, &length);

    for (int f = 0; f < e->num_factors; f++) {
        const qdr_factor *factor = &e->factors[f];
        printf("%-17s", factor->key);
        for (unsigned i = 0; i < factor->num_values; i++)
            printf(" %s", factor->values[i]);
        printf("\n");
    }
    if (to == NULL)
        return;
    qdr_factors_print_assumed(e, to);
    fclose(to);
    if (length > 0)
        printf("assumed           %s\n", assumed);
    free(assumed);
}

static void print_rows(const qdr_experiment *e)
{
    printf("workload          %s\nalgorithms       ",
           qdr_workload_at(e->workload)->name);
    for (unsigned i = 0; i < e->num_algorithms; i++)
        printf(" %s", qdr_kernel_at(e->algorithms[i])->name);
    printf("\nmodes            ");
    for (unsigned i = 0; i < e->num_modes; i++)
        printf(" %s", e->modes[i]);
    printf("%s\n", e->num_modes == 0 ? " each algorithm's own"
                                     : ", of those with a schedule");
}

/* With n independent observations in pairs the min p is 2 / 2^n, which Holm
 * divides by the number of comparisons; an interval alone is one comparison. */
static int observations_for(double comparisons)
{
    return (int)ceil(log2(2 * comparisons / 0.05));
}

/* So many decide only where all agree. Use more, from and to so many more:
 * docs/measuring.md. */
enum { MORE_FROM = 4, MORE_TO = 9 };

/* The comparisons that it allows. An observation is a launch (one mpirun),
 * because its samples are more alike than those of different launches; on a
 * simulated machine it is a pattern. */
static void print_observations(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    bool is_seeded = qdr_workload_at(e->workload)->is_seeded;
    int64_t num_variants = qdr_experiment_num_variants(e);
    int64_t num_cases = qdr_experiment_num_cells(e) / e->launches /
                        num_variants / (is_seeded ? (int)e->seeds.count : 1);
    double comparisons = (double)(num_cases * (num_variants - 1));
    int min_observations = observations_for(comparisons);

    if (!is_simulated)
        printf("launches a cell   %d; an interval needs %d\n", e->launches,
               observations_for(1));
    if (num_variants > 1 && (!is_simulated || is_seeded))
        printf("comparisons       %.0f with a baseline; use %d to %d %s (%d "
               "decide only if all agree)\n",
               comparisons, min_observations + MORE_FROM,
               min_observations + MORE_TO, is_simulated ? "seeds" : "launches",
               min_observations);
}

void qdr_sweep_plan_text(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    bool simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    int64_t num_empty = qdr_traffic_count_empty(sweep);

    printf("experiment        %s\n", e->name);
    printf("machine           %s (%s)\n", sweep->machine_name,
           sweep->machine->title);
    printf("results           %s\n", sweep->folder);
    print_rows(e);
    print_factors(e);
    printf("seeds             %" PRIu64 " to %" PRIu64 "\n", e->seeds.first,
           e->seeds.first + e->seeds.count - 1);
    printf("samples a cell    %d%s\n", simulated ? 1 : e->measuring.repetitions,
           simulated ? " (every repetition is the same)" : "");
    printf("cells             %" PRId64 "\n", qdr_experiment_num_cells(e));
    if (num_empty > 0)
        printf("empty exchanges   %" PRId64 " of these cells\n", num_empty);
    print_observations(sweep);
    printf("launches          %" PRId64 "\n", qdr_experiment_num_launches(e));
    print_estimate(sweep);
    print_allotments(sweep);
    print_layouts(sweep);
    printf("\n");
    qdr_shared_cores_print(sweep, stdout);
    printf("--format csv lists every cell.\n");
}

void qdr_sweep_plan_csv(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;

    printf("launch,cell," QDR_CELL_COLUMNS ",launch_estimate_s\n");
    for (int64_t l = 0; l < qdr_experiment_num_launches(e); l++) {
        qdr_launch launch = qdr_experiment_launch(e, l);
        double estimate_s = qdr_estimate_launch_s(sweep, &launch);
        for (int64_t c = 0; c < launch.num_cells; c++) {
            qdr_cell cell =
                qdr_experiment_cell(e, qdr_launch_cell(e, &launch, c));
            printf("%" PRId64 ",%" PRId64 ",", l, cell.number);
            qdr_cell_csv_print(e, &cell, stdout);
            printf(",%.3g\n", estimate_s);
        }
    }
}
