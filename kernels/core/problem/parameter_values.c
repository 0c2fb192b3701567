/* kernels/core/problem/parameter_values.c -- values of all parameters of a
 * table; see parameter.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"
#include "kernels/core/problem/parameter.h"

void qdr_values_init(qdr_values *values, const qdr_parameter *parameters)
{
    int count = qdr_parameters_count(parameters);

    assert(count <= QDR_MAX_PARAMETERS);
    *values = (qdr_values){.parameters = parameters};
    for (int i = 0; i < count; i++)
        if (parameters[i].default_value != NULL) {
            qdr_status status = qdr_parameter_read(
                &parameters[i], parameters[i].name, parameters[i].default_value,
                &values->values[i], NULL);
            assert(status == QDR_OK);
            (void)status;
        }
}

static int digit_of(char digit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);

    return found == NULL ? -1 : (int)(found - digits) % 16;
}

/* In place; false: a '%' without two digits after it, or 00. */
static bool decode(char *text)
{
    char *to = text;

    while (*text != '\0') {
        int high, low;
        if (*text != '%') {
            *to++ = *text++;
            continue;
        }
        high = digit_of(text[1]);
        low = high < 0 ? -1 : digit_of(text[2]);
        if (low < 0 || high + low == 0)
            return false;
        *to++ = (char)(high * 16 + low);
        text += 3;
    }
    *to = '\0';
    return true;
}

static qdr_status fail_unknown(const qdr_parameter *table, const char *owner,
                               const char *name, qdr_error *error)
{
    qdr_names names = {0};
    char what[128];
    qdr_status status;

    snprintf(what, sizeof what, "%.60s: parameter", owner);
    for (int i = 0; table != NULL && table[i].name != NULL; i++)
        qdr_names_add(&names, table[i].name);
    status = qdr_names_refuse(&names, what, name, error);
    qdr_names_cleanup(&names);
    return status;
}

qdr_status qdr_values_read(qdr_values *values, const char *owner, char *text,
                           qdr_error *error)
{
    bool is_named[QDR_MAX_PARAMETERS] = {false};
    char *pair;

    while ((pair = strsep(&text, ";")) != NULL) {
        char *name = strsep(&pair, "=");
        int i = qdr_parameters_find(values->parameters, name);
        qdr_status status;
        if (name[0] == '\0' && pair == NULL)
            continue;
        if (i < 0)
            return fail_unknown(values->parameters, owner, name, error);
        if (is_named[i])
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s is given twice; accepted: once", name);
        if (pair == NULL || !decode(pair))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s has no value; accepted: %s=value, pairs joined "
                            "by ';', bytes as %%20",
                            name, name);
        is_named[i] = true;
        status = qdr_parameter_read(&values->parameters[i], name, pair,
                                    &values->values[i], error);
        if (status != QDR_OK)
            return status;
    }
    return QDR_OK;
}

qdr_status qdr_values_require(const qdr_values *values, const char *owner,
                              qdr_error *error)
{
    const qdr_parameter *table = values->parameters;

    for (int i = 0; table != NULL && table[i].name != NULL; i++)
        if (values->values[i].text == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s is needed (%s)",
                            owner, table[i].name, table[i].summary);
    return QDR_OK;
}

void qdr_values_write(const qdr_values *values, FILE *to)
{
    const qdr_parameter *table = values->parameters;
    bool is_first = true;

    for (int i = 0; table != NULL && table[i].name != NULL; i++) {
        if (values->values[i].text == NULL)
            continue;
        fprintf(to, "%s%s=", is_first ? "" : ";", table[i].name);
        qdr_percent_print(values->values[i].text, to);
        is_first = false;
    }
}

int64_t qdr_values_integer(const qdr_values *values, int index)
{
    return values->values[index].integer;
}

double qdr_values_real(const qdr_values *values, int index)
{
    return values->values[index].real;
}

const char *qdr_values_text(const qdr_values *values, int index)
{
    return values->values[index].text;
}
