/* harness/experiment/experiment_check.c -- see experiment_check.h. */
#include "harness/experiment/experiment_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/yaml.h"

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
qdr_status qdr_experiment_find_patterns(const char *path, qdr_experiment *e,
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

qdr_status qdr_experiment_check(const char *path, const qdr_experiment *e,
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
