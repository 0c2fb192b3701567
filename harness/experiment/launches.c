/* harness/experiment/launches.c -- the launches of an experiment, from their
 * numbers; see experiment.h. */
#include <inttypes.h>

#include "harness/experiment/experiment.h"
#include "kernels/core/base/rng.h"

/* Cells of one process layout. */
static int64_t cells_per_layout(const qdr_experiment *e)
{
    return e->num_inputs * qdr_experiment_num_variants(e);
}

/* The variants of an algorithm that run with one value of the factor that is
 * set per launch: with the factor, one range after another; without it, all of
 * them with one value. */
static int64_t variants_with(const qdr_experiment *e, unsigned algorithm,
                             unsigned value, int64_t *out_first)
{
    const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[algorithm]);
    int64_t first = e->variant_begin[algorithm];
    int64_t count = e->variant_begin[algorithm + 1] - first;

    if (e->of_launch == NULL ||
        qdr_parameters_find(kernel->parameters, e->of_launch->key) < 0) {
        *out_first = first;
        return value == e->value_without ? count : 0;
    }
    count /= e->of_launch->num_values;
    *out_first = first + value * count;
    return value < e->of_launch->num_values ? count : 0;
}

/* Cells per traffic. */
static int64_t num_variants_with(const qdr_experiment *e, unsigned value)
{
    int64_t count = 0, first;

    for (unsigned a = 0; a < e->num_algorithms; a++)
        count += variants_with(e, a, value, &first);
    return count;
}

/* Launches of one process layout and one value. */
static int64_t launches_with(const qdr_experiment *e, unsigned value)
{
    return (e->num_inputs * num_variants_with(e, value) + e->cells_per_launch -
            1) /
           e->cells_per_launch;
}

/* A factor that is set per launch has its values in separate launches, and so
 * has its default if that is none of them. */
static unsigned num_launch_values(const qdr_experiment *e)
{
    if (e->of_launch == NULL)
        return 1;
    return e->of_launch->num_values +
           (e->value_without == e->of_launch->num_values);
}

static int64_t launches_per_layout(const qdr_experiment *e)
{
    int64_t count = 0;

    for (unsigned value = 0; value < num_launch_values(e); value++)
        count += launches_with(e, value);
    return count;
}

int64_t qdr_experiment_num_launches(const qdr_experiment *e)
{
    return (int64_t)e->launches * qdr_experiment_num_layouts(e) *
           launches_per_layout(e);
}

qdr_launch qdr_experiment_launch(const qdr_experiment *e, int64_t number)
{
    int64_t layout = number / launches_per_layout(e);
    int64_t within = number % launches_per_layout(e);
    qdr_launch made = {.number = number,
                       .layout_begin = layout * cells_per_layout(e)};

    made.layout =
        qdr_experiment_layout(e, (int)(layout % qdr_experiment_num_layouts(e)));
    while (within >= launches_with(e, made.value))
        within -= launches_with(e, made.value++);
    made.num_variants = num_variants_with(e, made.value);
    made.begin = within * e->cells_per_launch;
    made.num_cells = e->num_inputs * made.num_variants - made.begin;
    if (made.num_cells > e->cells_per_launch)
        made.num_cells = e->cells_per_launch;
    return made;
}

int64_t qdr_launch_cell(const qdr_experiment *e, const qdr_launch *launch,
                        int64_t index)
{
    int64_t traffic = (launch->begin + index) / launch->num_variants;
    int64_t variant = (launch->begin + index) % launch->num_variants, first = 0;
    unsigned algorithm = 0;
    int64_t count = variants_with(e, algorithm, launch->value, &first);

    while (variant >= count) {
        variant -= count;
        count = variants_with(e, ++algorithm, launch->value, &first);
    }
    return launch->layout_begin + traffic * qdr_experiment_num_variants(e) +
           first + variant;
}

int64_t qdr_launch_find_cell(const qdr_experiment *e, const qdr_launch *launch,
                             int64_t number)
{
    int64_t low = 0, high = launch->num_cells;

    while (low < high) {
        int64_t middle = (low + high) / 2;
        int64_t there = qdr_launch_cell(e, launch, middle);
        if (there == number)
            return middle;
        if (there < number)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

const char *qdr_launch_value(const qdr_experiment *e, const qdr_launch *launch,
                             const qdr_parameter *parameter)
{
    if (e->of_launch == NULL ||
        qdr_parameters_find(parameter, e->of_launch->key) != 0 ||
        launch->value == e->of_launch->num_values)
        return parameter->default_value;
    return e->of_launch->values[launch->value];
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
        order[j] = qdr_launch_cell(e, launch, i);
    }
}
