/* kernels/preload/preload_settings.c -- see preload_settings.h. */
#include "kernels/preload/preload_settings.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

static const struct {
    const char *name;
    qdr_collective collective;
} calls[QDR_NUM_CALLS] = {
#define QDR_TAKEN(name, lower, upper, collective, count, ...)                  \
    {#lower, collective},
#define QDR_PASSED(name, lower, upper, count, ...) {#lower, QDR_ALLTOALLV},
#include "kernels/preload/preload_calls.def"
#undef QDR_TAKEN
#undef QDR_PASSED
};

static const char *const words[QDR_PRELOAD_FIRST] = {"off", "auto", "direct"};

const char *qdr_preload_call_name(int call)
{
    return calls[call].name;
}

const char *qdr_preload_algorithm_name(int algorithm)
{
    return algorithm < QDR_PRELOAD_FIRST
               ? words[algorithm]
               : qdr_kernel_at(algorithm - QDR_PRELOAD_FIRST)->name;
}

int qdr_preload_algorithm_of(const qdr_kernel *kernel)
{
    int i = 0;

    while (qdr_kernel_at(i) != kernel)
        i++;
    return i + QDR_PRELOAD_FIRST;
}

/* Whether each rank alone can plan the algorithm for this call. Messages are
 * known to their two ranks only, so they go straight. */
static bool fits(int algorithm, int call)
{
    const qdr_kernel *kernel;

    if (algorithm < QDR_PRELOAD_FIRST)
        return algorithm != QDR_PRELOAD_DIRECT ||
               calls[call].collective == QDR_ALLTOALLV;
    kernel = qdr_kernel_at(algorithm - QDR_PRELOAD_FIRST);
    return calls[call].collective != QDR_ALLTOALLV &&
           kernel->collective == calls[call].collective &&
           kernel->candidates == NULL && qdr_kernel_has_mode(kernel);
}

/* `name` is that of an algorithm, or its alias. */
static bool is_named(int algorithm, const char *name)
{
    const char *alias =
        algorithm < QDR_PRELOAD_FIRST
            ? NULL
            : qdr_kernel_at(algorithm - QDR_PRELOAD_FIRST)->alias;

    return strcmp(qdr_preload_algorithm_name(algorithm), name) == 0 ||
           (alias != NULL && strcmp(alias, name) == 0);
}

static qdr_status find_algorithm(int call, const char *name, int *out_algorithm,
                                 qdr_error *error)
{
    char what[64];
    qdr_names accepted = {0};
    qdr_status status;

    for (int a = 0; a < QDR_PRELOAD_FIRST + qdr_kernel_count(); a++) {
        if (!fits(a, call))
            continue;
        qdr_names_add(&accepted, qdr_preload_algorithm_name(a));
        if (is_named(a, name)) {
            *out_algorithm = a;
            qdr_names_cleanup(&accepted);
            return QDR_OK;
        }
    }
    snprintf(what, sizeof what, "QUADRILLE_PRELOAD: %s", calls[call].name);
    status = qdr_names_refuse(&accepted, what, name, error);
    qdr_names_cleanup(&accepted);
    return status;
}

static qdr_status set_all(const char *value, qdr_preload_settings *settings,
                          qdr_error *error)
{
    bool is_off = strcmp(value, "off") == 0;

    if (!is_off && strcmp(value, "auto") != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "QUADRILLE_PRELOAD: all '%.80s'; accepted: off, auto",
                        value);
    for (int i = 0; i < QDR_NUM_TAKEN; i++)
        settings->algorithm[i] = is_off ? QDR_PRELOAD_OFF : QDR_PRELOAD_AUTO;
    return QDR_OK;
}

/* "bcast:auto"; cut in two here. */
static qdr_status read_pair(char *pair, qdr_preload_settings *settings,
                            qdr_error *error)
{
    char *value = strchr(pair, ':');
    qdr_names accepted = {0};
    qdr_status status;

    if (value == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "QUADRILLE_PRELOAD: '%.80s'; accepted: CALL:ALGORITHM, "
                        "joined by commas, such as alltoallv:auto,bcast:off",
                        pair);
    *value++ = '\0';
    if (strcmp(pair, "all") == 0)
        return set_all(value, settings, error);
    for (int i = 0; i < QDR_NUM_TAKEN; i++)
        if (strcmp(pair, calls[i].name) == 0)
            return find_algorithm(i, value, &settings->algorithm[i], error);
    qdr_names_add(&accepted, "all");
    for (int i = 0; i < QDR_NUM_TAKEN; i++)
        qdr_names_add(&accepted, calls[i].name);
    status =
        qdr_names_refuse(&accepted, "QUADRILLE_PRELOAD: call", pair, error);
    qdr_names_cleanup(&accepted);
    return status;
}

static qdr_status read_pairs(const char *text, qdr_preload_settings *settings,
                             qdr_error *error)
{
    char *copy = strdup(text), *rest = NULL;
    qdr_status status = QDR_OK;

    if (copy == NULL)
        return qdr_fail_memory(error, "the settings of the preload library");
    for (char *pair = strtok_r(copy, ",", &rest);
         pair != NULL && status == QDR_OK; pair = strtok_r(NULL, ",", &rest))
        status = read_pair(pair, settings, error);
    free(copy);
    return status;
}

qdr_status qdr_preload_settings_read(const char *text, const char *verbose,
                                     qdr_preload_settings *out_settings,
                                     qdr_error *error)
{
    qdr_preload_settings made;
    qdr_status status = set_all("auto", &made, error);

    made.is_verbose = verbose != NULL && strcmp(verbose, "1") == 0;
    if (verbose != NULL && !made.is_verbose && *verbose != '\0' &&
        strcmp(verbose, "0") != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "QUADRILLE_VERBOSE: '%.80s'; accepted: 0, 1", verbose);
    if (status == QDR_OK && text != NULL)
        status = read_pairs(text, &made, error);
    if (status == QDR_OK)
        *out_settings = made;
    return status;
}

void qdr_preload_settings_write(const qdr_preload_settings *settings, FILE *to)
{
    for (int i = 0; i < QDR_NUM_TAKEN; i++)
        fprintf(to, "%s%s:%s", i == 0 ? "" : ",", calls[i].name,
                qdr_preload_algorithm_name(settings->algorithm[i]));
}
