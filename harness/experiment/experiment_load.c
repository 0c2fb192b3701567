/* harness/experiment/experiment_load.c -- see experiment.h. */
#include "harness/experiment/experiment.h"

#include <stdlib.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/factors.h"
#include "harness/files/yaml.h"

static const cyaml_schema_value_t whole = {
    CYAML_VALUE_INT(CYAML_FLAG_STRICT, int)};
static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t seed_fields[] = {
    CYAML_FIELD_UINT("first", CYAML_FLAG_STRICT, qdr_seed_range, first),
    CYAML_FIELD_UINT("count", CYAML_FLAG_STRICT, qdr_seed_range, count),
    CYAML_FIELD_END};

static const cyaml_strval_t start_names[QDR_NUM_STARTS] = {
    {"barrier", QDR_START_BARRIER}, {"window", QDR_START_WINDOW}};
static const cyaml_strval_t cache_names[QDR_NUM_CACHES] = {
    {"warm", QDR_CACHE_WARM}, {"cold", QDR_CACHE_COLD}};
static const cyaml_strval_t verify_names[QDR_NUM_VERIFIES] = {
    {"fitting", QDR_VERIFY_FITTING}, {"all", QDR_VERIFY_ALL}};
static const cyaml_strval_t network_names[QDR_NUM_NETWORK_USES] = {
    {"machine", QDR_NETWORK_MACHINE}, {"program", QDR_NETWORK_PROGRAM}};
static const cyaml_strval_t no_or_yes[] = {{"no", false}, {"yes", true}};

static const cyaml_strval_t timed_names[QDR_NUM_TIMED] = {
    {"application", QDR_TIMED_APPLICATION},
    {"exchange", QDR_TIMED_EXCHANGE},
    {"indexed", QDR_TIMED_INDEXED}};
static const cyaml_strval_t mapping_names[QDR_NUM_MAPPINGS] = {
    {"default", QDR_MAPPING_DEFAULT},
    {"block", QDR_MAPPING_BLOCK},
    {"cyclic", QDR_MAPPING_CYCLIC}};
static const cyaml_strval_t binding_names[QDR_NUM_BINDINGS] = {
    {"default", QDR_BINDING_DEFAULT},
    {"none", QDR_BINDING_NONE},
    {"core", QDR_BINDING_CORE},
    {"socket", QDR_BINDING_SOCKET}};
static const cyaml_strval_t process_names[QDR_NUM_PROCESSES] = {
    {"none", QDR_PROCESS_NONE},
    {"schedule", QDR_PROCESS_SCHEDULE},
    {"start_up", QDR_PROCESS_START_UP},
    {"exchange", QDR_PROCESS_EXCHANGE}};

#define ENUM(names, count)                                                     \
    {                                                                          \
        CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, names, count)                 \
    }

static const cyaml_schema_value_t mapping =
    ENUM(mapping_names, QDR_NUM_MAPPINGS);
static const cyaml_schema_value_t binding =
    ENUM(binding_names, QDR_NUM_BINDINGS);
/* Without the first, which is the meaning of an omitted list. */
static const cyaml_schema_value_t process =
    ENUM(process_names + 1, QDR_NUM_PROCESSES - 1);
/* The names come from the table of algorithms, at the first load. */
static cyaml_schema_value_t algorithm = ENUM(NULL, 0);

const char *qdr_mapping_string(qdr_mapping index)
{
    return mapping_names[index].str;
}

const char *qdr_binding_string(qdr_binding index)
{
    return binding_names[index].str;
}

const char *qdr_process_string(qdr_process index)
{
    return process_names[index].str;
}

#define STRING(key, flags, member)                                             \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | (flags), qdr_experiment,  \
                           member, 1, CYAML_UNLIMITED)
#define LIST(key, flags, member, count, entry)                                 \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | (flags),              \
                               qdr_experiment, member, count, entry, 1,        \
                               CYAML_UNLIMITED)
#define NUMBER(type, key, flags, member)                                       \
    CYAML_FIELD_##type(key, CYAML_FLAG_STRICT | (flags), qdr_experiment, member)

