/* harness/experiment/cells.c -- the cells and launches of an experiment, from
 * their numbers; see experiment.h. */
#include "harness/experiment/experiment.h"

#include <inttypes.h>

#include "kernels/core/rng.h"

/* A factor that is left out has one level. */
static int num_levels(unsigned count)
{
    return count == 0 ? 1 : (int)count;
}

int qdr_experiment_num_shapes(const qdr_experiment *e)
{
    int num_sizes = e->num_procs > 0
                        ? (int)e->num_procs
                        : (int)(e->num_nodes * e->num_tasks_per_node);

    return num_sizes * num_levels(e->num_mappings) *
           num_levels(e->num_bindings);
}

/* Cells of one shape. */
static int64_t cells_per_shape(const qdr_experiment *e)
{
    return (int64_t)e->seeds.count * num_levels(e->num_traffics) *
           num_levels(e->num_non_uniformities) * num_levels(e->num_fan_outs) *
           num_levels(e->num_degrees) * num_levels(e->num_patterns) *
           num_levels(e->num_densities) * e->num_bytes *
           num_levels(e->num_stage_exchanges) * num_levels(e->num_shuffles) *
           num_levels(e->num_improvements) * num_levels(e->num_delays) *
           num_levels(e->num_processes) * num_levels(e->num_modes) *
           e->num_algorithms;
}

static int64_t launches_per_shape(const qdr_experiment *e)
{
    return (cells_per_shape(e) + e->cells_per_launch - 1) / e->cells_per_launch;
}

int64_t qdr_experiment_num_cells(const qdr_experiment *e)
{
    return (int64_t)e->launches * qdr_experiment_num_shapes(e) *
           cells_per_shape(e);
}

int64_t qdr_experiment_num_launches(const qdr_experiment *e)
{
    return (int64_t)e->launches * qdr_experiment_num_shapes(e) *
           launches_per_shape(e);
}

/* Takes the innermost digit of a mixed-radix number. */
static int64_t take_digit(int64_t *number, int64_t radix)
{
    int64_t digit = *number % radix;

    *number /= radix;
    return digit;
}

qdr_shape qdr_experiment_shape(const qdr_experiment *e, int index)
{
    qdr_shape shape = {0};
    int64_t number = index;
    int64_t binding = take_digit(&number, num_levels(e->num_bindings));
    int64_t mapping = take_digit(&number, num_levels(e->num_mappings));

    if (e->num_bindings > 0)
        shape.binding = (qdr_binding)e->bindings[binding];
    if (e->num_mappings > 0)
        shape.mapping = (qdr_mapping)e->mappings[mapping];
    if (e->num_procs > 0) {
        shape.procs = e->procs[number];
        return shape;
    }
    shape.tasks_per_node =
        e->tasks_per_node[take_digit(&number, e->num_tasks_per_node)];
    shape.nodes = e->nodes[number];
    shape.procs = shape.nodes * shape.tasks_per_node;
    return shape;
}

/* Takes the digits of the factors that test sets and bounded traffic use. */
static void take_traffic(const qdr_experiment *e, int64_t *number,
                         qdr_workload_params *params)
{
    int64_t degree = take_digit(number, num_levels(e->num_degrees));
    int64_t fan_out = take_digit(number, num_levels(e->num_fan_outs));
    int64_t non_uniformity =
        take_digit(number, num_levels(e->num_non_uniformities));
    int64_t traffic = take_digit(number, num_levels(e->num_traffics));

    if (e->num_degrees > 0)
        params->degree = e->degrees[degree];
    if (e->num_fan_outs > 0)
        params->fan_out = e->fan_outs[fan_out];
    if (e->num_non_uniformities > 0)
        params->non_uniformity = e->non_uniformities[non_uniformity];
    if (e->num_traffics > 0)
        params->traffic = e->traffics[traffic];
}

