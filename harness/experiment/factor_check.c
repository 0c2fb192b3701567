/* harness/experiment/factor_check.c -- see factor_check.h. */
#include "harness/experiment/factor_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A key of algorithms or workloads that this experiment has not. */
static qdr_status refuse_idle(const qdr_experiment *e, const qdr_factor *factor,
                              qdr_error *error)
{
    qdr_names rows = {0};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    qdr_status status;

    for (int w = 0; w < qdr_workload_count(); w++)
        if (qdr_factor_parameter(qdr_workload_at(w)->parameters, factor->key))
            qdr_names_add(&rows, qdr_workload_at(w)->name);
    for (int k = 0; k < qdr_kernel_count(); k++)
        if (qdr_factor_parameter(qdr_kernel_at(k)->parameters, factor->key))
            qdr_names_add(&rows, qdr_kernel_at(k)->name);
    if (to == NULL) {
        qdr_names_cleanup(&rows);
        return qdr_fail_memory(error, "a message");
    }
    qdr_names_print(&rows, "", to);
    fclose(to);
    status = qdr_yaml_refuse_at(e->file, factor->at, error,
                                "%s is not a parameter of this sweep's "
                                "workload or algorithms; accepted: with %s",
                                factor->key, text);
    free(text);
    qdr_names_cleanup(&rows);
    return status;
}

/* `density` and `densities` are one. */
static qdr_status refuse_twice(const qdr_experiment *e, int index,
                               qdr_error *error)
{
    const qdr_factor *factor = &e->factors[index];
    const qdr_parameter *parameter = qdr_factors_find(e, factor->key);

    for (int i = 0; i < index; i++) {
        const qdr_factor *other = &e->factors[i];
        char line[32];
        if (qdr_factors_find(e, other->key) != parameter)
            continue;
        snprintf(line, sizeof line, "on line %u", other->at.line);
        return qdr_yaml_refuse_at(
            e->file, factor->at, error,
            "%s: already given %s as %s; accepted: once", factor->key,
            other->at.option == NULL ? line : "in --set", other->key);
    }
    return QDR_OK;
}

/* 0.1 and 0.10 are. */
static bool are_equal(const qdr_parameter *parameter, const qdr_value *a,
                      const qdr_value *b)
{
    if (parameter->type >= QDR_INTEGERS)
        return strcmp(a->text, b->text) == 0;
    return a->integer == b->integer && a->real == b->real;
}

/* Two equal levels would make cells that are pooled as one. */
static qdr_status check_values(const qdr_experiment *e,
                               const qdr_factor *factor,
                               const qdr_parameter *parameter, qdr_error *error)
{
    qdr_value *values = calloc(factor->num_values + 1, sizeof *values);
    qdr_status status = QDR_OK;

    if (values == NULL)
        return qdr_fail_memory(error, "the values of a factor");
    for (unsigned i = 0; i < factor->num_values && status == QDR_OK; i++) {
        qdr_error reason = {""};
        if (qdr_parameter_read(parameter, factor->key, factor->values[i],
                               &values[i], &reason) != QDR_OK)
            status = qdr_yaml_refuse_at(e->file, factor->at, error, "%s",
                                        reason.text);
        for (unsigned j = 0; j < i && status == QDR_OK; j++)
            if (are_equal(parameter, &values[i], &values[j]))
                status = qdr_yaml_refuse_at(
                    e->file, factor->at, error,
                    "%s: '%.60s' is given twice; accepted: once", factor->key,
                    factor->values[i]);
    }
    free(values);
    return status;
}

/* In a sweep's own folder, which keeps what files it was made with. */
static bool is_kept(const char *path)
{
    const char *name = qdr_last_name(path);
    char folder[4096];

    snprintf(folder, sizeof folder, "%.*s" QDR_INPUTS_FOLDER,
             (int)(name - path), path);
    return strcmp(name, "experiment.yaml") == 0 && access(folder, X_OK) == 0;
}

static bool is_readable(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
           access(path, R_OK) == 0;
}

/* Replaces the name of a file by where it is. */
static qdr_status find_file(const qdr_experiment *e, const qdr_factor *factor,
                            char **value, qdr_error *error)
{
    const char *path = e->file->path;
    int length = (int)(qdr_last_name(path) - path);
    char *found = NULL;
    size_t size;
    FILE *to = open_memstream(&found, &size);

    if (to == NULL)
        return qdr_fail_memory(error, "a path");
    if (is_kept(path))
        fprintf(to, "%.*s" QDR_INPUTS_FOLDER "/%s", length, path,
                qdr_last_name(*value));
    else
        fprintf(to, "%.*s%s", **value == '/' ? 0 : length, path, *value);
    fclose(to);
    free(*value);
    *value = found;
    if (*qdr_last_name(*value) != '\0' && is_readable(*value))
        return QDR_OK;
    return qdr_yaml_refuse_at(
        e->file, factor->at, error,
        "%s: '%.1000s' cannot be read; accepted: a file%s", factor->key, *value,
        is_kept(path) ? "" : ", relative to this one");
}

/* Results know a file by its last name. */
static qdr_status find_files(const qdr_experiment *e, const qdr_factor *factor,
                             qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (unsigned i = 0; i < factor->num_values && status == QDR_OK; i++) {
        const char *name = qdr_last_name(factor->values[i]);
        for (unsigned j = 0; j < i; j++)
            if (strcmp(qdr_last_name(factor->values[j]), name) == 0)
                return qdr_yaml_refuse_at(
                    e->file, factor->at, error,
                    "%s: %s; accepted: files with different names", factor->key,
                    name);
        status = find_file(e, factor, &factor->values[i], error);
    }
    return status;
}

qdr_status qdr_factor_check(const qdr_experiment *e, int index,
                            qdr_error *error)
{
    const qdr_factor *factor = &e->factors[index];
    const qdr_parameter *parameter = qdr_factors_find(e, factor->key);
    qdr_status status;

    if (parameter == NULL)
        return refuse_idle(e, factor, error);
    status = refuse_twice(e, index, error);
    if (status == QDR_OK)
        status = check_values(e, factor, parameter, error);
    if (status == QDR_OK && parameter->type == QDR_FILE)
        status = find_files(e, factor, error);
    return status;
}

/* Parameters of an algorithm or workload that have no default and are not
 * given. */
static qdr_status require_given(const qdr_experiment *e, const char *key,
                                const char *owner, const qdr_parameter *table,
                                qdr_error *error)
{
    for (; table != NULL && table->name != NULL; table++)
        if (table->default_value == NULL && !qdr_factors_give(e, table))
            return qdr_yaml_refuse(
                e->file, key, error, "%s: the key '%s' is missing (%s)", owner,
                table->plural == NULL ? table->name : table->plural,
                table->summary);
    return QDR_OK;
}

qdr_status qdr_factors_require(const qdr_experiment *e, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);
    qdr_status status = require_given(e, "workload", workload->name,
                                      workload->parameters, error);

    for (unsigned i = 0; i < e->num_algorithms && status == QDR_OK; i++) {
        const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[i]);
        status = require_given(e, "algorithms", kernel->name,
                               kernel->parameters, error);
    }
    return status;
}
