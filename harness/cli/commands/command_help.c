/* harness/cli/commands/command_help.c -- `quadrille help [COMMAND]`, and the
 * manual page, from the tables. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/options/parameter_options.h"

enum { INDENT = 18, WIDTH = 79, LABEL = 64 };

/* Words that are wrapped at the page's width. */
typedef struct page {
    int column, indent;
} page;

static void put(page *at, const char *word)
{
    int length = (int)strlen(word);

    if (at->column > at->indent && at->column + 1 + length > WIDTH) {
        printf("\n%*s", at->indent, "");
        at->column = at->indent;
    } else if (at->column > at->indent) {
        putchar(' ');
        at->column++;
    }
    fputs(word, stdout);
    at->column += length;
}

static void put_words(page *at, const char *text)
{
    char *copy = strdup(text), *rest = copy;
    const char *word;

    while (copy != NULL && (word = strsep(&rest, " ")) != NULL)
        put(at, word);
    free(copy);
}

/* More words than these are not listed. */
enum { MAX_LISTED = 20 };

static bool is_listed(const qdr_option *option)
{
    int count = 0;

    if (option->is.type != QDR_WORD)
        return false;
    while (option->is.words[count] != NULL)
        count++;
    return count <= MAX_LISTED;
}

/* The value of an option: its words, or a placeholder. */
static void print_operand(const qdr_option *option, FILE *to)
{
    if (option->operand == NULL)
        return;
    if (!is_listed(option)) {
        fprintf(to, " %s", option->operand);
        return;
    }
    for (int i = 0; option->is.words[i] != NULL; i++)
        fprintf(to, "%c%s", i == 0 ? ' ' : '|', option->is.words[i]);
}

/* "--format text|csv", the caller's. */
static char *new_usage(const qdr_option *option)
{
    char label[LABEL];
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    fputs(qdr_option_label(option->is.name, label, sizeof label), to);
    print_operand(option, to);
    fclose(to);
    return text;
}

/* A command in a few lines. `help COMMAND` has the parameters. */
static void print_command(const qdr_cli_command *command)
{
    const char *operands = command->operands == NULL ? "" : command->operands;
    page at = {0, INDENT};

    at.column =
        printf("  %s%s%s", command->name, *operands ? " " : "", operands);
    if (at.column >= INDENT) {
        printf("\n%*s", INDENT, "");
        at.column = INDENT;
    } else {
        at.column += printf("%*s", INDENT - at.column, "");
    }
    put_words(&at, command->summary);
    for (const qdr_option *o = command->options;
         o != NULL && o->is.name != NULL; o++) {
        char *usage = new_usage(o);
        char word[256];
        snprintf(word, sizeof word, o->is_needed ? "%s" : "[%s]",
                 usage == NULL ? "" : usage);
        if (o == command->options)
            at.column = WIDTH; /* options begin a line */
        put(&at, word);
        free(usage);
    }
    if (command->parameters != 0)
        put(&at, "[--PARAMETER VALUE ...]");
    printf("\n");
}

static void print_all(void)
{
    printf("usage: ./quadrille COMMAND [OPTION ...]\n\n");
    for (int i = 0; qdr_commands[i] != NULL; i++)
        print_command(qdr_commands[i]);
    printf("\n"
           "`COMMAND --help` explains a command's options and the parameters "
           "of algorithms\n"
           "and workloads; `--version` prints the version.\n"
           "\n"
           "Exit status: 0 done, 1 a check failed, 2 wrong use or bad input."
           "\n");
}

/* print_operand prints the accepted words of other options. */
static bool is_of_numbers(const qdr_parameter *parameter)
{
    return parameter->type == QDR_INTEGER || parameter->type == QDR_REAL ||
           parameter->type == QDR_INTEGERS;
}