/* Takes the digits of what rows that decide at run time use. */
static void take_dynamic(const qdr_experiment *e, int64_t *number,
                         qdr_cell *cell)
{
    int64_t delay = take_digit(number, num_levels(e->num_delays));
    int64_t improvements = take_digit(number, num_levels(e->num_improvements));
    int64_t shuffle = take_digit(number, num_levels(e->num_shuffles));
    int64_t stage = take_digit(number, num_levels(e->num_stage_exchanges));

    if (e->num_delays > 0)
        cell->dynamic.delay_ns = (int64_t)(e->delays_us[delay] * 1000);
    cell->improvements = e->num_improvements == 0
                             ? QDR_IMPROVED_BOTH
                             : (qdr_improvements)e->improvements[improvements];
    cell->dynamic.without_busy_measure =
        cell->improvements == QDR_IMPROVED_NOT ||
        cell->improvements == QDR_IMPROVED_EARLY_RELEASE;
    cell->dynamic.without_early_release =
        cell->improvements == QDR_IMPROVED_NOT ||
        cell->improvements == QDR_IMPROVED_BUSY_MEASURE;
    cell->dynamic.segment_bytes = e->segment_bytes;
    cell->dynamic.is_shuffled = e->num_shuffles > 0 && e->shuffles[shuffle];
    cell->dynamic.has_random_stages =
        e->num_stage_exchanges > 0 &&
        e->stage_exchanges[stage] == QDR_STAGE_RANDOM;
    cell->dynamic.element_bytes = e->element_bytes;
}

qdr_cell qdr_experiment_cell(const qdr_experiment *e, int64_t number)
{
    qdr_cell cell = {.number = number,
                     .workload = qdr_workload_at(e->workload)};
    int64_t mode, process, density, pattern;

    cell.kernel =
        qdr_kernel_at(e->algorithms[take_digit(&number, e->num_algorithms)]);
    cell.mode = cell.kernel->mode;
    mode = take_digit(&number, num_levels(e->num_modes));
    /* The check at loading has parsed it before. */
    if (e->num_modes > 0)
        (void)!qdr_mode_parse(e->modes[mode], &cell.mode, NULL);
    process = take_digit(&number, num_levels(e->num_processes));
    if (e->num_processes > 0)
        cell.process = (qdr_process)e->processes[process];
    take_dynamic(e, &number, &cell);
    cell.params.bytes = e->bytes[take_digit(&number, e->num_bytes)];
    density = take_digit(&number, num_levels(e->num_densities));
    cell.params.density = e->num_densities == 0 ? 1 : e->densities[density];
    pattern = take_digit(&number, num_levels(e->num_patterns));
    cell.params.path = e->num_patterns == 0 ? NULL : e->patterns[pattern];
    take_traffic(e, &number, &cell.params);
    cell.params.root = e->root;
    cell.cutoff = e->cutoff;
    cell.params.seed =
        e->seeds.first + (uint64_t)take_digit(&number, (int64_t)e->seeds.count);
    cell.shape = qdr_experiment_shape(
        e, (int)take_digit(&number, qdr_experiment_num_shapes(e)));
    cell.params.procs = cell.shape.procs;
    cell.replicate = (int)number + 1;
    return cell;
}

static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

qdr_launch qdr_experiment_launch(const qdr_experiment *e, int64_t number)
{
    int64_t shape = number / launches_per_shape(e);
    int64_t begin = number % launches_per_shape(e) * e->cells_per_launch;
    int64_t end = min_of(begin + e->cells_per_launch, cells_per_shape(e));

    return (qdr_launch){
        number,
        qdr_experiment_shape(e, (int)(shape % qdr_experiment_num_shapes(e))),
        shape * cells_per_shape(e) + begin, end - begin};
}

qdr_status qdr_experiment_find_launch(const qdr_experiment *e, int64_t number,
                                      qdr_launch *out_launch, qdr_error *error)
{
    int64_t count = qdr_experiment_num_launches(e);

    if (number < 0 || number >= count)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "launch %" PRId64 "; accepted: 0 to %" PRId64, number,
                        count - 1);
    *out_launch = qdr_experiment_launch(e, number);
    return QDR_OK;
}

void qdr_experiment_order(const qdr_experiment *e, const qdr_launch *launch,
                          int64_t *order)
{
    qdr_rng rng;

    qdr_rng_init(&rng, e->order_seed ^ qdr_mix64((uint64_t)launch->number));
    for (int64_t i = 0; i < launch->num_cells; i++) {
        int64_t j = (int64_t)qdr_rng_below(&rng, (uint64_t)i + 1);
        order[i] = order[j];
        order[j] = launch->first_cell + i;
    }
}
