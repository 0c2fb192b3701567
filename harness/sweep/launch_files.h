/* harness/sweep/launch_files.h -- the files of one launch (one mpirun) in a
 * sweep's folder.
 *
 * launch-N.csv holds the samples, launch-N.json the verdicts, and rows, length
 * and SHA-256 of the csv: they count only if both exist and match. They may
 * cover some of the launch's cells. Files that do not belong to the launch are
 * set aside, never deleted.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_FILES_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_FILES_H

#include "harness/sweep/launch_path.h"
#include "harness/sweep/launch_verdicts.h"

/* qdr_launch_lock locks a launch until the returned file is closed, here and in
 * every process that inherited it, or returns -1: errno is EWOULDBLOCK if
 * another process has it. qdr_launch_unlock closes it and leaves no trace of a
 * lock that no other process has inherited. */
int qdr_launch_lock(const qdr_sweep *sweep, int64_t launch);
void qdr_launch_unlock(const qdr_sweep *sweep, int64_t launch, int lock);

/* What to do about files that do not count. */
#define QDR_LAUNCH_REMEDY "remove it, or measure again with --restart"

/* qdr_launch_set_aside renames a csv, from[0], and its JSON, from[1], which do
 * not count because of `problem`, to launch-N.csv.foreign and the like, and
 * prints so. False, with a line: they cannot be renamed. */
bool qdr_launch_set_aside(const qdr_sweep *sweep, int64_t launch,
                          const char *const from[2], const char *problem);

/* qdr_launch_clear makes room for a launch: it reads the verdicts of its files,
 * and renames files that do not count to names that end in .foreign, and prints
 * so. False, with a line: they cannot be read, or not be renamed, and the
 * launch must not start. The caller holds the launch's lock. */
bool qdr_launch_clear(const qdr_sweep *sweep, int64_t launch,
                      qdr_verdicts *out_verdicts);

/* qdr_launch_running returns the current cell of a launch when it ended early,
 * or -1. */
int64_t qdr_launch_running(const qdr_sweep *sweep, int64_t launch);

#endif
