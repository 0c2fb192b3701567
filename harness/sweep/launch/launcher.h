/* harness/sweep/launch/launcher.h -- starts launches (one mpirun each) and
 * identifies their programs. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCHER_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCHER_H

#include <sys/types.h>

#include "harness/results/attempts.h"
#include "harness/sweep/loading/sweep.h"

enum { QDR_DIGESTS_LENGTH = 512 };

/* qdr_launcher_programs returns the names, ended by NULL, of the programs that
 * the launches of a sweep use. */
const char *const *qdr_launcher_programs(const qdr_sweep *sweep);

/* qdr_launcher_digests writes the SHA-256 of each program that the sweep's
 * launches use, in the format of sha256sum, to out_digests[QDR_DIGESTS_LENGTH];
 * fails if a program is missing. */
qdr_status qdr_launcher_digests(const qdr_sweep *sweep, char *out_digests,
                                qdr_error *error);

/* qdr_launcher_is_oversubscribed returns whether a node has more ranks of
 * `layout` than processors. It assumes that a job's nodes are like this one. */
bool qdr_launcher_is_oversubscribed(const qdr_sweep *sweep,
                                    const qdr_process_layout *layout);

/* qdr_launcher_set_environment sets, in this process, the variables that ranks
 * of `layout` need: on a simulated machine the names of its files in the folder
 * of the launch. */
void qdr_launcher_set_environment(const qdr_sweep *sweep,
                                  const qdr_process_layout *layout);

/* qdr_launcher_start starts an attempt at a launch as the leader of a process
 * group of its own, with output to ATTEMPT.log, and returns the group's id. The
 * launch gets a signal to end when this process ends. *out_alive is a pipe of
 * which the launch's processes hold the other end: its end of file says that
 * the last of them is gone. The caller closes it. */
qdr_status qdr_launcher_start(const qdr_sweep *sweep, const qdr_launch *launch,
                              const qdr_attempt *attempt, pid_t *out_group,
                              int *out_alive, qdr_error *error);

#endif
