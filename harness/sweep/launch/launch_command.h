/* harness/sweep/launch/launch_command.h -- the command that runs a launch (one
 * mpirun). */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_COMMAND_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_COMMAND_H

#include "harness/files/command.h"
#include "harness/sweep/loading/sweep.h"

/* The file of a cluster on this machine with which mpirun starts ranks there.
 */
#define QDR_CLUSTER_ENVIRONMENT "environment"

/* qdr_built_folder returns the folder of the programs, as the entry script sets
 * it. */
const char *qdr_built_folder(void);

/* The name of a link to it in the folder of a simulated sweep: smpirun splits
 * words at blanks, so it must not get a path that could contain one. */
extern const char qdr_programs_link[];

/* qdr_launch_command adds the words that run the attempt called `attempt` at a
 * launch in its folder to `command`. */
void qdr_launch_command(qdr_command *command, const qdr_sweep *sweep,
                        const qdr_launch *launch, const char *attempt);

/* qdr_launch_command_add_ranks adds the words that start a program, which the
 * caller adds next, on ranks of `layout`; on a simulated machine, in a folder
 * that holds the link qdr_programs_link. It uses only the machine of the sweep.
 */
void qdr_launch_command_add_ranks(qdr_command *command, const qdr_sweep *sweep,
                                  const qdr_process_layout *layout);

/* qdr_launch_command_add_bench adds the words that start bench, whose operands
 * the caller adds next, on ranks of the launch's process layout, with an MPI
 * library that chooses algorithms as the launch specifies. Not for simulated
 * machines. */
void qdr_launch_command_add_bench(qdr_command *command, const qdr_sweep *sweep,
                                  const qdr_launch *launch);

/* qdr_launch_program returns the name of the program that starts ranks on a
 * machine. */
const char *qdr_launch_program(const qdr_sweep *sweep);

/* qdr_launch_require fails, naming the packages that have it, if a program that
 * starts the sweep's launches is not on the PATH, if the build has no programs
 * for a simulated machine, or if the cluster on this machine does not run. The
 * sweep need not have an experiment. */
qdr_status qdr_launch_require(const qdr_sweep *sweep, qdr_error *error);

#endif
