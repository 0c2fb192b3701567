/* harness/experiment/factors.c -- see factors.h. */
#include "harness/experiment/factors.h"

#include <string.h>

const char *qdr_last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static void add_keys(const qdr_parameter *table, qdr_names *keys)
{
    for (; table != NULL && table->name != NULL; table++) {
        qdr_names_add(keys, table->name);
        if (table->plural != NULL)
            qdr_names_add(keys, table->plural);
    }
}

void qdr_factor_keys(qdr_names *keys)
{
    for (int w = 0; w < qdr_workload_count(); w++)
        add_keys(qdr_workload_at(w)->parameters, keys);
    for (int k = 0; k < qdr_kernel_count(); k++)
        add_keys(qdr_kernel_at(k)->parameters, keys);
}

const qdr_parameter *qdr_factor_parameter(const qdr_parameter *table,
                                          const char *key)
{
    int index = qdr_parameters_find(table, key);

    return index < 0 ? NULL : &table[index];
}

static const qdr_parameter *workload_table(const qdr_experiment *e)
{
    return qdr_workload_at(e->workload)->parameters;
}

static const qdr_kernel *kernel_of(const qdr_experiment *e, unsigned i)
{
    return qdr_kernel_at(e->algorithms[i]);
}

const qdr_parameter *qdr_factors_find(const qdr_experiment *e, const char *key)
{
    const qdr_parameter *found = qdr_factor_parameter(workload_table(e), key);

    for (unsigned i = 0; i < e->num_algorithms && found == NULL; i++)
        found = qdr_factor_parameter(kernel_of(e, i)->parameters, key);
    return found;
}

bool qdr_factor_is_file(const qdr_experiment *e, const qdr_factor *factor)
{
    return qdr_factors_find(e, factor->key)->type == QDR_FILE;
}

bool qdr_factors_give(const qdr_experiment *e, const qdr_parameter *parameter)
{
    bool found = false;

    for (int i = 0; i < e->num_factors; i++)
        found |= strcmp(e->factors[i].key, parameter->name) == 0 ||
                 (parameter->plural != NULL &&
                  strcmp(e->factors[i].key, parameter->plural) == 0);
    return found;
}

static void print_assumed(const qdr_experiment *e, const qdr_parameter *table,
                          qdr_names *printed, FILE *to)
{
    for (; table != NULL && table->name != NULL; table++) {
        int count = printed->count;
        if (qdr_factors_give(e, table))
            continue;
        qdr_names_add(printed, table->name);
        if (printed->count > count)
            fprintf(to, "%s%s=%s", count > 0 ? ", " : "", table->name,
                    table->default_value);
    }
}

void qdr_factors_print_assumed(const qdr_experiment *e, FILE *to)
{
    qdr_names printed = {0};

    print_assumed(e, workload_table(e), &printed, to);
    for (unsigned i = 0; i < e->num_algorithms; i++)
        print_assumed(e, kernel_of(e, i)->parameters, &printed, to);
    qdr_names_cleanup(&printed);
}
