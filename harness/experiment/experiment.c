/* harness/experiment/experiment.c -- see experiment.h. */
#include "harness/experiment/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/yaml.h"

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

/* Fails, naming the line of `key`, unless least <= number <= most. */
static qdr_status require(const char *path, const char *key, double number,
                          double least, double most, qdr_error *error)
{
    if (number >= least && number <= most)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s:%u: %s: %.15g; accepted: %.15g "
                    "to %.15g",
                    path, qdr_yaml_line(path, key), key, number, least, most);
}

/* Ranks are counted, or dealt to nodes: one of the two. */
static qdr_status check_shapes(const char *path, const qdr_experiment *e,
                               qdr_error *error)
{
    bool has_nodes = e->num_nodes > 0 && e->num_tasks_per_node > 0;
    qdr_status status = QDR_OK;

    if ((e->num_procs > 0) == has_nodes ||
        (e->num_nodes > 0) != (e->num_tasks_per_node > 0))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "%s:%u: ranks; accepted: procs, or nodes with "
            "tasks_per_node",
            path, qdr_yaml_line(path, e->num_nodes > 0 ? "nodes" : "procs"));
    for (unsigned i = 0; i < e->num_nodes && status == QDR_OK; i++)
        status = require(path, "nodes", e->nodes[i], 1, QDR_MAX_PROCS, error);
    for (unsigned i = 0; i < e->num_tasks_per_node && status == QDR_OK; i++)
        status = require(path, "tasks_per_node", e->tasks_per_node[i], 1,
                         QDR_MAX_PROCS, error);
    for (int i = 0; status == QDR_OK && i < qdr_experiment_num_shapes(e); i++)
        status =
            require(path, has_nodes ? "nodes" : "procs",
                    qdr_experiment_shape(e, i).procs, 1, QDR_MAX_PROCS, error);
    return status;
}

/* Files are given relative to the experiment. A results folder keeps its copies
 * in patterns/, by their last name, and they come first. */
static qdr_status find_patterns(const char *path, qdr_experiment *e,
                                qdr_error *error)
{
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 0 : (int)(slash - path + 1);

    for (unsigned i = 0; i < e->num_patterns; i++) {
        char kept[2048], given[2048];
        const char *name = qdr_last_name(e->patterns[i]);
        snprintf(kept, sizeof kept, "%.*spatterns/%s", length, path, name);
        snprintf(given, sizeof given, "%.*s%s",
                 e->patterns[i][0] == '/' ? 0 : length, path, e->patterns[i]);
        for (unsigned j = 0; j < i; j++)
            if (strcmp(qdr_last_name(e->patterns[j]), name) == 0)
                return qdr_fail(error, QDR_ERROR_INPUT,
                                "%s:%u: patterns: %.200s; accepted: files with "
                                "different names",
                                path, qdr_yaml_line(path, "patterns"), name);
        free(e->patterns[i]);
        e->patterns[i] = strdup(access(kept, R_OK) == 0 ? kept : given);
        if (e->patterns[i] == NULL)
            return qdr_fail_memory(error, "a path");
        if (access(e->patterns[i], R_OK) != 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s:%u: patterns: %.300s cannot be read; accepted: "
                            "matrices, relative to this file",
                            path, qdr_yaml_line(path, "patterns"),
                            e->patterns[i]);
    }
    if ((e->num_patterns > 0) !=
        ((qdr_workload_at(e->workload)->uses & QDR_USES_PATH) != 0))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s:%u: workload %s; accepted: patterns with "
                        "matrix_file only",
                        path, qdr_yaml_line(path, "workload"),
                        qdr_workload_at(e->workload)->name);
    return QDR_OK;
}

const char *qdr_last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

/* Each list that the workload uses must be there, and no other: a left-out
 * degree would be 0, and a list without use would repeat equal cells. */
static qdr_status check_lists(const char *path, const qdr_experiment *e,
                              qdr_error *error)
{
    const struct {
        const char *key;
        unsigned count, use;
    } lists[] = {
        {"degrees", e->num_degrees, QDR_USES_DEGREE},
        {"fan_outs", e->num_fan_outs, QDR_USES_BOUNDED},
        {"non_uniformities", e->num_non_uniformities, QDR_USES_BOUNDED},
        {"traffics", e->num_traffics, QDR_USES_BOUNDED},
    };
    const qdr_workload *workload = qdr_workload_at(e->workload);

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        bool is_given = lists[i].count > 0;
        bool is_used = (workload->uses & lists[i].use) != 0;
        if (is_given != is_used)
            return qdr_fail(
                error, QDR_ERROR_INPUT, "%s:%u: workload: %s; accepted: %s %s",
                path, qdr_yaml_line(path, "workload"), workload->name,
                is_used ? "with a list" : "another with", lists[i].key);
    }
    return QDR_OK;
}

