/* harness/cli/options/options.c -- see options.h. */
#include "harness/cli/options/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/name_lookup.h"

enum { LONGEST_LABEL = 64 };

const char *const qdr_format_words[] = {"text", "csv", NULL};

void qdr_options_cleanup(qdr_options *options)
{
    for (int i = 0; i < options->count; i++)
        free(options->options[i].texts);
    free(options->options);
    *options = (qdr_options){0};
}

static qdr_option *find(const qdr_options *options, const char *name)
{
    for (int i = 0; i < options->count; i++)
        if (strcmp(options->options[i].is.name, name) == 0)
            return &options->options[i];
    return NULL;
}

bool qdr_options_add(qdr_options *options, const qdr_option *option)
{
    qdr_option *added;

    if (find(options, option->is.name) != NULL)
        return true;
    if (options->count == options->capacity) {
        int larger = 2 * options->capacity + 16;
        qdr_option *grown =
            realloc(options->options, (size_t)larger * sizeof *grown);
        if (grown == NULL)
            return false;
        options->options = grown;
        options->capacity = larger;
    }
    added = &options->options[options->count++];
    *added = *option;
    if (option->is.default_value != NULL) {
        qdr_status status =
            qdr_parameter_read(&added->is, added->is.name,
                               added->is.default_value, &added->value, NULL);
        assert(status == QDR_OK);
        (void)status;
    }
    return true;
}

const char *qdr_option_label(const char *name, char *label, size_t size)
{
    snprintf(label, size, name[1] == '\0' ? "-%s" : "--%s", name);
    for (char *c = label; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return label;
}

static qdr_status refuse(const qdr_options *options, const char *word,
                         qdr_error *error)
{
    char(*labels)[LONGEST_LABEL] =
        calloc((size_t)options->count + 1, sizeof *labels);
    qdr_names names = {.list = "--help"};
    qdr_status status;

    for (int i = 0; labels != NULL && i < options->count; i++)
        qdr_names_add(&names, qdr_option_label(options->options[i].is.name,
                                               labels[i], sizeof *labels));
    status = qdr_names_refuse(&names, "option", word, error);
    qdr_names_cleanup(&names);
    free(labels);
    return status;
}

/* The option that `word`, of `length` letters, is, or the only one that begins
 * so. */
static qdr_status look_up(const qdr_options *options, const char *word,
                          size_t length, qdr_option **out_option,
                          qdr_error *error)
{
    qdr_option *found = NULL;
    int num_found = 0;

    for (int i = 0; i < options->count; i++) {
        char label[LONGEST_LABEL];
        qdr_option_label(options->options[i].is.name, label, sizeof label);
        if (strncmp(label, word, length) != 0)
            continue;
        found = &options->options[i];
        num_found++;
        if (label[length] == '\0') {
            num_found = 1;
            break;
        }
    }
    if (num_found != 1 || length <= strlen("--"))
        return refuse(options, word, error);
    *out_option = found;
    return QDR_OK;
}

static bool add_text(qdr_option *option, const char *text)
{
    const char **grown =
        realloc(option->texts, (size_t)(option->num_texts + 1) * sizeof *grown);

    if (grown == NULL)
        return false;
    grown[option->num_texts++] = text;
    option->texts = grown;
    return true;
}

/* Reads argv[*i], an option, and its value, which may be the next word. */
static qdr_status take_option(qdr_options *options, int argc, char **argv,
                              int *i, qdr_error *error)
{
    const char *word = argv[*i], *equals = strchr(word, '=');
    size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
    const char *text = equals == NULL ? NULL : equals + 1;
    char label[LONGEST_LABEL];
    qdr_option *option = NULL;
    qdr_status status = look_up(options, word, length, &option, error);

    if (status != QDR_OK)
        return status;
    qdr_option_label(option->is.name, label, sizeof label);
    if (option->is_given && !option->is_repeated)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s is given twice; accepted: once", label);
    option->is_given = true;
    if (option->operand == NULL)
        return text == NULL
                   ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_INPUT,
                              "%s: '%.40s'; accepted: no value", label, text);
    if (text == NULL && *i + 1 == argc)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s has no value; accepted: %s %s", label, label,
                        option->operand);
    if (text == NULL)
        text = argv[++*i];
    if (option->is_repeated && !add_text(option, text))
        return qdr_fail_memory(error, "the options");
    return qdr_parameter_read(&option->is, label, text, &option->value, error);
}

static qdr_status require_needed(const qdr_options *options, qdr_error *error)
{
    char label[LONGEST_LABEL];

    for (int i = 0; i < options->count; i++) {
        const qdr_option *option = &options->options[i];
        if (option->is_needed && !option->is_given)
            return qdr_fail(
                error, QDR_ERROR_INPUT, "%s %s is needed: %s",
                qdr_option_label(option->is.name, label, sizeof label),
                option->operand, option->is.summary);
    }
    return QDR_OK;
}

qdr_status qdr_options_parse(qdr_options *options, int argc, char **argv,
                             int max_operands, int *out_num_operands,
                             qdr_error *error)
{
    int num_operands = 0;
    qdr_status status = QDR_OK;

    for (int i = 1; i < argc && status == QDR_OK; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            status = take_option(options, argc, argv, &i, error);
            continue;
        }
        if (num_operands == max_operands)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "unexpected argument '%.40s'; accepted: at most %d "
                            "besides options",
                            argv[i], max_operands);
        argv[1 + num_operands++] = argv[i];
    }
    *out_num_operands = num_operands;
    return status == QDR_OK ? require_needed(options, error) : status;
}

const qdr_option *qdr_options_find(const qdr_options *options, const char *name)
{
    const qdr_option *found = find(options, name);

    assert(found != NULL);
    return found;
}

int64_t qdr_options_integer(const qdr_options *options, const char *name)
{
    return qdr_options_find(options, name)->value.integer;
}

double qdr_options_real(const qdr_options *options, const char *name)
{
    return qdr_options_find(options, name)->value.real;
}

const char *qdr_options_text(const qdr_options *options, const char *name)
{
    return qdr_options_find(options, name)->value.text;
}

bool qdr_options_given(const qdr_options *options, const char *name)
{
    return qdr_options_find(options, name)->is_given;
}
