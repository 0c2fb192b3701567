/* harness/experiment/experiment.c -- see experiment.h. */
#include "harness/experiment/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/files/yaml.h"

enum { MAX_LEVELS = 4096, MAX_ROWS = 64 };

/* The names of both tables, as libcyaml wants them; filled at the first load,
 * because an unknown name is then an error with its line. */
static cyaml_strval_t algorithm_names[MAX_ROWS], workload_names[MAX_ROWS];

static cyaml_schema_value_t algorithm = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, algorithm_names, 0)};

static const cyaml_schema_value_t whole = {
    CYAML_VALUE_INT(CYAML_FLAG_STRICT, int)};
static const cyaml_schema_value_t whole64 = {
    CYAML_VALUE_INT(CYAML_FLAG_STRICT, int64_t)};
static const cyaml_schema_value_t real = {
    CYAML_VALUE_FLOAT(CYAML_FLAG_STRICT, double)};

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, 64)};

static const cyaml_schema_field_t seed_fields[] = {
    CYAML_FIELD_UINT("first", CYAML_FLAG_STRICT, qdr_seed_range, first),
    CYAML_FIELD_UINT("count", CYAML_FLAG_STRICT, qdr_seed_range, count),
    CYAML_FIELD_END};

#define LEVELS(key, member, count, entry)                                      \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER, qdr_experiment,        \
                               member, count, entry, 1, MAX_LEVELS)

#define OPTIONAL_LEVELS(key, member, count, entry)                             \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,  \
                               qdr_experiment, member, count, entry, 1,        \
                               MAX_LEVELS)

#define OPTIONAL(type, key, member)                                            \
    CYAML_FIELD_##type(key, CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,           \
                       qdr_experiment, member)

static const cyaml_strval_t start_names[QDR_NUM_STARTS] = {
    {"barrier", QDR_START_BARRIER}, {"window", QDR_START_WINDOW}};
static const cyaml_strval_t cache_names[QDR_NUM_CACHES] = {
    {"warm", QDR_CACHE_WARM}, {"cold", QDR_CACHE_COLD}};

#define OPTIONAL_LEVELS(key, member, count, entry)                             \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,  \
                               qdr_experiment, member, count, entry, 1,        \
                               MAX_LEVELS)

static const cyaml_strval_t mapping_names[QDR_NUM_MAPPINGS] = {
    {"default", QDR_MAPPING_DEFAULT},
    {"block", QDR_MAPPING_BLOCK},
    {"cyclic", QDR_MAPPING_CYCLIC}};
static const cyaml_strval_t binding_names[QDR_NUM_BINDINGS] = {
    {"default", QDR_BINDING_DEFAULT},
    {"none", QDR_BINDING_NONE},
    {"core", QDR_BINDING_CORE},
    {"socket", QDR_BINDING_SOCKET}};
static const cyaml_schema_value_t mapping = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, mapping_names, QDR_NUM_MAPPINGS)};
static const cyaml_schema_value_t binding = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, binding_names, QDR_NUM_BINDINGS)};
static const cyaml_strval_t process_names[QDR_NUM_PROCESSES] = {
    {"none", QDR_PROCESS_NONE},
    {"schedule", QDR_PROCESS_SCHEDULE},
    {"start_up", QDR_PROCESS_START_UP},
    {"exchange", QDR_PROCESS_EXCHANGE}};
/* Without the first, which is what a left out list means. */
static const cyaml_schema_value_t process = {CYAML_VALUE_ENUM(
    CYAML_FLAG_STRICT, int, process_names + 1, QDR_NUM_PROCESSES - 1)};
static const cyaml_strval_t improvement_names[QDR_NUM_IMPROVEMENTS] = {
    {"none", QDR_IMPROVED_NOT},
    {"busy_measure", QDR_IMPROVED_BUSY_MEASURE},
    {"early_release", QDR_IMPROVED_EARLY_RELEASE},
    {"both", QDR_IMPROVED_BOTH}};
static const cyaml_schema_value_t improvement = {CYAML_VALUE_ENUM(
    CYAML_FLAG_STRICT, int, improvement_names, QDR_NUM_IMPROVEMENTS)};
static const cyaml_strval_t stage_names[QDR_NUM_STAGE_KINDS] = {
    {"lp_barrier", QDR_STAGE_LINEAR_PERMUTATION},
    {"drs_n_polling", QDR_STAGE_RANDOM}};
static const cyaml_schema_value_t stage = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, stage_names, QDR_NUM_STAGE_KINDS)};
static const cyaml_strval_t truth_names[] = {{"false", 0}, {"true", 1}};
static const cyaml_schema_value_t truth = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, truth_names, 2)};
static const cyaml_schema_value_t path_text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, 1024)};

const char *qdr_mapping_string(qdr_mapping index)
{
    return mapping_names[index].str;
}

const char *qdr_binding_string(qdr_binding index)
{
    return binding_names[index].str;
}

const char *qdr_stage_kind_string(qdr_stage_kind kind)
{
    return stage_names[kind].str;
}

const char *qdr_improvements_string(qdr_improvements index)
{
    return improvement_names[index].str;
}

const char *qdr_process_string(qdr_process index)
{
    return process_names[index].str;
}

enum { WORKLOAD_FIELD = 3 };

