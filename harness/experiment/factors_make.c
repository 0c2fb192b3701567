/* harness/experiment/factors_make.c -- the factors of an experiment, from the
 * keys of its file, and how many cells they make; see factors.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factor_check.h"

/* More cells than anybody could run: a slip in a list. */
static const int64_t MOST_CELLS = 1000000000;

static const qdr_kernel *kernel_of(const qdr_experiment *e, unsigned i)
{
    return qdr_kernel_at(e->algorithms[i]);
}

/* In how many ways an algorithm runs a demand. */
static double count_variants(const qdr_experiment *e, const qdr_kernel *kernel)
{
    bool is_reseeded = (kernel->flags & QDR_SEEDED) != 0 &&
                       !qdr_workload_at(e->workload)->is_seeded;
    double count = is_reseeded ? (double)e->seeds.count : 1;

    if (e->num_modes > 0 && qdr_kernel_has_schedule(kernel))
        count *= e->num_modes;
    if (e->num_processes > 0)
        count *= e->num_processes;
    for (int i = 0; i < e->num_factors; i++)
        if (!e->factors[i].is_of_workload &&
            qdr_factor_parameter(kernel->parameters, e->factors[i].key))
            count *= e->factors[i].num_levels;
    return count;
}

static qdr_status count_cells(const char *path, qdr_experiment *e,
                              qdr_error *error)
{
    bool is_seeded = qdr_workload_at(e->workload)->is_seeded;
    double demands = is_seeded ? (double)e->seeds.count : 1, variants = 0;
    double cells;

    for (int i = 0; i < e->num_factors; i++)
        if (e->factors[i].is_of_workload)
            demands *= e->factors[i].num_levels;
    /* Released by qdr_factors_cleanup. */
    e->variant_begin = calloc(e->num_algorithms + 1, sizeof *e->variant_begin);
    if (e->variant_begin == NULL)
        return qdr_fail_memory(error, "an experiment");
    for (unsigned i = 0; i < e->num_algorithms; i++) {
        variants += count_variants(e, kernel_of(e, i));
        if (variants <= (double)MOST_CELLS)
            e->variant_begin[i + 1] = (int64_t)variants;
    }
    cells = demands * variants * e->launches * qdr_experiment_num_shapes(e);
    if (cells > (double)MOST_CELLS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: %.3g cells; accepted: up to %" PRId64, path, cells,
                        MOST_CELLS);
    e->num_demands = (int64_t)demands;
    return QDR_OK;
}

/* Rows that lack what is of the launch are not to be slowed down by it: what it
 * tells a library holds for the harness's own calls, too. */
static void set_of_launch(qdr_experiment *e, const qdr_factor *factor,
                          const qdr_parameter *parameter)
{
    e->of_launch = factor;
    e->level_without = 0;
    while (e->level_without < factor->num_levels &&
           strcmp(factor->levels[e->level_without], parameter->preset) != 0)
        e->level_without++;
}

qdr_status qdr_factors_make(qdr_experiment *e, const char *path,
                            qdr_yaml_entries *found, qdr_error *error)
{
    qdr_status status = QDR_OK;

    e->factors = calloc(found->count + 1, sizeof *e->factors);
    if (e->factors == NULL)
        return qdr_fail_memory(error, "an experiment");
    e->num_factors = (int)found->count;
    for (unsigned i = 0; i < found->count; i++) {
        qdr_yaml_entry *from = &found->entries[i];
        e->factors[i] = (qdr_factor){
            from->key, from->line,
            qdr_factor_parameter(qdr_workload_at(e->workload)->parameters,
                                 from->key) != NULL,
            from->values, from->count};
    }
    /* They are the experiment's now. */
    found->count = 0;
    for (int i = 0; i < e->num_factors && status == QDR_OK; i++) {
        const qdr_factor *factor = &e->factors[i];
        const qdr_parameter *parameter = qdr_factors_find(e, factor->key);
        status = qdr_factor_check(path, e, i, error);
        if (status == QDR_OK && parameter->is_of_launch)
            set_of_launch(e, factor, parameter);
    }
    if (status == QDR_OK)
        status = qdr_factors_require(path, e, error);
    return status == QDR_OK ? count_cells(path, e, error) : status;
}

void qdr_factors_cleanup(qdr_experiment *e)
{
    for (int i = 0; i < e->num_factors; i++) {
        for (unsigned l = 0; l < e->factors[i].num_levels; l++)
            free(e->factors[i].levels[l]);
        free(e->factors[i].levels);
        free(e->factors[i].key);
    }
    free(e->factors);
    free(e->variant_begin);
}
