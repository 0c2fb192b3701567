/* harness/experiment/experiment_check.c -- see experiment_check.h. */
#include "harness/experiment/experiment_check.h"

#include <string.h>

#include "harness/files/yaml.h"
#include "kernels/core/base/name_lookup.h"

/* Fails, naming the line of `key`, unless min <= number <= max. */
static qdr_status require(const qdr_experiment *e, const char *key,
                          double number, double min, double max,
                          qdr_error *error)
{
    if (number >= min && number <= max)
        return QDR_OK;
    return qdr_yaml_refuse(e->file, key, error,
                           "%s: %.15g; accepted: %.15g to %.15g", key, number,
                           min, max);
}

/* Ranks are either counted, or distributed to nodes. */
static qdr_status check_layouts(const qdr_experiment *e, qdr_error *error)
{
    bool has_nodes = e->num_nodes > 0 && e->num_tasks_per_node > 0;
    qdr_status status = QDR_OK;

    if ((e->num_procs > 0) == has_nodes ||
        (e->num_nodes > 0) != (e->num_tasks_per_node > 0))
        return qdr_yaml_refuse(
            e->file, e->num_nodes > 0 ? "nodes" : "procs", error,
            "number of ranks; accepted: procs, or nodes and tasks_per_node");
    for (unsigned i = 0; i < e->num_nodes && status == QDR_OK; i++)
        status = require(e, "nodes", e->nodes[i], 1, QDR_MAX_PROCS, error);
    for (unsigned i = 0; i < e->num_tasks_per_node && status == QDR_OK; i++)
        status = require(e, "tasks_per_node", e->tasks_per_node[i], 1,
                         QDR_MAX_PROCS, error);
    for (unsigned i = 0; i < e->num_procs && status == QDR_OK; i++)
        status = require(e, "procs", e->procs[i], 1, QDR_MAX_PROCS, error);
    for (unsigned n = 0; n < e->num_nodes; n++)
        for (unsigned t = 0; t < e->num_tasks_per_node && status == QDR_OK; t++)
            if ((int64_t)e->nodes[n] * e->tasks_per_node[t] > QDR_MAX_PROCS)
                status = qdr_yaml_refuse(e->file, "nodes", error,
                                         "nodes: %d of %d ranks; accepted: up "
                                         "to %d ranks",
                                         e->nodes[n], e->tasks_per_node[t],
                                         QDR_MAX_PROCS);
    return status;
}

/* More than any list needs; products of some stay countable. */
enum { MAX_ENTRIES = 10000 };

/* Equal cells would be pooled as one of twice the samples. */
static qdr_status check_lists(const qdr_experiment *e, qdr_error *error)
{
    const struct {
        const char *key;
        const int *values;
        unsigned count;
    } lists[] = {
        {"algorithms", e->algorithms, e->num_algorithms},
        {"procs", e->procs, e->num_procs},
        {"nodes", e->nodes, e->num_nodes},
        {"tasks_per_node", e->tasks_per_node, e->num_tasks_per_node},
        {"mappings", e->mappings, e->num_mappings},
        {"bindings", e->bindings, e->num_bindings},
        {"processes", e->processes, e->num_processes},
    };

    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        if (lists[l].count > MAX_ENTRIES)
            return qdr_yaml_refuse(e->file, lists[l].key, error,
                                   "%s has %u entries; accepted: up to %d",
                                   lists[l].key, lists[l].count, MAX_ENTRIES);
        for (unsigned i = 0; i < lists[l].count; i++)
            for (unsigned j = 0; j < i; j++)
                if (lists[l].values[i] == lists[l].values[j])
                    return qdr_yaml_refuse(e->file, lists[l].key, error,
                                           "%s: entries %u and %u are equal; "
                                           "accepted: each once",
                                           lists[l].key, j + 1, i + 1);
    }
    return QDR_OK;
}

static qdr_status check_modes(const qdr_experiment *e, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);

    for (unsigned i = 0; i < e->num_modes; i++) {
        qdr_mode mode;
        qdr_error reason = {""};
        if (qdr_mode_parse(e->modes[i], &mode, &reason) != QDR_OK)
            return qdr_yaml_refuse(e->file, "modes", error, "%s", reason.text);
        if (mode.announces && workload->has_vector)
            return qdr_yaml_refuse(e->file, "modes", error,
                                   "modes: '%s' of %s; accepted: without "
                                   "+announce, as all ranks know the lengths "
                                   "of a vector",
                                   e->modes[i], workload->name);
        for (unsigned j = 0; j < i; j++)
            if (strcmp(e->modes[i], e->modes[j]) == 0)
                return qdr_yaml_refuse(
                    e->file, "modes", error,
                    "modes: '%s' is given twice; accepted: each once",
                    e->modes[i]);
    }
    return QDR_OK;
}

enum { LONGEST_NAME = 63 };

