/* harness/experiment/cell_csv.c -- see cell_csv.h. */
#include "harness/experiment/cell_csv.h"

#include <inttypes.h>
#include <stdio.h>

void qdr_cell_mode(const qdr_cell *cell, char *text, size_t size)
{
    if (cell->process != QDR_PROCESS_NONE)
        snprintf(text, size, "process:%s", qdr_process_string(cell->process));
    else if (!qdr_kernel_has_schedule(cell->kernel))
        snprintf(text, size, "%s", qdr_kind_string(cell->kernel->kind));
    else
        qdr_mode_print(&cell->mode, text, size);
}

/* A real number, or nothing if the workload does not use it. */
static void print_real(const qdr_cell *cell, unsigned used_by, double number,
                       char *text, size_t size)
{
    text[0] = '\0';
    if ((cell->workload->uses & used_by) != 0)
        snprintf(text, size, "%.9g", number);
}

qdr_cell_csv qdr_cell_csv_of(const qdr_cell *cell)
{
    const qdr_workload_params *params = &cell->params;
    const qdr_shape *shape = &cell->shape;
    qdr_cell_csv made;
    char mode[64], density[32], non_uniformity[32], traffic[32],
        delay_us[32] = "";
    bool is_two_stage = cell->kernel->kind == QDR_DYNAMIC &&
                        cell->kernel->dynamic == QDR_TWO_STAGE;
    bool is_drs = cell->kernel->kind == QDR_DYNAMIC &&
                  (cell->kernel->dynamic == QDR_RANDOM_SCHEDULING ||
                   cell->kernel->dynamic == QDR_RANDOM_SCHEDULING_ONE_SIDED ||
                   cell->kernel->dynamic == QDR_RANDOM_SCHEDULING_POLLING);

    qdr_cell_mode(cell, mode, sizeof mode);
    print_real(cell, QDR_USES_DENSITY, params->density, density,
               sizeof density);
    print_real(cell, QDR_USES_BOUNDED, params->non_uniformity, non_uniformity,
               sizeof non_uniformity);
    print_real(cell, QDR_USES_BOUNDED, (double)params->traffic, traffic,
               sizeof traffic);
    if (is_drs)
        snprintf(delay_us, sizeof delay_us, "%.9g",
                 (double)cell->dynamic.delay_ns / 1000);
    snprintf(made.columns, sizeof made.columns,
             "%s,%s,%d,%s,%" PRId64 ",%" PRIu64 ",%s", cell->kernel->name,
             cell->workload->name, params->procs, density, params->bytes,
             params->seed, mode);
    /* %.0d prints nothing for 0, which is what is not said. */
    snprintf(made.more_columns, sizeof made.more_columns,
             "%d,%.0d,%.0d,%s,%s,%.255s,%.0d,%.0d,%s,%s,%s,%s,%s,%s",
             cell->replicate, shape->nodes, shape->tasks_per_node,
             qdr_mapping_string(shape->mapping),
             qdr_binding_string(shape->binding),
             params->path == NULL ? "" : qdr_last_name(params->path),
             params->degree, params->fan_out, non_uniformity, traffic, delay_us,
             is_drs && cell->kernel->dynamic == QDR_RANDOM_SCHEDULING_POLLING
                 ? qdr_improvements_string(cell->improvements)
                 : "",
             !is_two_stage               ? ""
             : cell->dynamic.is_shuffled ? "1"
                                         : "0",
             !is_two_stage
                 ? ""
                 : qdr_stage_kind_string(cell->dynamic.has_random_stages
                                             ? QDR_STAGE_RANDOM
                                             : QDR_STAGE_LINEAR_PERMUTATION));
    return made;
}