/* "whole numbers 0 to 8; default 1; of ps, gs" */
static void put_details(page *at, const qdr_option *option)
{
    qdr_names owners = {0};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return;
    if (option->is_of_parameter)
        qdr_parameter_options_print(option->is.name, qdr_summary_of, "", "",
                                    to);
    else
        fputs(option->is.summary, to);
    if (option->is.unit != NULL)
        fprintf(to, " [%s]", option->is.unit);
    if (option->operand != NULL && is_of_numbers(&option->is)) {
        fputs("; ", to);
        qdr_parameter_accepted(&option->is, to);
    }
    if (option->is.default_value != NULL)
        fprintf(to, "; default %s", option->is.default_value);
    if (option->is_of_parameter) {
        fputs("; ", to);
        qdr_parameter_options_print(option->is.name, qdr_default_of, "default ",
                                    "needed", to);
        qdr_parameter_options_owners(option->is.name, &owners);
        fputs("; of ", to);
        qdr_names_print(&owners, "", to);
    }
    fclose(to);
    put_words(at, text);
    free(text);
    qdr_names_cleanup(&owners);
}

qdr_status qdr_help_print(const qdr_cli_command *command, qdr_error *error)
{
    qdr_options options = {0};
    bool has_rows = false;
    qdr_status status = qdr_command_options(command, &options, error);

    if (status != QDR_OK)
        return status;
    printf("usage: ./quadrille %s%s%s [OPTION ...]\n\n%s\n", command->name,
           command->operands == NULL ? "" : " ",
           command->operands == NULL ? "" : command->operands,
           command->summary);
    for (int i = 0; i < options.count; i++) {
        const qdr_option *option = &options.options[i];
        page at = {0, 6};
        char *usage = new_usage(option);
        if (option->is_of_parameter && !has_rows)
            printf("\nParameters of workloads and algorithms:\n");
        else if (i == 0)
            printf("\n");
        has_rows = option->is_of_parameter;
        printf("  %s%s\n%*s", usage == NULL ? "" : usage,
               option->is_needed ? " (needed)" : "", at.indent, "");
        at.column = at.indent;
        put_details(&at, option);
        printf("\n");
        free(usage);
    }
    qdr_options_cleanup(&options);
    return QDR_OK;
}

/* "Fl -format Ar text|csv", as mdoc(7) has it. */
static void print_flag(const qdr_option *option)
{
    char label[LABEL];

    printf("Fl %s", qdr_option_label(option->is.name, label, sizeof label) + 1);
    if (option->operand != NULL)
        printf(" Ar");
    print_operand(option, stdout);
    printf("\n");
}

/* A command with its options; the parameters that it takes are described once
 * for all. */
static void print_entry(const qdr_cli_command *command)
{
    const qdr_option *const options = command->options;
    page at = {0, 0};

    printf(".It Xo\n.Ic %s\n", command->name);
    if (command->operands != NULL)
        printf(".Ar %s\n", command->operands);
    for (const qdr_option *o = options; o != NULL && o->is.name != NULL; o++) {
        printf(o->is_needed ? "." : ".Op ");
        print_flag(o);
    }
    printf("%s.Xc\n",
           command->parameters == 0 ? "" : ".Op Fl -parameter Ar value ...\n");
    put_words(&at, command->summary);
    printf("\n");
    for (const qdr_option *o = options; o != NULL && o->is.name != NULL; o++) {
        printf("%s.It ", o == options ? ".Bl -tag -width Ds\n" : "");
        print_flag(o);
        at = (page){0, 0};
        put_details(&at, o);
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
    const qdr_cli_command *found = NULL;
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
    }
    status = found != NULL ? qdr_help_print(found, error)
                           : qdr_names_refuse(&names, "command", wanted, error);
    qdr_names_cleanup(&names);
    return status;
}

static const qdr_option own_options[] = {
    {.is = {.name = "man", .summary = "all commands, as a manual page"}},
    {.is = {0}}};

const qdr_cli_command qdr_command_help = {.name = "help",
                                          .operands = "[COMMAND]",
                                          .max_operands = 2,
                                          .summary = "this, or one command",
                                          .options = own_options,
                                          .run = help};
