/* harness/cli/commands/main.c -- the program `quadrille`: everything that needs
 * no MPI.
 */
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/commands/hidden.h"
#include "harness/files/files.h"
#include "kernels/core/base/name_lookup.h"

static const int exit_statuses[QDR_NUM_STATUSES] = {
    [QDR_OK] = 0,           [QDR_ERROR_INPUT] = 2,  [QDR_ERROR_CHECK] = 1,
    [QDR_ERROR_MEMORY] = 1, [QDR_ERROR_SYSTEM] = 1, [QDR_ERROR_MPI] = 1,
};

/* How many of the words are the command's name; 0: it is another. */
static int count_name_words(const qdr_cli_command *command, int argc,
                            char **argv)
{
    const char *blank = strchr(command->name, ' ');
    size_t length = strcspn(command->name, " ");

    if (argc < 2 || strncmp(argv[1], command->name, length) != 0 ||
        argv[1][length] != '\0')
        return 0;
    if (blank == NULL)
        return 1;
    return argc > 2 && strcmp(argv[2], blank + 1) == 0 ? 2 : 0;
}

/* The one with the longest name. */
static const qdr_cli_command *find(int argc, char **argv, int *out_words)
{
    const qdr_cli_command *found = NULL;

    *out_words = 0;
    for (int i = 0; qdr_commands[i] != NULL; i++) {
        int words = count_name_words(qdr_commands[i], argc, argv);
        if (words > *out_words) {
            found = qdr_commands[i];
            *out_words = words;
        }
    }
    return found;
}

static qdr_status refuse(const char *name, qdr_error *error)
{
    qdr_names names = {.list = "./quadrille help"};
    qdr_status status;

    for (int i = 0; qdr_commands[i] != NULL; i++)
        qdr_names_add(&names, qdr_commands[i]->name);
    status = qdr_names_refuse(&names, "command", name, error);
    qdr_names_cleanup(&names);
    return status;
}

/* COMMAND --help, anywhere on the line. */
static bool is_help_wanted(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static qdr_status run(const qdr_cli_command *command, int argc, char **argv,
                      qdr_error *error)
{
    qdr_options options = {0};
    qdr_line line = {.options = &options, .operands = argv + 1};
    qdr_status status = qdr_command_options(command, &options, error);

    if (status == QDR_OK)
        status = qdr_options_parse(&options, argc, argv, command->max_operands,
                                   &line.num_operands, error);
    if (status == QDR_OK)
        status = command->run(&line, error);
    if (status == QDR_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "standard output cannot be written");
    qdr_options_cleanup(&options);
    return status;
}

int main(int argc, char **argv)
{
    int words;
    const qdr_hidden_command *hidden = qdr_hidden_find(argc, argv);
    const qdr_cli_command *command = find(argc, argv, &words);
    qdr_error error = {""};
    qdr_status status;

    qdr_files_begin();
    if (hidden != NULL)
        status = hidden->run(argc - 3, argv + 3, &error);
    else if (command != NULL && is_help_wanted(argc, argv))
        status = qdr_help_print(command, &error);
    else if (command == NULL || command->run == NULL)
        status = refuse(argc > 1 ? argv[1] : "", &error);
    else
        status = run(command, argc - words, argv + words, &error);
    if (status != QDR_OK && error.text[0] != '\0')
        fprintf(stderr, "quadrille%s%s: %s\n", command == NULL ? "" : " ",
                command == NULL ? "" : command->name, error.text);
    return exit_statuses[status];
}
