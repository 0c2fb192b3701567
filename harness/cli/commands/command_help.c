/* harness/cli/commands/command_help.c -- `quadrille help [COMMAND]`, and the
 * manual page, from the tables. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/commands/help_page.h"
#include "harness/cli/options/parameter_options.h"

enum { INDENT = 18 };

/* A command in a few lines. `help COMMAND` has the parameters. */
static void print_command(const qdr_cli_command *command)
{
    const char *operands = command->operands == NULL ? "" : command->operands;
    qdr_page at = {0, INDENT};

    at.column =
        printf("  %s%s%s", command->name, *operands ? " " : "", operands);
    if (at.column >= INDENT) {
        printf("\n%*s", INDENT, "");
        at.column = INDENT;
    } else {
        at.column += printf("%*s", INDENT - at.column, "");
    }
    qdr_page_put_words(&at, command->summary);
    for (const qdr_option *o = command->options;
         o != NULL && o->is.name != NULL; o++) {
        char *usage = qdr_option_new_usage(o);
        char word[256];
        snprintf(word, sizeof word, o->is_needed ? "%s" : "[%s]",
                 usage == NULL ? "" : usage);
        if (o == command->options)
            at.column = QDR_PAGE_WIDTH; /* options begin a line */
        qdr_page_put(&at, word);
        free(usage);
    }
    if (command->parameters != 0)
        qdr_page_put(&at, "[--PARAMETER VALUE ...]");
    printf("\n");
}

static void print_all(void)
{
    printf("usage: ./quadrille COMMAND [OPTION ...]\n\n");
    for (int i = 0; qdr_commands[i] != NULL; i++)
        print_command(qdr_commands[i]);
    printf("\n"
           "`COMMAND --help` explains a command's options, `help bench NAME` "
           "the parameters\n"
           "of an algorithm or a workload; `--version` prints the version.\n"
           "\n"
           "Exit status: 0 done, 1 a check failed, 2 wrong use or bad input."
           "\n");
}

/* "Fl -format Ar text|csv", as mdoc(7) has it. */
static void print_flag(const qdr_option *option)
{
    char label[64];

    printf("Fl %s", qdr_option_label(option->is.name, label, sizeof label) + 1);
    if (option->operand != NULL)
        printf(" Ar");
    qdr_option_print_operand(option, stdout);
    printf("\n");
}

/* A command with its options; the parameters that it takes are described once
 * for all. */
static void print_entry(const qdr_cli_command *command)
{
    const qdr_option *const options = command->options;
    qdr_page at = {0, 0};

    printf(".It Xo\n.Ic %s\n", command->name);
    if (command->operands != NULL)
        printf(".Ar %s\n", command->operands);
    for (const qdr_option *o = options; o != NULL && o->is.name != NULL; o++) {
        printf(o->is_needed ? "." : ".Op ");
        print_flag(o);
    }
    printf("%s.Xc\n",
           command->parameters == 0 ? "" : ".Op Fl -parameter Ar value ...\n");
    qdr_page_put_words(&at, command->summary);
    printf("\n");
    for (const qdr_option *o = options; o != NULL && o->is.name != NULL; o++) {
        printf("%s.It ", o == options ? ".Bl -tag -width Ds\n" : "");
        print_flag(o);
        at = (qdr_page){0, 0};
        qdr_page_put_option(&at, o);
        printf("\n%s", o[1].is.name == NULL ? ".El\n" : "");
    }
}

/* The page of docs/, with the commands where it says so. */
static qdr_status print_page(qdr_error *error)
{
    const char *root = getenv("QUADRILLE_ROOT");
    char path[4096], *line = NULL;
    size_t capacity = 0;
    FILE *page;

    snprintf(path, sizeof path, "%s/docs/quadrille.1",
             root == NULL ? "." : root);
    page = fopen(path, "r");
    if (page == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%.300s: %s", path,
                        strerror(errno));
    while (getline(&line, &capacity, page) > 0) {
        fputs(line, stdout);
        for (int i = 0;
             strcmp(line, ".\\\" COMMANDS\n") == 0 && qdr_commands[i] != NULL;
             i++)
            print_entry(qdr_commands[i]);
    }
    free(line);
    fclose(page);
    return QDR_OK;
}

static qdr_status help(const qdr_line *line, qdr_error *error)
{
    qdr_names names = {.list = "./quadrille help"};
    char wanted[128] = "";
    const qdr_cli_command *found = NULL, *first = NULL;
    qdr_status status;

    if (qdr_options_given(line->options, "man"))
        return print_page(error);
    if (line->num_operands == 0) {
        print_all();
        return QDR_OK;
    }
    for (int i = 0; i < line->num_operands; i++)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted),
                 "%s%.50s", i > 0 ? " " : "", line->operands[i]);
    for (int i = 0; qdr_commands[i] != NULL; i++) {
        qdr_names_add(&names, qdr_commands[i]->name);
        if (strcmp(qdr_commands[i]->name, wanted) == 0)
            found = qdr_commands[i];
        if (strcmp(qdr_commands[i]->name, line->operands[0]) == 0)
            first = qdr_commands[i];
    }
    if (found != NULL)
        status = qdr_help_print(found, error);
    else if (first != NULL && first->parameters != 0)
        status = qdr_help_print_parameters(first, line->operands[1], error);
    else
        status = qdr_names_refuse(&names, "command", wanted, error);
    qdr_names_cleanup(&names);
    return status;
}

static const qdr_option own_options[] = {
    {.is = {.name = "man", .summary = "all commands, as a manual page"}},
    {.is = {0}}};

const qdr_cli_command qdr_command_help = {
    .name = "help",
    .operands = "[COMMAND [NAME]]",
    .max_operands = 2,
    .summary =
        "this, one command, or the parameters of an algorithm or a workload "
        "that it takes",
    .options = own_options,
    .run = help};
