/* harness/sweep/launch_command.h -- the command that runs a launch. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_COMMAND_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_COMMAND_H

#include "harness/files/command.h"
#include "harness/sweep/sweep.h"

/* qdr_built_folder returns the folder that the programs are in, as the entry
 * script gives it. */
const char *qdr_built_folder(void);

/* The name of a link to it in the folder of a simulated sweep: smpirun splits
 * words at blanks, so it is told no path that could have one. */
extern const char qdr_programs_link[];

/* qdr_launch_command adds the words that run a launch in its folder to
 * `command`; `has_skipped` tells that launch-N.spared lists cells not to run
 * again. */
void qdr_launch_command(qdr_command *command, const qdr_sweep *sweep,
                        const qdr_launch *launch, bool has_skipped);

/* qdr_launch_command_add_ranks adds the words that start a program, which is to
 * follow, on ranks of `shape`; of a simulated machine, in a folder that holds
 * the link qdr_programs_link. Of the sweep it needs the machine alone. */
void qdr_launch_command_add_ranks(qdr_command *command, const qdr_sweep *sweep,
                                  const qdr_process_layout *layout);

/* qdr_launch_command_add_bench adds the words that start bench, whose operands
 * are to follow, on ranks of the launch's shape, with an MPI library that
 * chooses algorithms as the launch wants. Not for simulated machines. */
void qdr_launch_command_add_bench(qdr_command *command, const qdr_sweep *sweep,
                                  const qdr_launch *launch);

/* qdr_launch_program returns the name of the program that starts ranks there.
 */
const char *qdr_launch_program(const qdr_sweep *sweep);

/* qdr_launch_require fails, naming the Debian package, if a program that starts
 * the sweep's launches is not on the PATH. The sweep may have no experiment. */
qdr_status qdr_launch_require(const qdr_sweep *sweep, qdr_error *error);

#endif