/* The name becomes a folder. */
static qdr_status check_name(const qdr_experiment *e, qdr_error *error)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

    if (e->name[strspn(e->name, plain)] == '\0' &&
        strlen(e->name) <= LONGEST_NAME)
        return QDR_OK;
    return qdr_yaml_refuse(e->file, "name", error,
                           "name: '%.80s'; accepted: up to %d of a-z, 0-9 "
                           "and _",
                           e->name, LONGEST_NAME);
}

/* An option of `bench` takes them, too. */
static qdr_status check_seeds(const qdr_experiment *e, qdr_error *error)
{
    if (e->seeds.first <= INT64_MAX &&
        e->seeds.count <= (uint64_t)INT64_MAX - e->seeds.first &&
        e->order_seed <= INT64_MAX)
        return QDR_OK;
    return qdr_yaml_refuse(
        e->file, "seeds", error,
        "seeds: 2^63 or more; accepted: seeds and order_seed below 2^63");
}

static qdr_status check_scalars(const qdr_experiment *e, qdr_error *error)
{
    const struct {
        const char *key;
        double number, min, max;
    } scalars[] = {
        {"count", (double)e->seeds.count, 1, 1e6},
        {"warmup", e->measuring.warmup, 0, 1e6},
        /* By default it is `warmup`, however large. */
        {"most_warmup", e->measuring.max_warmup, e->measuring.warmup,
         e->measuring.warmup > QDR_MAX_WARMUP ? e->measuring.warmup
                                              : QDR_MAX_WARMUP},
        {"repetitions", e->measuring.repetitions, 1, 1e6},
        /* A second execution finds the caches warm. */
        {"batch", e->measuring.batch, 0,
         e->measuring.cache == QDR_CACHE_COLD ? 1 : 10000},
        {"most_repetitions", e->measuring.max_repetitions,
         e->measuring.repetitions, 1e6},
        {"precision", e->measuring.precision, 1e-6, 1},
        {"cell_cap_s", e->measuring.cell_cap_s, 0, 1e6},
        {"window_us", e->measuring.window_us, 1, 1e6},
        {"launches", e->launches, 1, 1e4},
        {"cells_per_launch", (double)e->cells_per_launch, 1, 1e6},
        {"launch_cap_s", e->launch_cap_s, 1, 1e6},
        {"cell_limit_s", e->cell_limit_s, 1, e->launch_cap_s},
    };
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof scalars / sizeof *scalars && status == QDR_OK;
         i++)
        status = require(e, scalars[i].key, scalars[i].number, scalars[i].min,
                         scalars[i].max, error);
    return status;
}

/* Vectors are where a program has them. */
static qdr_status check_timed(const qdr_experiment *e, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);

    if (e->measuring.timed != QDR_TIMED_INDEXED || !workload->has_vector)
        return QDR_OK;
    return qdr_yaml_refuse(e->file, "timed", error,
                           "timed: indexed of %s; accepted: of workloads whose "
                           "traffic is messages",
                           workload->name);
}

qdr_status qdr_experiment_check(const qdr_experiment *e, qdr_error *error)
{
    static qdr_status (*const checks[])(const qdr_experiment *, qdr_error *) = {
        check_lists,   check_layouts, check_modes, check_seeds,
        check_scalars, check_timed,   check_name};
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == QDR_OK;
         i++)
        status = checks[i](e, error);
    return status;
}

static void add_parameters(const qdr_parameter *table, qdr_names *names)
{
    for (; table != NULL && table->name != NULL; table++)
        qdr_names_add(names, table->name);
}

qdr_status qdr_experiment_check_case(const qdr_experiment *e, qdr_error *error)
{
    qdr_names known = {0};
    qdr_status status = QDR_OK;

    qdr_names_add(&known, "procs");
    add_parameters(qdr_workload_at(e->workload)->parameters, &known);
    for (unsigned i = 0; i < e->num_algorithms; i++)
        add_parameters(qdr_kernel_at(e->algorithms[i])->parameters, &known);
    for (unsigned i = 0; i < e->num_case_keys && status == QDR_OK; i++) {
        qdr_error reason = {""};
        bool is_known = false;
        for (int n = 0; n < known.count; n++)
            is_known |= strcmp(known.names[n], e->case_keys[i]) == 0;
        if (!is_known && qdr_names_refuse(&known, "case_keys: key",
                                          e->case_keys[i], &reason) != QDR_OK)
            status =
                qdr_yaml_refuse(e->file, "case_keys", error, "%s", reason.text);
        for (unsigned j = 0; j < i && status == QDR_OK; j++)
            if (strcmp(e->case_keys[i], e->case_keys[j]) == 0)
                status = qdr_yaml_refuse(
                    e->file, "case_keys", error,
                    "case_keys: key '%.60s' is given twice; accepted: once",
                    e->case_keys[i]);
    }
    qdr_names_cleanup(&known);
    return status;
}
