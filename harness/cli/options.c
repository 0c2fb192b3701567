/* harness/cli/options.c -- see options.h. */
#include "harness/cli/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static qdr_option *find(qdr_option *options, const char *name)
{
    for (qdr_option *option = options; option->name != NULL; option++)
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

static qdr_status fail_unknown(const qdr_option *options, const char *name,
                               qdr_error *error)
{
    char accepted[256] = "";
    size_t length = 0;

    for (const qdr_option *option = options; option->name != NULL; option++)
        if (length < sizeof accepted)
            length += (size_t)snprintf(
                accepted + length, sizeof accepted - length, "%s%s",
                option == options ? "" : ", ", option->name);
    return qdr_fail(error, QDR_ERROR_INPUT, "option '%.40s', accepted: %s",
                    name, accepted);
}

static qdr_status store_real(const qdr_option *option, const char *text,
                             qdr_error *error)
{
    const char *last = text; /* number: of a fraction, the one below */
    bool is_fraction = option->type == QDR_OPTION_FRACTION;
    char *end;
    double number = strtod(text, &end);

    if (is_fraction && end != text && *end == '/') {
        last = end + 1;
        number /= strtod(last, &end);
    }
    if (end == last || *end != '\0' ||
        !(number >= option->least && number <= option->most))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s is '%.40s', accepted are numbers %g to %g%s",
                        option->name, text, option->least, option->most,
                        is_fraction ? ", or a fraction such as 1/32" : "");
    *(double *)option->value = number;
    return QDR_OK;
}

static qdr_status store_integer(const qdr_option *option, const char *text,
                                qdr_error *error)
{
    /* 2^63 is the double nearest to INT64_MAX; a cast of it would overflow. */
    int64_t most = option->most >= 0x1p63 ? INT64_MAX : (int64_t)option->most;
    int64_t least = (int64_t)option->least;
    long long number;
    char *end;

    errno = 0;
    number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE || number < least ||
        number > most)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s is '%.40s', accepted are whole numbers %lld to "
                        "%lld",
                        option->name, text, (long long)least, (long long)most);
    if (option->type == QDR_OPTION_INT)
        *(int *)option->value = (int)number;
    else
        *(int64_t *)option->value = number;
    return QDR_OK;
}

static qdr_status store(const qdr_option *option, const char *text,
                        qdr_error *error)
{
    switch (option->type) {
    case QDR_OPTION_FLAG:
        *(bool *)option->value = true;
        return QDR_OK;
    case QDR_OPTION_STRING:
        *(const char **)option->value = text;
        return QDR_OK;
    case QDR_OPTION_REAL:
    case QDR_OPTION_FRACTION:
        return store_real(option, text, error);
    default:
        return store_integer(option, text, error);
    }
}

qdr_status qdr_options_parse(qdr_option *options, int argc, char **argv,
                             int max_operands, int *out_num_operands,
                             qdr_error *error)
{
    int num_operands = 0;

    for (int i = 1; i < argc; i++) {
        qdr_option *option;
        const char *text = NULL;
        qdr_status status;

        if (strncmp(argv[i], "--", 2) != 0) {
            if (num_operands == max_operands)
                return qdr_fail(error, QDR_ERROR_INPUT,
                                "argument '%.40s' too many", argv[i]);
            argv[1 + num_operands++] = argv[i];
            continue;
        }
        option = find(options, argv[i]);
        if (option == NULL)
            return fail_unknown(options, argv[i], error);
        if (option->type != QDR_OPTION_FLAG) {
            if (i + 1 == argc)
                return qdr_fail(error, QDR_ERROR_INPUT, "%s needs a value",
                                option->name);
            text = argv[++i];
        }
        status = store(option, text, error);
        if (status != QDR_OK)
            return status;
        option->is_given = true;
    }
    *out_num_operands = num_operands;
    return QDR_OK;
}