/* What the generators would refuse later, as far as one list tells. */
static qdr_status check_traffic(const char *path, const qdr_experiment *e,
                                qdr_error *error)
{
    qdr_status status = check_lists(path, e, error);

    for (int s = 0; s < qdr_experiment_num_shapes(e); s++) {
        int procs = qdr_experiment_shape(e, s).procs;
        for (unsigned i = 0; i < e->num_degrees && status == QDR_OK; i++)
            status =
                require(path, "degrees", e->degrees[i], 0, procs - 1, error);
        for (unsigned i = 0; i < e->num_fan_outs && status == QDR_OK; i++)
            status = require(path, "fan_outs", e->fan_outs[i], 2, procs, error);
    }
    for (unsigned i = 0; i < e->num_non_uniformities && status == QDR_OK; i++)
        status = require(path, "non_uniformities", e->non_uniformities[i], 0, 1,
                         error);
    for (unsigned i = 0; i < e->num_traffics && status == QDR_OK; i++)
        status =
            require(path, "traffics", (double)e->traffics[i], 0, 0x1p40, error);
    return status;
}

static qdr_status check_factors(const char *path, const qdr_experiment *e,
                                qdr_error *error)
{
    qdr_status status = check_shapes(path, e, error);

    for (unsigned i = 0; i < e->num_densities && status == QDR_OK; i++)
        status = require(path, "densities", e->densities[i], 0, 1, error);
    for (unsigned i = 0; i < e->num_modes && status == QDR_OK; i++) {
        qdr_mode mode;
        qdr_error reason = {""};
        if (qdr_mode_parse(e->modes[i], &mode, &reason) != QDR_OK)
            status = qdr_fail(error, QDR_ERROR_INPUT, "%s:%u: %s", path,
                              qdr_yaml_line(path, "modes"), reason.text);
    }
    for (unsigned i = 0; i < e->num_bytes && status == QDR_OK; i++)
        status = require(path, "bytes", (double)e->bytes[i], 0, 0x1p40, error);
    for (int i = 0; status == QDR_OK && i < qdr_experiment_num_shapes(e); i++)
        status = require(path, "root", e->root, 0,
                         qdr_experiment_shape(e, i).procs - 1, error);
    if (status == QDR_OK && e->cutoff != 0)
        status = require(path, "cutoff", e->cutoff, 1, 1e9, error);
    for (unsigned i = 0; i < e->num_delays && status == QDR_OK; i++)
        status = require(path, "delays_us", e->delays_us[i], 0, 1e9, error);
    if (status == QDR_OK)
        status = require(path, "segment_bytes", (double)e->segment_bytes, 0,
                         0x1p40, error);
    if (status == QDR_OK)
        status =
            require(path, "element_bytes", e->element_bytes, 0, 1 << 20, error);
    if (status == QDR_OK)
        status = check_traffic(path, e, error);
    return status;
}

static qdr_status check(const char *path, const qdr_experiment *e,
                        qdr_error *error)
{
    const struct {
        const char *key;
        double number, least, most;
    } scalars[] = {
        {"count", (double)e->seeds.count, 1, 1e6},
        {"warmup", e->measuring.warmup, 0, 1e6},
        {"most_warmup", e->measuring.most_warmup, e->measuring.warmup, 1e6},
        {"repetitions", e->measuring.repetitions, 1, 1e6},
        {"most_repetitions", e->measuring.most_repetitions,
         e->measuring.repetitions, 1e6},
        {"precision", e->measuring.precision, 1e-6, 1},
        {"cell_cap_s", e->measuring.cell_cap_s, 0, 1e6},
        {"window_us", e->measuring.window_us, 1, 1e6},
        {"launches", e->launches, 1, 1e4},
        {"cells_per_launch", (double)e->cells_per_launch, 1, 1e6},
        {"launch_cap_s", e->launch_cap_s, 1, 1e6},
    };
    qdr_status status = check_factors(path, e, error);

    for (size_t i = 0; i < sizeof scalars / sizeof *scalars && status == QDR_OK;
         i++)
        status = require(path, scalars[i].key, scalars[i].number,
                         scalars[i].least, scalars[i].most, error);
    /* The name becomes a folder. */
    if (status == QDR_OK &&
        e->name[strspn(e->name, "abcdefghijklmnopqrstuvwxyz0123456789_")] !=
            '\0')
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s:%u: name: '%s'; accepted: a-z, 0-9 and _", path,
                          qdr_yaml_line(path, "name"), e->name);
    return status;
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
    status = check(path, data, error);
    if (status == QDR_OK)
        status = find_patterns(path, data, error);
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
