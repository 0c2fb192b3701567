/* harness/cli/commands/help_command.c -- `help COMMAND`: its options in
 * sections, and the parameters that it takes, by algorithm and workload; `help
 * COMMAND NAME`: those of one. */
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/commands/help_page.h"
#include "harness/cli/options/parameter_options.h"

static void print_option(const qdr_option *option)
{
    qdr_page at = {6, 6};
    char *usage = qdr_option_new_usage(option);

    printf("  %s%s\n%*s", usage == NULL ? "" : usage,
           option->is_needed ? " (needed)" : "", at.indent, "");
    qdr_page_put_option(&at, option);
    printf("\n");
    free(usage);
}

/* Each section begins at the option that it names. */
static void print_options(const qdr_cli_command *command)
{
    const qdr_help_section *section = command->sections;

    if (command->options != NULL && section == NULL)
        printf("\n");
    for (const qdr_option *o = command->options;
         o != NULL && o->is.name != NULL; o++) {
        if (section != NULL && section->first != NULL &&
            strcmp(section->first, o->is.name) == 0)
            printf("\n%s:\n", section++->title);
        print_option(o);
    }
}

static bool has_same_names(const qdr_parameter *a, const qdr_parameter *b)
{
    int count = qdr_parameters_count(a);

    if (count != qdr_parameters_count(b))
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(a[i].name, b[i].name) != 0)
            return false;
    return true;
}

/* The owners of parameters with these names. */
static void find_alike(const qdr_parameter *parameters, unsigned whose,
                       qdr_names *alike)
{
    for (int i = 0; i < qdr_parameter_owner_count(); i++) {
        qdr_parameter_owner owner = qdr_parameter_owner_at(i);
        if ((owner.whose & whose) != 0 &&
            has_same_names(owner.parameters, parameters))
            qdr_names_add(alike, owner.name);
    }
}

/* "  broadcast, vector: --bytes N --root N" */
static void print_alike(const qdr_names *alike, const qdr_parameter *parameters)
{
    qdr_page at = {2, 4};
    char word[128], label[64];

    printf("  ");
    for (int n = 0; n < alike->count; n++) {
        snprintf(word, sizeof word, "%s%c", alike->names[n],
                 n + 1 == alike->count ? ':' : ',');
        qdr_page_put(&at, word);
    }
    for (const qdr_parameter *p = parameters; p->name != NULL; p++) {
        snprintf(word, sizeof word, "%s %s",
                 qdr_option_label(p->name, label, sizeof label),
                 qdr_parameter_option(p).operand);
        qdr_page_put(&at, word);
    }
    printf("\n");
}

static void print_owners(const qdr_cli_command *command)
{
    printf("\nParameters of workloads and algorithms, which `help %s NAME` "
           "explains:\n",
           command->name);
    for (int i = 0; i < qdr_parameter_owner_count(); i++) {
        const qdr_parameter *parameters = qdr_parameter_owner_at(i).parameters;
        qdr_names alike = {0};
        find_alike(parameters, command->parameters, &alike);
        /* Once for all, at the first of them. */
        if (qdr_parameters_count(parameters) > 0 && alike.count > 0 &&
            strcmp(alike.names[0], qdr_parameter_owner_at(i).name) == 0)
            print_alike(&alike, parameters);
        qdr_names_cleanup(&alike);
    }
}

qdr_status qdr_help_print(const qdr_cli_command *command, qdr_error *error)
{
    (void)error;
    printf("usage: ./quadrille %s%s%s [OPTION ...]\n\n%s\n", command->name,
           command->operands == NULL ? "" : " ",
           command->operands == NULL ? "" : command->operands,
           command->summary);
    print_options(command);
    if (command->parameters != 0)
        print_owners(command);
    return QDR_OK;
}

qdr_status qdr_help_print_parameters(const qdr_cli_command *command,
                                     const char *name, qdr_error *error)
{
    for (int i = 0; i < qdr_parameter_owner_count(); i++) {
        qdr_parameter_owner owner = qdr_parameter_owner_at(i);
        if ((owner.whose & command->parameters) == 0 ||
            strcmp(owner.name, name) != 0)
            continue;
        printf("usage: ./quadrille %s --%s %s [OPTION ...]\n\n", command->name,
               owner.whose == QDR_OF_WORKLOADS ? "workload" : "algorithm",
               name);
        if (qdr_parameters_count(owner.parameters) == 0)
            printf("%s has no parameters.\n", name);
        for (int p = 0; p < qdr_parameters_count(owner.parameters); p++) {
            const qdr_option option =
                qdr_parameter_option(&owner.parameters[p]);
            print_option(&option);
        }
        return QDR_OK;
    }
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "'%.50s'; accepted with %s: a workload or an algorithm, "
                    "see ./quadrille list",
                    name, command->name);
}
