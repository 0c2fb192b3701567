/* harness/files/yaml_scalar.c -- see yaml_scalar.h. */
#include "harness/files/yaml_scalar.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

static qdr_status refuse(const char *text, const char *key,
                         const char *accepted, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT, "%s: '%.60s'; accepted: %s", key,
                    text, accepted);
}

/* All of it; and a leading 0 is octal elsewhere. */
static bool is_digits(const char *text, const char *end)
{
    return end != text && *end == '\0' && (text[0] != '0' || text[1] == '\0');
}

static qdr_status read_whole(const char *text, const char *key, int64_t min,
                             int64_t max, int64_t *out_number, qdr_error *error)
{
    char accepted[64], *end;

    errno = 0;
    *out_number = strtoll(text, &end, 10);
    if (!is_digits(text, end))
        return refuse(text, key, "a whole number", error);
    snprintf(accepted, sizeof accepted, "%" PRId64 " to %" PRId64, min, max);
    return errno == 0 && *out_number >= min && *out_number <= max
               ? QDR_OK
               : refuse(text, key, accepted, error);
}

static qdr_status read_unsigned(const char *text, const char *key,
                                uint64_t *out_number, qdr_error *error)
{
    char *end;

    errno = 0;
    *out_number = strtoull(text, &end, 10);
    if (!is_digits(text, end) || text[0] == '-')
        return refuse(text, key, "a whole number, 0 or more", error);
    return errno == 0 ? QDR_OK
                      : refuse(text, key, "0 to 18446744073709551615", error);
}

/* As R reads it: 0x10 is no number, and 010 would be an octal one. */
static qdr_status read_real(const char *text, const char *key,
                            double *out_number, qdr_error *error)
{
    const char *digits = text + (*text == '-' || *text == '+');
    char *end;
    bool is_good;

    errno = 0;
    *out_number = strtod(text, &end);
    is_good = isfinite(*out_number) && errno == 0 &&
              text[strspn(text, "0123456789.eE+-")] == '\0' &&
              !(digits[0] == '0' && isdigit((unsigned char)digits[1]));
    return is_good && end != text && *end == '\0'
               ? QDR_OK
               : refuse(text, key, "a number", error);
}

static qdr_status read_name(const char *text, const qdr_yaml_field *field,
                            const char *key, int *out_value, qdr_error *error)
{
    qdr_names names = {.list =
                           "./quadrille list algorithms, or list workloads"};
    char what[128];
    qdr_status status;

    for (unsigned i = 0; i < field->num_names; i++)
        if (strcmp(field->names[i].text, text) == 0) {
            *out_value = field->names[i].value;
            return QDR_OK;
        }
    for (unsigned i = 0; i < field->num_names; i++)
        qdr_names_add(&names, field->names[i].text);
    snprintf(what, sizeof what, "%.60s:", key);
    status = qdr_names_refuse(&names, what, text, error);
    qdr_names_cleanup(&names);
    return status;
}

static qdr_status read_string(const char *text, const char *key,
                              char **out_string, qdr_error *error)
{
    if (text[0] == '\0')
        return refuse(text, key, "a text of 1 character or more", error);
    *out_string = strdup(text);
    return *out_string == NULL ? qdr_fail_memory(error, "a YAML file") : QDR_OK;
}

static qdr_status check_limit(double number, qdr_yaml_limit limit,
                              const char *key, qdr_error *error)
{
    if (limit == QDR_YAML_ANY || number > 0 ||
        (number == 0 && limit == QDR_YAML_FROM_0))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT, "%s: %g; accepted: numbers %s 0",
                    key, number, limit == QDR_YAML_FROM_0 ? "from" : "above");
}

qdr_status qdr_yaml_scalar_read(const char *text, const qdr_yaml_field *field,
                                const char *key, void *data, qdr_error *error)
{
    int64_t whole;
    qdr_status status;

    switch (field->type) {
    case QDR_YAML_WHOLE:
        status = read_whole(text, key, INT_MIN, INT_MAX, &whole, error);
        *(int *)data = (int)whole;
        return status == QDR_OK
                   ? check_limit((double)whole, field->limit, key, error)
                   : status;
    case QDR_YAML_BYTES:
        return read_whole(text, key, INT64_MIN, INT64_MAX, data, error);
    case QDR_YAML_REAL:
        status = read_real(text, key, data, error);
        return status == QDR_OK
                   ? check_limit(*(double *)data, field->limit, key, error)
                   : status;
    case QDR_YAML_UNSIGNED:
        return read_unsigned(text, key, data, error);
    case QDR_YAML_NAME:
        return read_name(text, field, key, data, error);
    default:
        return read_string(text, key, data, error);
    }
}
