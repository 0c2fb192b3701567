/* harness/cli/commands.h -- the commands of the planner program.
 *
 * Each takes argv with its own name first and returns a status; on a failure
 * `error` holds the one line that main prints. Nothing is written to stdout
 * before the input is known to be good.
 */
#ifndef QUADRILLE_HARNESS_CLI_COMMANDS_H
#define QUADRILLE_HARNESS_CLI_COMMANDS_H

#include "kernels/core/status.h"

typedef qdr_status qdr_command(int argc, char **argv, qdr_error *error);

qdr_command qdr_command_bench;            /* one measurement */
qdr_command qdr_command_bench_schedulers; /* the schedulers themselves */
qdr_command qdr_command_list;             /* the rows of the table */
qdr_command qdr_command_pattern;          /* writes a communication matrix */
qdr_command qdr_command_schedule;         /* builds, and proves, a schedule */
qdr_command qdr_command_sweep;            /* plans and runs sweeps */

#endif
