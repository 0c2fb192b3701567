/* harness/experiment/factors_make.c -- the factors of an experiment, from the
 * keys of its file, and how many cells they make; see factors.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factor_check.h"

/* More cells than anybody could run: a slip in a list. */
static const int64_t MAX_CELLS = 1000000000;

static const qdr_kernel *kernel_of(const qdr_experiment *e, unsigned i)
{
    return qdr_kernel_at(e->algorithms[i]);
}

/* The number of ways in which an algorithm runs a pattern. */
static double count_variants(const qdr_experiment *e, const qdr_kernel *kernel)
{
    bool is_reseeded = (kernel->flags & QDR_SEEDED) != 0 &&
                       !qdr_workload_at(e->workload)->is_seeded;
    double count = is_reseeded ? (double)e->seeds.count : 1;

    if (e->num_modes > 0 && qdr_kernel_has_mode(kernel))
        count *= e->num_modes;
    if (e->num_processes > 0)
        count *= e->num_processes;
    for (int i = 0; i < e->num_factors; i++)
        if (!e->factors[i].is_of_workload &&
            qdr_factor_parameter(kernel->parameters, e->factors[i].key))
            count *= e->factors[i].num_values;
    return count;
}

static qdr_status count_cells(qdr_experiment *e, qdr_error *error)
{
    bool is_seeded = qdr_workload_at(e->workload)->is_seeded;
    double inputs = is_seeded ? (double)e->seeds.count : 1, variants = 0;
    double cells;

    for (int i = 0; i < e->num_factors; i++)
        if (e->factors[i].is_of_workload)
            inputs *= e->factors[i].num_values;
    /* Released by qdr_factors_cleanup. */
    e->variant_begin = calloc(e->num_algorithms + 1, sizeof *e->variant_begin);
    if (e->variant_begin == NULL)
        return qdr_fail_memory(error, "an experiment");
    for (unsigned i = 0; i < e->num_algorithms; i++) {
        variants += count_variants(e, kernel_of(e, i));
        if (variants <= (double)MAX_CELLS)
            e->variant_begin[i + 1] = (int64_t)variants;
    }
    cells = inputs * variants * e->launches * qdr_experiment_num_layouts(e);
    if (cells > (double)MAX_CELLS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: %.3g cells; accepted: up to %" PRId64,
                        e->file->path, cells, MAX_CELLS);
    e->num_inputs = (int64_t)inputs;
    return QDR_OK;
}

/* A parameter that is set per launch (one mpirun) must not slow down algorithms
 * without it: it also affects the harness's own calls. */
static void set_of_launch(qdr_experiment *e, const qdr_factor *factor,
                          const qdr_parameter *parameter)
{
    e->of_launch = factor;
    e->value_without = 0;
    while (e->value_without < factor->num_values &&
           strcmp(factor->values[e->value_without], parameter->default_value) !=
               0)
        e->value_without++;
}

static bool is_among(const qdr_names *names, const char *name)
{
    int i = 0;

    while (i < names->count && strcmp(names->names[i], name) != 0)
        i++;
    return i < names->count;
}

/* A factor of a key, with one value or a list of them. */
static bool set_factor(qdr_experiment *e, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = qdr_yaml_node(e->file, pair->key);
    const yaml_node_t *value = qdr_yaml_node(e->file, pair->value);
    const bool is_list = value->type == YAML_SEQUENCE_NODE;
    const yaml_node_item_t *items =
        is_list ? value->data.sequence.items.start : &pair->value;
    unsigned count =
        is_list ? (unsigned)(value->data.sequence.items.top - items) : 1;
    qdr_factor *made = &e->factors[e->num_factors++];

    *made = (qdr_factor){
        .key = qdr_yaml_word(key),
        .at = qdr_yaml_place_at(e->file, key->start_mark),
        .is_of_workload =
            qdr_factor_parameter(qdr_workload_at(e->workload)->parameters,
                                 qdr_yaml_word(key)) != NULL,
        .values = calloc(count, sizeof *made->values)};
    if (made->values == NULL)
        return false;
    made->num_values = count;
    for (unsigned i = 0; i < count; i++) {
        made->values[i] =
            strdup(qdr_yaml_word(qdr_yaml_node(e->file, items[i])));
        if (made->values[i] == NULL)
            return false;
    }
    return true;
}

qdr_status qdr_factors_make(qdr_experiment *e, const qdr_names *keys,
                            qdr_error *error)
{
    const yaml_node_t *root = qdr_yaml_node(e->file, 1);
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    const yaml_node_pair_t *top = root->data.mapping.pairs.top;
    bool is_good;
    qdr_status status = QDR_OK;

    e->factors = calloc((size_t)(top - pair) + 1, sizeof *e->factors);
    is_good = e->factors != NULL;
    for (; pair < top && is_good; pair++) {
        const char *key = qdr_yaml_word(qdr_yaml_node(e->file, pair->key));
        if (is_among(keys, key) &&
            !qdr_yaml_is_null(qdr_yaml_node(e->file, pair->value)))
            is_good = set_factor(e, pair);
    }
    if (!is_good)
        return qdr_fail_memory(error, "an experiment");
    for (int i = 0; i < e->num_factors && status == QDR_OK; i++) {
        const qdr_factor *factor = &e->factors[i];
        const qdr_parameter *parameter = qdr_factors_find(e, factor->key);
        status = qdr_factor_check(e, i, error);
        if (status == QDR_OK && parameter->is_of_launch)
            set_of_launch(e, factor, parameter);
    }
    if (status == QDR_OK)
        status = qdr_factors_require(e, error);
    return status == QDR_OK ? count_cells(e, error) : status;
}

void qdr_factors_cleanup(qdr_experiment *e)
{
    for (int i = 0; i < e->num_factors; i++) {
        for (unsigned l = 0; l < e->factors[i].num_values; l++)
            free(e->factors[i].values[l]);
        free(e->factors[i].values);
    }
    free(e->factors);
    free(e->variant_begin);
}