enum { WORKLOAD_FIELD, NEEDED = CYAML_FLAG_DEFAULT, MAY = CYAML_FLAG_OPTIONAL };

static cyaml_schema_field_t fields[] = {
    [WORKLOAD_FIELD] = CYAML_FIELD_ENUM("workload", CYAML_FLAG_STRICT,
                                        qdr_experiment, workload, NULL, 0),
    STRING("name", NEEDED, name),
    STRING("paper", MAY, paper),
    STRING("table", MAY, table),
    LIST("case_keys", MAY, case_keys, num_case_keys, &text),
    LIST("algorithms", NEEDED, algorithms, num_algorithms, &algorithm),
    LIST("procs", MAY, procs, num_procs, &whole),
    LIST("nodes", MAY, nodes, num_nodes, &whole),
    LIST("tasks_per_node", MAY, tasks_per_node, num_tasks_per_node, &whole),
    LIST("mappings", MAY, mappings, num_mappings, &mapping),
    LIST("bindings", MAY, bindings, num_bindings, &binding),
    LIST("modes", MAY, modes, num_modes, &text),
    LIST("processes", MAY, processes, num_processes, &process),
    CYAML_FIELD_MAPPING("seeds", CYAML_FLAG_DEFAULT, qdr_experiment, seeds,
                        seed_fields),
    NUMBER(INT, "warmup", NEEDED, measuring.warmup),
    NUMBER(INT, "most_warmup", MAY, measuring.max_warmup),
    NUMBER(INT, "repetitions", NEEDED, measuring.repetitions),
    NUMBER(INT, "most_repetitions", MAY, measuring.max_repetitions),
    NUMBER(FLOAT, "precision", MAY, measuring.precision),
    NUMBER(FLOAT, "cell_cap_s", MAY, measuring.cell_cap_s),
    CYAML_FIELD_ENUM("start", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.start, start_names,
                     QDR_NUM_STARTS),
    NUMBER(FLOAT, "window_us", MAY, measuring.window_us),
    CYAML_FIELD_ENUM("cache", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.cache, cache_names,
                     QDR_NUM_CACHES),
    CYAML_FIELD_ENUM("timed", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.timed, timed_names,
                     QDR_NUM_TIMED),
    NUMBER(INT, "batch", MAY, measuring.batch),
    CYAML_FIELD_ENUM("rank_times", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.rank_times, no_or_yes, 2),
    CYAML_FIELD_ENUM("verify", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.verify, verify_names,
                     QDR_NUM_VERIFIES),
    NUMBER(INT, "launches", MAY, launches),
    NUMBER(UINT, "order_seed", NEEDED, order_seed),
    NUMBER(INT, "cells_per_launch", NEEDED, cells_per_launch),
    NUMBER(FLOAT, "launch_cap_s", NEEDED, launch_cap_s),
    NUMBER(FLOAT, "cell_limit_s", MAY, cell_limit_s),
    CYAML_FIELD_ENUM("network", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, network_use, network_names,
                     QDR_NUM_NETWORK_USES),
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_experiment, fields)};

void qdr_experiment_keys(qdr_names *keys)
{
    for (const cyaml_schema_field_t *field = fields; field->key != NULL;
         field++)
        qdr_names_add(keys, field->key);
}

/* Algorithms have a second name, the paper's, or NULL. */
static const char *kernel_name(int index, bool is_alias)
{
    const qdr_kernel *kernel = qdr_kernel_at(index);

    return is_alias ? kernel->alias : kernel->name;
}

static const char *workload_name(int index, bool is_alias)
{
    return is_alias ? NULL : qdr_workload_at(index)->name;
}

/* The names of a table as libcyaml wants them, aliases last; kept until the
 * program ends. */
static bool set_names(cyaml_schema_value_t *value, int count,
                      const char *(*name_at)(int, bool))
{
    cyaml_strval_t *names = calloc(2 * (size_t)count, sizeof *names);
    uint32_t num_names = 0;

    for (int i = 0; names != NULL && i < 2 * count; i++) {
        const char *name = name_at(i % count, i >= count);
        if (name != NULL)
            names[num_names++] = (cyaml_strval_t){name, i % count};
    }
    value->enumeration.strings = names;
    value->enumeration.count = num_names;
    return names != NULL;
}

