/* harness/experiment/cells.c -- the cells of an experiment, from their numbers;
 * see experiment.h. */
#include <inttypes.h>
#include <stddef.h>

#include "harness/experiment/experiment.h"
#include "kernels/core/base/rng.h"
#include "kernels/core/problem/problem.h"

/* A factor that is left out has one value. */
static int num_values(unsigned count)
{
    return count == 0 ? 1 : (int)count;
}

int qdr_experiment_num_layouts(const qdr_experiment *e)
{
    int num_sizes = e->num_procs > 0
                        ? (int)e->num_procs
                        : (int)(e->num_nodes * e->num_tasks_per_node);

    return num_sizes * num_values(e->num_mappings) *
           num_values(e->num_bindings);
}

int64_t qdr_experiment_num_variants(const qdr_experiment *e)
{
    return e->variant_begin[e->num_algorithms];
}

/* Cells of one process layout. */
static int64_t cells_per_layout(const qdr_experiment *e)
{
    return e->num_inputs * qdr_experiment_num_variants(e);
}

int64_t qdr_experiment_num_cells(const qdr_experiment *e)
{
    return (int64_t)e->launches * qdr_experiment_num_layouts(e) *
           cells_per_layout(e);
}

/* Takes the innermost digit of a mixed-radix number. */
static int64_t take_digit(int64_t *number, int64_t radix)
{
    int64_t digit = *number % radix;

    *number /= radix;
    return digit;
}

qdr_process_layout qdr_experiment_layout(const qdr_experiment *e, int index)
{
    qdr_process_layout layout = {0};
    int64_t number = index;
    int64_t binding = take_digit(&number, num_values(e->num_bindings));
    int64_t mapping = take_digit(&number, num_values(e->num_mappings));

    if (e->num_bindings > 0)
        layout.binding = (qdr_binding)e->bindings[binding];
    if (e->num_mappings > 0)
        layout.mapping = (qdr_mapping)e->mappings[mapping];
    if (e->num_procs > 0) {
        layout.procs = e->procs[number];
        return layout;
    }
    layout.tasks_per_node =
        e->tasks_per_node[take_digit(&number, e->num_tasks_per_node)];
    layout.nodes = e->nodes[number];
    layout.procs = layout.nodes * layout.tasks_per_node;
    return layout;
}

/* Sets the value of a factor, if the algorithm or workload has it. Loading has
 * read it once before. */
static void set_value(qdr_values *values, const qdr_factor *factor,
                      int64_t value)
{
    int index = qdr_parameters_find(values->parameters, factor->key);

    if (index >= 0)
        (void)!qdr_parameter_read(&values->parameters[index], factor->key,
                                  factor->values[value], &values->values[index],
                                  NULL);
}

/* Takes the digits of the workload's factors, the last one first. A parameter
 * that an algorithm has, too, has the same value there. */
static void take_traffic(const qdr_experiment *e, int64_t *number,
                         qdr_cell *cell)
{
    cell->seed = e->seeds.first;
    qdr_values_init(&cell->workload_values, cell->workload->parameters);
    for (int i = e->num_factors - 1; i >= 0; i--) {
        const qdr_factor *factor = &e->factors[i];
        int64_t value;
        if (!factor->is_of_workload)
            continue;
        value = take_digit(number, factor->num_values);
        set_value(&cell->workload_values, factor, value);
        set_value(&cell->kernel_values, factor, value);
    }
    if (cell->workload->is_seeded)
        cell->seed += (uint64_t)take_digit(number, (int64_t)e->seeds.count);
}

/* Takes the digits of an algorithm's own factors; `number` is the variant of
 * `count`, counted from its first. Outermost is the factor that is set per
 * launch (one mpirun). */
static void take_variant(const qdr_experiment *e, int64_t number, int64_t count,
                         qdr_cell *cell)
{
    const qdr_kernel *kernel = cell->kernel;

    if (e->of_launch != NULL &&
        qdr_parameters_find(kernel->parameters, e->of_launch->key) >= 0) {
        count /= e->of_launch->num_values;
        set_value(&cell->kernel_values, e->of_launch, number / count);
        number %= count;
    }
    for (int i = e->num_factors - 1; i >= 0; i--) {
        const qdr_factor *factor = &e->factors[i];
        if (!factor->is_of_workload && factor != e->of_launch &&
            qdr_parameters_find(kernel->parameters, factor->key) >= 0)
            set_value(&cell->kernel_values, factor,
                      take_digit(&number, factor->num_values));
    }
    if (e->num_processes > 0)
        cell->process =
            (qdr_process)e->processes[take_digit(&number, e->num_processes)];
    cell->mode = kernel->mode;
    /* Loading has parsed it once before. */
    cell->has_mode = e->num_modes > 0 && qdr_kernel_has_mode(kernel);
    if (cell->has_mode)
        (void)!qdr_mode_parse(e->modes[take_digit(&number, e->num_modes)],
                              &cell->mode, NULL);
    if (!cell->workload->is_seeded)
        cell->seed += (uint64_t)number;
}

/* An algorithm draws other numbers than the traffic. 63 bits, as an option
 * accepts them. */
static uint64_t draw_apart(uint64_t seed)
{
    static const uint64_t apart = 0x7175616472696c6c; /* any but 0 */

    return qdr_mix64(seed ^ apart) >> 1;
}

qdr_cell qdr_experiment_cell(const qdr_experiment *e, int64_t number)
{
    qdr_cell cell = {.number = number,
                     .workload = qdr_workload_at(e->workload),
                     .partitioner =
                         e->partitioner.part == NULL ? NULL : &e->partitioner};
    int64_t variant = take_digit(&number, qdr_experiment_num_variants(e));
    unsigned algorithm = 0;

    while (e->variant_begin[algorithm + 1] <= variant)
        algorithm++;
    cell.kernel = qdr_kernel_at(e->algorithms[algorithm]);
    qdr_values_init(&cell.kernel_values, cell.kernel->parameters);
    take_traffic(e, &number, &cell);
    take_variant(e, variant - e->variant_begin[algorithm],
                 e->variant_begin[algorithm + 1] - e->variant_begin[algorithm],
                 &cell);
    cell.kernel_seed = draw_apart(cell.seed);
    cell.layout = qdr_experiment_layout(
        e, (int)take_digit(&number, qdr_experiment_num_layouts(e)));
    cell.replicate = (int)number + 1;
    cell.start_seed = qdr_mix64(cell.kernel_seed + (uint64_t)cell.replicate);
    cell.library = e->library;
    cell.has_network = e->network != NULL;
    if (cell.has_network) {
        cell.network = *e->network;
        qdr_network_first(&cell.network, cell.layout.procs);
    }
    return cell;
}

qdr_workload_input qdr_cell_input(const qdr_cell *cell)
{
    return (qdr_workload_input){.procs = cell->layout.procs,
                                .seed = cell->seed,
                                .values = &cell->workload_values,
                                .partitioner = cell->partitioner};
}

qdr_status qdr_cell_traffic(const qdr_cell *cell, qdr_traffic *traffic,
                            qdr_error *error)
{
    const qdr_workload_input input = qdr_cell_input(cell);

    return qdr_workload_generate(cell->workload, &input, traffic, error);
}

qdr_problem qdr_cell_problem(const qdr_cell *cell, const qdr_traffic *traffic)
{
    qdr_problem problem =
        qdr_traffic_problem(traffic, cell->kernel->collective);

    problem.seed = cell->kernel_seed;
    problem.values = &cell->kernel_values;
    problem.network = cell->has_network ? &cell->network : NULL;
    return problem;
}
