/* harness/cli/sweep_plan.c -- see sweep_plan.h. */
#include "harness/cli/sweep_plan.h"

#include <inttypes.h>
#include <stdio.h>

#include "harness/experiment/cell_csv.h"
#include "harness/sweep/estimate.h"

/* About how long, and how much of a cluster. */
static void print_estimate(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    const qdr_slurm *slurm = sweep->machine->slurm;
    double seconds = 0;

    for (int64_t l = 0; l < qdr_experiment_num_launches(e); l++) {
        qdr_launch launch = qdr_experiment_launch(e, l);
        seconds += qdr_estimate_launch_s(sweep, &launch);
    }
    printf("estimated time    %.3g minutes, launches one after another\n",
           seconds / 60);
    if (slurm != NULL)
        printf("node-hours        %.3g\n", seconds / 3600 * slurm->nodes);
}

/* A row a shape, of which all launches are alike. */
static void print_shapes(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;
    int num_shapes = qdr_experiment_num_shapes(e);
    int64_t per_shape = qdr_experiment_num_launches(e) / num_shapes;
    int64_t first = 0;

    printf("\nprocesses  nodes  tasks/node  mapping  binding  launches     "
           "cells   estimate\n");
    per_shape /= e->launches;
    for (int i = 0; i < num_shapes; i++, first += per_shape) {
        qdr_shape shape = qdr_experiment_shape(e, i);
        int64_t num_cells = 0;
        double seconds = 0;
        for (int64_t l = first; l < first + per_shape; l++) {
            qdr_launch launch = qdr_experiment_launch(e, l);
            num_cells += launch.num_cells;
            seconds += qdr_estimate_launch_s(sweep, &launch);
        }
        printf("%9d  %5.0d  %10.0d  %-7s  %-7s  %8" PRId64 "  %8" PRId64
               "  %7.3g s\n",
               shape.procs, shape.nodes, shape.tasks_per_node,
               qdr_mapping_string(shape.mapping),
               qdr_binding_string(shape.binding), per_shape * e->launches,
               num_cells * e->launches, seconds * e->launches);
    }
}

/* The factors that not every workload has. */
static void print_traffic(const qdr_experiment *e)
{
    if (e->num_densities > 0)
        printf("\ndensities        ");
    for (unsigned i = 0; i < e->num_densities; i++)
        printf(" %g", e->densities[i]);
    if (e->num_degrees > 0)
        printf("\ndegrees          ");
    for (unsigned i = 0; i < e->num_degrees; i++)
        printf(" %d", e->degrees[i]);
    if (e->num_fan_outs > 0)
        printf("\nfan-outs         ");
    for (unsigned i = 0; i < e->num_fan_outs; i++)
        printf(" %d", e->fan_outs[i]);
    if (e->num_non_uniformities > 0)
        printf("\nnon-uniformities ");
    for (unsigned i = 0; i < e->num_non_uniformities; i++)
        printf(" %g", e->non_uniformities[i]);
    if (e->num_traffics > 0)
        printf("\ntraffics         ");
    for (unsigned i = 0; i < e->num_traffics; i++)
        printf(" %" PRId64, e->traffics[i]);
}

void qdr_sweep_plan_text(const qdr_sweep *sweep)
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
    print_traffic(e);
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
    print_estimate(sweep);
    print_shapes(sweep);
    printf("\n--format csv lists every cell.\n");
}

void qdr_sweep_plan_csv(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;

    printf("launch,cell," QDR_CELL_COLUMNS "," QDR_CELL_MORE_COLUMNS
           ",launch_estimate_s\n");
    for (int64_t l = 0; l < qdr_experiment_num_launches(e); l++) {
        qdr_launch launch = qdr_experiment_launch(e, l);
        double estimate_s = qdr_estimate_launch_s(sweep, &launch);
        for (int64_t c = 0; c < launch.num_cells; c++) {
            qdr_cell cell = qdr_experiment_cell(e, launch.first_cell + c);
            qdr_cell_csv factors = qdr_cell_csv_of(&cell);
            printf("%" PRId64 ",%" PRId64 ",%s,%s,%.3g\n", l, cell.number,
                   factors.columns, factors.more_columns, estimate_s);
        }
    }
}
