/* kernels/core/problem/parameter.c -- see parameter.h. */
#include "kernels/core/problem/parameter.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const qdr_truths[] = {"false", "true", NULL};

static bool is_size(const qdr_parameter *parameter)
{
    return parameter->unit != NULL && strcmp(parameter->unit, "bytes") == 0;
}

/* The k of 4k, or the Ki of 4Ki. False: 2^63 or more. */
static bool scale(int64_t *number, const char **end)
{
    static const char letters[] = "kMGK";
    const char *found = **end == '\0' ? NULL : strchr(letters, **end);
    const int64_t scales[] = {1 << 10, 1 << 20, 1 << 30};

    if (found == NULL)
        return true;
    *end += (*end)[1] == 'i' ? 2 : 1;
    return !__builtin_mul_overflow(*number, scales[(found - letters) % 3],
                                   number);
}

/* A number as a user writes it, without a plus or leading zeros; *out_end
 * points after it. */
static bool read_integer(const char *text, const qdr_parameter *parameter,
                         int64_t *out_number, const char **out_end)
{
    const char *digits = text + (text[0] == '-');
    char *end;
    double number;

    if (digits[0] < '0' || digits[0] > '9' ||
        (digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'))
        return false;
    errno = 0;
    *out_number = strtoll(text, &end, 10);
    *out_end = end;
    if (is_size(parameter) && !scale(out_number, out_end))
        return false;
    number = (double)*out_number;
    return errno == 0 && number >= parameter->min && number <= parameter->max;
}

static bool read_real(const char *text, const qdr_parameter *parameter,
                      double *out_number)
{
    char *end;
    double number = strtod(text, &end), divisor = 1;

    if (end == text)
        return false;
    if (*end == '/') {
        const char *below = end + 1;
        divisor = strtod(below, &end);
        if (end == below)
            return false;
    }
    *out_number = number / divisor;
    return *end == '\0' && isfinite(*out_number) &&
           *out_number >= parameter->min && *out_number <= parameter->max;
}

/* The length of a list, each number in range; 0: not a list. */
static int read_integers(const char *text, const qdr_parameter *parameter,
                         int64_t *out, int max)
{
    int count = 0;

    for (;;) {
        int64_t number;
        if (!read_integer(text, parameter, &number, &text))
            return 0;
        if (count < max)
            out[count] = number;
        count++;
        if (*text == '\0')
            return count;
        if (*text++ != 'x')
            return 0;
    }
}

static bool read_word(const char *text, const qdr_parameter *parameter,
                      int64_t *out_place)
{
    for (int64_t i = 0; parameter->words[i] != NULL; i++)
        if (strcmp(parameter->words[i], text) == 0) {
            *out_place = i;
            return true;
        }
    return false;
}

static bool read_value(const qdr_parameter *parameter, const char *text,
                       qdr_value *out)
{
    const char *end = text;

    switch (parameter->type) {
    case QDR_INTEGER:
        return read_integer(text, parameter, &out->integer, &end) &&
               *end == '\0';
    case QDR_REAL:
        return read_real(text, parameter, &out->real);
    case QDR_WORD:
        return read_word(text, parameter, &out->integer);
    case QDR_INTEGERS:
        return read_integers(text, parameter, NULL, 0) > 0;
    default:
        return text[0] != '\0';
    }
}

/* 2^62 is printed as "2^62". */
static void print_max(double max, FILE *to)
{
    int exponent;

    if (max < 1e15 || frexp(max, &exponent) != 0.5)
        fprintf(to, "%.15g", max);
    else
        fprintf(to, exponent - 1 < 63 ? "2^%d" : "2^%d-1", exponent - 1);
}

void qdr_parameter_accepted(const qdr_parameter *parameter, FILE *to)
{
    static const char *const kinds[QDR_NUM_PARAMETER_TYPES] = {
        [QDR_INTEGER] = "whole numbers",
        [QDR_REAL] = "numbers or fractions",
        [QDR_INTEGERS] = "whole numbers such as 2x3x5, each",
        [QDR_TEXT] = "a text",
        [QDR_FILE] = "a file"};

    if (parameter->type == QDR_WORD) {
        for (int i = 0; parameter->words[i] != NULL; i++)
            fprintf(to, "%s%s", i > 0 ? ", " : "", parameter->words[i]);
        return;
    }
    fputs(kinds[parameter->type], to);
    if (parameter->type == QDR_TEXT || parameter->type == QDR_FILE)
        return;
    fprintf(to, " %.15g to ", parameter->min);
    print_max(parameter->max, to);
    if (is_size(parameter))
        fputs(", or such as 4k, 1M, 2G (1k = 1024)", to);
}

qdr_status qdr_parameter_read(const qdr_parameter *parameter, const char *label,
                              const char *text, qdr_value *out_value,
                              qdr_error *error)
{
    qdr_value made = {.text = text};
    char *accepted = NULL;
    size_t length;
    FILE *to;
    qdr_error reason = {""};
    qdr_status status;

    if (read_value(parameter, text, &made)) {
        if (parameter->check != NULL &&
            parameter->check(text, &reason) != QDR_OK)
            return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", label,
                            reason.text);
        *out_value = made;
        return QDR_OK;
    }
    to = open_memstream(&accepted, &length);
    if (to == NULL)
        return qdr_fail_memory(error, "a message");
    qdr_parameter_accepted(parameter, to);
    fclose(to);
    status = qdr_fail(error, QDR_ERROR_INPUT, "%s: '%.60s'; accepted: %s",
                      label, text, accepted);
    free(accepted);
    return status;
}

/* With the digits that distinguish it from any other. */
static void print_real(double number, FILE *to)
{
    char text[32];
    int digits = 15;

    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    fputs(text, to);
}

void qdr_parameter_print(const qdr_parameter *parameter, const qdr_value *value,
                         FILE *to)
{
    const char *slash;

    switch (parameter->type) {
    case QDR_INTEGER:
        fprintf(to, "%" PRId64, value->integer);
        return;
    case QDR_REAL:
        print_real(value->real, to);
        return;
    case QDR_WORD:
        fputs(parameter->words[value->integer], to);
        return;
    default:
        slash = parameter->type == QDR_FILE ? strrchr(value->text, '/') : NULL;
        qdr_percent_print(slash == NULL ? value->text : slash + 1, to);
    }
}

void qdr_percent_print(const char *text, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789+-._/:@";

    for (; *text != '\0'; text++)
        if (strchr(plain, *text) != NULL)
            fputc(*text, to);
        else
            fprintf(to, "%%%02X", (unsigned)(unsigned char)*text);
}

int qdr_parameters_count(const qdr_parameter *table)
{
    int count = 0;

    while (table != NULL && table[count].name != NULL)
        count++;
    return count;
}

void qdr_parameters_print(const qdr_parameter *table, FILE *to)
{
    for (int i = 0; i < qdr_parameters_count(table); i++)
        fprintf(to, "%s%s%s%s", i > 0 ? ";" : "", table[i].name,
                table[i].default_value == NULL ? "" : "=",
                table[i].default_value == NULL ? "" : table[i].default_value);
}

int qdr_parameters_find(const qdr_parameter *table, const char *name)
{
    for (int i = 0; table != NULL && table[i].name != NULL; i++)
        if (strcmp(table[i].name, name) == 0 ||
            (table[i].plural != NULL && strcmp(table[i].plural, name) == 0))
            return i;
    return -1;
}

int qdr_values_integers(const qdr_values *values, int index, int64_t *out,
                        int max)
{
    return read_integers(values->values[index].text, &values->parameters[index],
                         out, max);
}
