/* harness/cli/commands/commands.h -- the commands of the program `quadrille`,
 * as a table.
 *
 * main parses the words by the command's options and runs it. On a failure
 * `error` holds the one line that main prints. Nothing is written to stdout
 * before the input is checked.
 */
#ifndef QUADRILLE_HARNESS_CLI_COMMANDS_COMMANDS_H
#define QUADRILLE_HARNESS_CLI_COMMANDS_COMMANDS_H

#include "harness/cli/options/options.h"

/* Options of a command's help, from the one called `first` on. */
typedef struct qdr_help_section {
    const char *first, *title;
} qdr_help_section;

/* A command of the table. */
typedef struct qdr_cli_command {
    const char *name;     /* "bench", or of two words, "bench schedulers" */
    const char *operands; /* as in the help: "ACTION CONFIG"; NULL: none */
    int max_operands;
    const char *summary;
    const qdr_option *options; /* ended by one without a name; NULL: none */
    const qdr_help_section *sections; /* in the order of the options, ended by
                                         one without; NULL: none */
    unsigned parameters; /* algorithms and workloads whose parameters it takes;
                            see parameter_options.h */
    qdr_status (*run)(const qdr_line *line, qdr_error *error); /* NULL: the
                                                entry script's own command */
} qdr_cli_command;

/* Each is in the file of its name. */
extern const qdr_cli_command qdr_command_bench;
extern const qdr_cli_command qdr_command_bench_schedulers;
extern const qdr_cli_command qdr_command_calibrate;
extern const qdr_cli_command qdr_command_help;
extern const qdr_cli_command qdr_command_list;
extern const qdr_cli_command qdr_command_model;
extern const qdr_cli_command qdr_command_netmap;
extern const qdr_cli_command qdr_command_pattern;
extern const qdr_cli_command qdr_command_results;
extern const qdr_cli_command qdr_command_schedule;
extern const qdr_cli_command qdr_command_sweep;

/* qdr_commands lists all commands in the order of the help, ended by NULL. */
extern const qdr_cli_command *const qdr_commands[];

/* qdr_command_options makes the table of a command's options, with the
 * parameters of the algorithms and workloads that it takes. Release with
 * qdr_options_cleanup. */
qdr_status qdr_command_options(const qdr_cli_command *command,
                               qdr_options *out_options, qdr_error *error);

/* qdr_help_print writes the output of `help COMMAND`. */
qdr_status qdr_help_print(const qdr_cli_command *command, qdr_error *error);

/* qdr_help_print_parameters writes that of `help COMMAND NAME`, NAME an
 * algorithm or a workload. */
qdr_status qdr_help_print_parameters(const qdr_cli_command *command,
                                     const char *name, qdr_error *error);

#endif
