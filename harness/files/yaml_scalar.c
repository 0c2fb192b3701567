/* harness/files/yaml_scalar.c -- see yaml_scalar.h. */
#include "harness/files/yaml_scalar.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

static qdr_status refuse(const char *text, const char *key,
                         const char *accepted, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT, "%s: '%.60s'; accepted: %s", key,
                    text, accepted);
}

/* A whole number that its place in memory has room for. */
static qdr_status check_whole(const char *text,
                              const cyaml_schema_value_t *schema,
                              const char *key, qdr_error *error)
{
    bool is_signed = schema->type == CYAML_INT;
    int unused_bits = 64 - 8 * (int)schema->data_size;
    int64_t max = INT64_MAX >> unused_bits;
    uint64_t max_unsigned = UINT64_MAX >> unused_bits;
    char accepted[64];
    char *end;
    bool fits;

    errno = 0;
    if (is_signed) {
        int64_t number = strtoll(text, &end, 10);
        fits = errno == 0 && number >= -max - 1 && number <= max;
    } else {
        fits = strtoull(text, &end, 10) <= max_unsigned && errno == 0;
    }
    /* libcyaml takes a leading 0 for octal. */
    if (end == text || *end != '\0' || (text[0] == '0' && text[1] != '\0') ||
        (!is_signed && text[0] == '-'))
        return refuse(
            text, key,
            is_signed ? "a whole number" : "a whole number, 0 or more", error);
    if (fits)
        return QDR_OK;
    if (is_signed)
        snprintf(accepted, sizeof accepted, "%" PRId64 " to %" PRId64, -max - 1,
                 max);
    else
        snprintf(accepted, sizeof accepted, "0 to %" PRIu64, max_unsigned);
    return refuse(text, key, accepted, error);
}

/* As R reads it: 0x10 is no number, and 010 would be an octal one. */
static qdr_status check_real(const char *text, const char *key,
                             qdr_error *error)
{
    const char *digits = text + (*text == '-' || *text == '+');
    char *end;
    bool is_good;

    errno = 0;
    is_good = isfinite(strtod(text, &end)) && errno == 0 &&
              text[strspn(text, "0123456789.eE+-")] == '\0' &&
              !(digits[0] == '0' && isdigit((unsigned char)digits[1]));
    return is_good && end != text && *end == '\0'
               ? QDR_OK
               : refuse(text, key, "a number", error);
}

static qdr_status check_enum(const char *text,
                             const cyaml_schema_value_t *schema,
                             const char *key, qdr_error *error)
{
    qdr_names names = {.list =
                           "./quadrille list algorithms, or list workloads"};
    bool is_known = false;
    char what[128];
    qdr_status status = QDR_OK;

    for (uint32_t i = 0; i < schema->enumeration.count; i++) {
        const char *name = schema->enumeration.strings[i].str;
        qdr_names_add(&names, name);
        is_known |= strcmp(name, text) == 0;
    }
    snprintf(what, sizeof what, "%.60s:", key);
    if (!is_known)
        status = qdr_names_refuse(&names, what, text, error);
    qdr_names_cleanup(&names);
    return status;
}

qdr_status qdr_yaml_scalar_check(const char *text,
                                 const cyaml_schema_value_t *schema,
                                 const char *key, qdr_error *error)
{
    switch (schema->type) {
    case CYAML_INT:
    case CYAML_UINT:
        return check_whole(text, schema, key, error);
    case CYAML_FLOAT:
        return check_real(text, key, error);
    case CYAML_ENUM:
        return check_enum(text, schema, key, error);
    default:
        return schema->type == CYAML_STRING && text[0] != '\0'
                   ? QDR_OK
                   : refuse(text, key, "a text of 1 character or more", error);
    }
}
