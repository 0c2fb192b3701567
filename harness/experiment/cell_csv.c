/* harness/experiment/cell_csv.c -- see cell_csv.h. */
#include "harness/experiment/cell_csv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A key and its value. */
typedef struct pair {
    const qdr_parameter *parameter;
    const qdr_value *value;
} pair;

static int by_key(const void *left, const void *right)
{
    const pair *a = left, *b = right;

    return strcmp(a->parameter->name, b->parameter->name);
}

/* Adds the values that are set to pairs[*count]. */
static void add_pairs(const qdr_values *values, pair *pairs, int *count)
{
    int number = qdr_parameters_count(values->parameters);

    for (int i = 0; i < number; i++)
        if (values->values[i].text != NULL)
            pairs[(*count)++] =
                (pair){&values->parameters[i], &values->values[i]};
}

static const qdr_parameter procs_parameter = {.name = "procs",
                                              .type = QDR_INTEGER};

static bool is_case_key(const qdr_experiment *e, const char *name)
{
    bool found = false;

    for (unsigned i = 0; i < e->num_case_keys; i++)
        found |= strcmp(e->case_keys[i], name) == 0;
    return found;
}

/* All pairs, or only those of an experiment's case, in order of their keys. A
 * pair that workload and algorithm share is printed once. */
static void print_pairs(const qdr_experiment *e, pair *pairs, int count,
                        FILE *to)
{
    const char *last = "";

    qsort(pairs, (size_t)count, sizeof *pairs, by_key);
    for (int i = 0; i < count; i++) {
        const char *name = pairs[i].parameter->name;
        if (strcmp(name, last) == 0 || (e != NULL && !is_case_key(e, name)))
            continue;
        fprintf(to, "%s%s=", last[0] == '\0' ? "" : ";", name);
        qdr_parameter_print(pairs[i].parameter, pairs[i].value, to);
        last = name;
    }
}

/* Writes all parameters of workload and algorithm, resolved:
 * "bytes=256;density=0.5", keys in order, values percent-encoded. */
static void print_parameters(const qdr_cell *cell, FILE *to)
{
    pair pairs[2 * QDR_MAX_PARAMETERS];
    int count = 0;

    add_pairs(&cell->workload_values, pairs, &count);
    add_pairs(&cell->kernel_values, pairs, &count);
    print_pairs(NULL, pairs, count, to);
}

/* Writes the parameters in the experiment's case_keys, which distinguish
 * published numbers, in the same way. `procs` counts as one. */
static void print_case(const qdr_experiment *e, const qdr_cell *cell, FILE *to)
{
    const qdr_value procs = {.integer = cell->layout.procs};
    pair pairs[2 * QDR_MAX_PARAMETERS + 1];
    int count = 0;

    add_pairs(&cell->workload_values, pairs, &count);
    add_pairs(&cell->kernel_values, pairs, &count);
    pairs[count++] = (pair){&procs_parameter, &procs};
    print_pairs(e, pairs, count, to);
}

/* How the cell runs: its mode, its kind, or "process:" and which. */
static void print_mode(const qdr_cell *cell, FILE *to)
{
    char mode[64];

    if (cell->process != QDR_PROCESS_NONE) {
        fprintf(to, "process:%s", qdr_process_string(cell->process));
    } else if (!qdr_kernel_has_mode(cell->kernel)) {
        fputs(qdr_kind_string(cell->kernel->kind), to);
    } else if (cell->kernel->candidates != NULL && !cell->has_mode) {
        fputs(QDR_AUTO, to);
    } else {
        qdr_mode_print(&cell->mode, mode, sizeof mode);
        fputs(mode, to);
    }
}

void qdr_cell_csv_print(const qdr_experiment *e, const qdr_cell *cell, FILE *to)
{
    const qdr_process_layout *layout = &cell->layout;

    print_case(e, cell, to);
    /* %.0d prints nothing for 0, which means not set. */
    fprintf(to, ",%s,%s,%d,%.0d,%.0d,%s,%s,%" PRIu64 ",", cell->kernel->name,
            cell->workload->name, layout->procs, layout->nodes,
            layout->tasks_per_node, qdr_mapping_string(layout->mapping),
            qdr_binding_string(layout->binding), cell->seed);
    print_mode(cell, to);
    fputc(',', to);
    print_parameters(cell, to);
    fprintf(to, ",%d", cell->replicate);
}
