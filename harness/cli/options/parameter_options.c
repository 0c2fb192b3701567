/* harness/cli/options/parameter_options.c -- see parameter_options.h. */
#include "harness/cli/options/parameter_options.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "workloads/workload.h"

/* The form of a value in the help. */
static const char *operand_of(const qdr_parameter *parameter)
{
    static const char *const operands[QDR_NUM_PARAMETER_TYPES] = {
        [QDR_INTEGER] = "N",    [QDR_REAL] = "X",    [QDR_WORD] = "WORD",
        [QDR_INTEGERS] = "NxN", [QDR_TEXT] = "TEXT", [QDR_FILE] = "FILE"};

    return operands[parameter->type];
}

int qdr_parameter_owner_count(void)
{
    return qdr_workload_count() + qdr_kernel_count();
}

qdr_parameter_owner qdr_parameter_owner_at(int index)
{
    int w = qdr_workload_count();
    const qdr_kernel *kernel;

    if (index < w)
        return (qdr_parameter_owner){qdr_workload_at(index)->name,
                                     qdr_workload_at(index)->parameters,
                                     QDR_OF_WORKLOADS};
    kernel = qdr_kernel_at(index - w);
    return (qdr_parameter_owner){kernel->name, kernel->parameters,
                                 qdr_kernel_has_mode(kernel) ? QDR_OF_SCHEDULED
                                                             : QDR_OF_OTHERS};
}

qdr_option qdr_parameter_option(const qdr_parameter *parameter)
{
    return (qdr_option){.is = *parameter,
                        .operand = operand_of(parameter),
                        .is_needed = parameter->default_value == NULL};
}

/* Defaults belong to algorithms and workloads: an option that is not given has
 * none. */
static bool add_table(qdr_options *options, const qdr_parameter *table)
{
    bool is_good = true;

    for (; table != NULL && table->name != NULL && is_good; table++) {
        qdr_option added = qdr_parameter_option(table);
        added.is.default_value = NULL;
        added.is_needed = false;
        added.is_of_parameter = true;
        is_good = qdr_options_add(options, &added);
    }
    return is_good;
}

bool qdr_parameter_options_add(qdr_options *options, unsigned whose)
{
    bool is_good = true;

    for (int i = 0; i < qdr_parameter_owner_count() && is_good; i++) {
        qdr_parameter_owner owner = qdr_parameter_owner_at(i);
        if ((owner.whose & whose) != 0)
            is_good = add_table(options, owner.parameters);
    }
    return is_good;
}

const char *qdr_default_of(const qdr_parameter *parameter)
{
    return parameter->default_value;
}

const char *qdr_summary_of(const qdr_parameter *parameter)
{
    return parameter->summary;
}

/* The property of a parameter; "" for none, NULL if the algorithm or workload
 * does not have the parameter. */
static const char *word_at(int index, const char *name,
                           qdr_parameter_word *word_of)
{
    const qdr_parameter *table = qdr_parameter_owner_at(index).parameters;
    int found = qdr_parameters_find(table, name);
    const char *word = found < 0 ? NULL : word_of(&table[found]);

    return found >= 0 && word == NULL ? "" : word;
}

/* "(synthetic, broadcast)", the ones with that property. */
static void print_who(const char *name, qdr_parameter_word *word_of,
                      const char *word, FILE *to)
{
    qdr_names owners = {0};

    for (int i = 0; i < qdr_parameter_owner_count(); i++) {
        const char *said = word_at(i, name, word_of);
        if (said != NULL && strcmp(said, word) == 0)
            qdr_names_add(&owners, qdr_parameter_owner_at(i).name);
    }
    fputs(" (", to);
    qdr_names_print(&owners, "", to);
    fputc(')', to);
    qdr_names_cleanup(&owners);
}

void qdr_parameter_options_print(const char *name, qdr_parameter_word *word_of,
                                 const char *before, const char *without,
                                 FILE *to)
{
    qdr_names words = {0};

    for (int i = 0; i < qdr_parameter_owner_count(); i++)
        if (word_at(i, name, word_of) != NULL)
            qdr_names_add(&words, word_at(i, name, word_of));
    for (int n = 0; n < words.count; n++) {
        bool is_one = *words.names[n] != '\0';
        fprintf(to, "%s%s%s", n > 0 ? ", " : "", is_one ? before : without,
                words.names[n]);
        if (words.count > 1)
            print_who(name, word_of, words.names[n], to);
    }
    qdr_names_cleanup(&words);
}

void qdr_parameter_options_owners(const char *name, qdr_names *owners)
{
    for (int i = 0; i < qdr_parameter_owner_count(); i++)
        if (word_at(i, name, qdr_default_of) != NULL)
            qdr_names_add(owners, qdr_parameter_owner_at(i).name);
}

/* A parameter of an algorithm or workload is refused where it is not used. */
static qdr_status refuse_idle(const qdr_option *option, const char *owners,
                              qdr_error *error)
{
    qdr_names names = {0};
    char label[64];
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    qdr_status status;

    if (to == NULL)
        return qdr_fail_memory(error, "a message");
    qdr_parameter_options_owners(option->is.name, &names);
    qdr_names_print(&names, "", to);
    fclose(to);
    status = qdr_fail(error, QDR_ERROR_INPUT,
                      "%s is not a parameter of %s; accepted: with %s",
                      qdr_option_label(option->is.name, label, sizeof label),
                      owners, text);
    free(text);
    qdr_names_cleanup(&names);
    return status;
}

qdr_status qdr_parameter_options_check(const qdr_options *options,
                                       const qdr_parameter *table,
                                       const qdr_parameter *other,
                                       const char *owners, qdr_error *error)
{
    for (int i = 0; i < options->count; i++) {
        const qdr_option *option = &options->options[i];
        if (option->is_of_parameter && option->is_given &&
            qdr_parameters_find(table, option->is.name) < 0 &&
            qdr_parameters_find(other, option->is.name) < 0)
            return refuse_idle(option, owners, error);
    }
    return QDR_OK;
}

qdr_status qdr_parameter_options_values(const qdr_options *options,
                                        const qdr_parameter *table,
                                        qdr_values *out_values,
                                        qdr_error *error)
{
    qdr_status status = QDR_OK;

    qdr_values_init(out_values, table);
    for (int i = 0; i < qdr_parameters_count(table) && status == QDR_OK; i++) {
        const qdr_option *option = qdr_options_find(options, table[i].name);
        char label[64];
        qdr_option_label(table[i].name, label, sizeof label);
        if (option->is_given)
            status = qdr_parameter_read(&table[i], label, option->value.text,
                                        &out_values->values[i], error);
        else if (table[i].default_value == NULL)
            status = qdr_fail(error, QDR_ERROR_INPUT, "%s is needed: %s", label,
                              table[i].summary);
    }
    return status;
}
