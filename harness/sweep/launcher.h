/* harness/sweep/launcher.h -- the command that runs a launch. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCHER_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCHER_H

#include <sys/types.h>

#include "harness/sweep/sweep.h"

enum { QDR_DIGESTS_LENGTH = 512, QDR_COMMAND_LENGTH = 8192 };

/* qdr_launcher_programs returns the names, ended by NULL, of the programs that
 * the launches of a sweep use. */
const char *const *qdr_launcher_programs(const qdr_sweep *sweep);

/* qdr_launcher_built_folder returns the folder that they are in. */
const char *qdr_launcher_built_folder(void);

/* qdr_launcher_digests writes the SHA-256 of each program that the sweep's
 * launches use, in the lines of sha256sum, to out_digests[QDR_DIGESTS_LENGTH];
 * fails if a program is missing. */
qdr_status qdr_launcher_digests(const qdr_sweep *sweep, char *out_digests,
                                qdr_error *error);

/* qdr_launcher_require fails, naming the Debian package, if a program that
 * starts the sweep's launches is not on the PATH. */
qdr_status qdr_launcher_require(const qdr_sweep *sweep, qdr_error *error);

/* qdr_launcher_command writes the line that starts bench on ranks of `shape`
 * with `operands` to out_command[QDR_COMMAND_LENGTH]. Not for simulated
 * machines. */
void qdr_launcher_command(const qdr_sweep *sweep, const qdr_shape *shape,
                          const char *operands, char *out_command);

/* qdr_launcher_start starts a launch as the leader of a process group of its
 * own, its output going to launch-N.log, and returns the group's id. It ends
 * when this process does. `has_spared` tells that launch-N.spared lists cells
 * not to run again. */
qdr_status qdr_launcher_start(const qdr_sweep *sweep, const qdr_launch *launch,
                              bool has_spared, pid_t *out_group,
                              qdr_error *error);

#endif