/* Behind the algorithms: `auto`, whose collective follows from the workload. */
static const char *algorithm_name(int index, bool is_alias)
{
    if (index == qdr_kernel_count())
        return is_alias ? NULL : QDR_AUTO;
    return kernel_name(index, is_alias);
}

/* Replaces `auto` by the algorithm of that collective. */
static qdr_status find_auto(qdr_experiment *e, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);
    qdr_collective collective = QDR_NUM_COLLECTIVES;
    const qdr_kernel *found = NULL;
    int index = 0;

    if (qdr_workload_collective(workload, &collective))
        found = qdr_kernel_find_auto(collective);
    while (found != NULL && qdr_kernel_at(index) != found)
        index++;
    for (unsigned i = 0; i < e->num_algorithms; i++) {
        if (e->algorithms[i] != qdr_kernel_count())
            continue;
        if (found == NULL)
            return qdr_yaml_refuse(
                e->file, "algorithms", error,
                "algorithms: " QDR_AUTO " with workload %s, which does not "
                "say for which collective; accepted: one of the algorithms "
                "allreduce_auto, gather_auto and so on of ./quadrille list",
                workload->name);
        e->algorithms[i] = index;
    }
    return QDR_OK;
}

static bool know_names(void)
{
    return algorithm.enumeration.strings != NULL ||
           (set_names(&algorithm, qdr_kernel_count() + 1, algorithm_name) &&
            set_names(&fields[WORKLOAD_FIELD].value, qdr_workload_count(),
                      workload_name));
}

static bool is_left_out(const qdr_experiment *e, const char *key)
{
    const qdr_yaml_node *node = qdr_yaml_child(&e->file->root, key);

    return node == NULL || node->kind == QDR_YAML_REMOVED;
}

static void set_defaults(qdr_experiment *e)
{
    qdr_measuring *m = &e->measuring;

    if (is_left_out(e, "most_warmup"))
        m->max_warmup = m->warmup;
    if (is_left_out(e, "most_repetitions"))
        m->max_repetitions = m->repetitions;
    if (is_left_out(e, "precision"))
        m->precision = 0.05;
    if (is_left_out(e, "window_us"))
        m->window_us = 500;
    if (is_left_out(e, "launches"))
        e->launches = 1;
    if (is_left_out(e, "cell_limit_s"))
        e->cell_limit_s = e->launch_cap_s;
    m->stride = m->verify == QDR_VERIFY_ALL;
    /* Without a cap a cell still has a limit, planning and warm-up included. */
    m->verify_cap_s = m->cell_cap_s > 0 ? m->cell_cap_s : e->cell_limit_s / 2;
}

qdr_status qdr_experiment_load(const char *path, const qdr_yaml_edits *edits,
                               qdr_experiment **out_experiment,
                               qdr_error *error)
{
    qdr_names keys = {.list = "docs/sweeps.md and ./quadrille list keys"};
    void *data = NULL;
    qdr_status status;

    if (!know_names())
        return qdr_fail_memory(error, "the names of algorithms");
    qdr_factor_keys(&keys);
    status = qdr_yaml_load(path, edits, &schema, &keys, &data, error);
    if (status == QDR_OK)
        status = find_auto(data, error);
    if (status == QDR_OK) {
        set_defaults(data);
        status = qdr_experiment_check(data, error);
    }
    if (status == QDR_OK)
        status = qdr_factors_make(data, &keys, error);
    if (status == QDR_OK)
        status = qdr_experiment_check_case(data, error);
    qdr_names_cleanup(&keys);
    if (status == QDR_OK)
        *out_experiment = data;
    else
        qdr_experiment_free(data);
    return status;
}

void qdr_experiment_free(qdr_experiment *experiment)
{
    if (experiment != NULL)
        qdr_factors_cleanup(experiment);
    qdr_yaml_free(&schema, experiment);
}