static cyaml_schema_field_t fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, qdr_experiment, name, 1,
                           64),
    CYAML_FIELD_STRING_PTR("paper", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                           qdr_experiment, paper, 1, 64),
    CYAML_FIELD_STRING_PTR("table", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                           qdr_experiment, table, 1, 64),
    CYAML_FIELD_ENUM("workload", CYAML_FLAG_STRICT, qdr_experiment, workload,
                     workload_names, 0),
    LEVELS("algorithms", algorithms, num_algorithms, &algorithm),
    OPTIONAL_LEVELS("procs", procs, num_procs, &whole),
    OPTIONAL_LEVELS("nodes", nodes, num_nodes, &whole),
    OPTIONAL_LEVELS("tasks_per_node", tasks_per_node, num_tasks_per_node,
                    &whole),
    OPTIONAL_LEVELS("mappings", mappings, num_mappings, &mapping),
    OPTIONAL_LEVELS("bindings", bindings, num_bindings, &binding),
    OPTIONAL_LEVELS("densities", densities, num_densities, &real),
    OPTIONAL_LEVELS("degrees", degrees, num_degrees, &whole),
    OPTIONAL_LEVELS("fan_outs", fan_outs, num_fan_outs, &whole),
    OPTIONAL_LEVELS("non_uniformities", non_uniformities, num_non_uniformities,
                    &real),
    OPTIONAL_LEVELS("traffics", traffics, num_traffics, &whole64),
    OPTIONAL_LEVELS("patterns", patterns, num_patterns, &path_text),
    OPTIONAL(INT, "root", root),
    OPTIONAL(FLOAT, "cutoff", cutoff),
    OPTIONAL_LEVELS("delays_us", delays_us, num_delays, &real),
    OPTIONAL_LEVELS("improvements", improvements, num_improvements,
                    &improvement),
    OPTIONAL(INT, "segment_bytes", segment_bytes),
    OPTIONAL_LEVELS("shuffles", shuffles, num_shuffles, &truth),
    OPTIONAL_LEVELS("stage_exchanges", stage_exchanges, num_stage_exchanges,
                    &stage),
    OPTIONAL(INT, "element_bytes", element_bytes),
    LEVELS("bytes", bytes, num_bytes, &whole64),
    OPTIONAL_LEVELS("modes", modes, num_modes, &text),
    OPTIONAL_LEVELS("processes", processes, num_processes, &process),
    CYAML_FIELD_MAPPING("seeds", CYAML_FLAG_DEFAULT, qdr_experiment, seeds,
                        seed_fields),
    CYAML_FIELD_INT("warmup", CYAML_FLAG_STRICT, qdr_experiment,
                    measuring.warmup),
    OPTIONAL(INT, "most_warmup", measuring.most_warmup),
    CYAML_FIELD_INT("repetitions", CYAML_FLAG_STRICT, qdr_experiment,
                    measuring.repetitions),
    OPTIONAL(INT, "most_repetitions", measuring.most_repetitions),
    OPTIONAL(FLOAT, "precision", measuring.precision),
    OPTIONAL(FLOAT, "cell_cap_s", measuring.cell_cap_s),
    CYAML_FIELD_ENUM("start", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.start, start_names,
                     QDR_NUM_STARTS),
    OPTIONAL(FLOAT, "window_us", measuring.window_us),
    CYAML_FIELD_ENUM("cache", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.cache, cache_names,
                     QDR_NUM_CACHES),
    OPTIONAL(INT, "launches", launches),
    CYAML_FIELD_UINT("order_seed", CYAML_FLAG_STRICT, qdr_experiment,
                     order_seed),
    CYAML_FIELD_INT("cells_per_launch", CYAML_FLAG_STRICT, qdr_experiment,
                    cells_per_launch),
    CYAML_FIELD_FLOAT("launch_cap_s", CYAML_FLAG_STRICT, qdr_experiment,
                      launch_cap_s),
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_experiment, fields)};

static void fill_names(void)
{
    for (int i = 0; i < qdr_kernel_count(); i++)
        algorithm_names[i] = (cyaml_strval_t){qdr_kernel_at(i)->name, i};
    for (int i = 0; i < qdr_workload_count(); i++)
        workload_names[i] = (cyaml_strval_t){qdr_workload_at(i)->name, i};
    algorithm.enumeration.count = (uint32_t)qdr_kernel_count();
    fields[WORKLOAD_FIELD].value.enumeration.count =
        (uint32_t)qdr_workload_count();
}

/* A key that is left out is 0. */
static void set_defaults(qdr_experiment *e)
{
    qdr_measuring *m = &e->measuring;

    if (m->most_warmup == 0)
        m->most_warmup = m->warmup;
    if (m->most_repetitions == 0)
        m->most_repetitions = m->repetitions;
    if (m->precision == 0)
        m->precision = 0.05;
    if (m->window_us == 0)
        m->window_us = 500;
    if (e->launches == 0)
        e->launches = 1;
}

qdr_status qdr_experiment_load(const char *path,
                               qdr_experiment **out_experiment,
                               qdr_error *error)
{
    void *data;
    qdr_status status;

    fill_names();
    status = qdr_yaml_load(path, &schema, &data, error);
    if (status != QDR_OK)
        return status;
    set_defaults(data);
    status = qdr_experiment_check(path, data, error);
    if (status == QDR_OK)
        status = qdr_experiment_find_patterns(path, data, error);
    if (status == QDR_OK)
        *out_experiment = data;
    else
        qdr_experiment_free(data);
    return status;
}

void qdr_experiment_free(qdr_experiment *experiment)
{
    qdr_yaml_free(&schema, experiment);
}
