/* harness/cli/commands/hidden.h -- commands that scripts, jobs and launches
 * (one mpirun each) start, not users. */
#ifndef QUADRILLE_HARNESS_CLI_COMMANDS_HIDDEN_H
#define QUADRILLE_HARNESS_CLI_COMMANDS_HIDDEN_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

/* One of them, by its two words and the number of its operands. */
typedef struct qdr_hidden_command {
    const char *words[2];
    int min_operands, max_operands;
    qdr_status (*run)(int argc, char **argv, qdr_error *error); /* of operands
                                                                 */
} qdr_hidden_command;

/* qdr_hidden_find returns the one that the program's arguments name, or
 * NULL. */
const qdr_hidden_command *qdr_hidden_find(int argc, char **argv);

/* qdr_cluster_links is `cluster links FILE NODES [NETWORK FOLDER]`, and
 * qdr_cluster_counters is `cluster counters FOLDER`. */
qdr_status qdr_cluster_links(int argc, char **argv, qdr_error *error);
qdr_status qdr_cluster_counters(int argc, char **argv, qdr_error *error);

#endif
