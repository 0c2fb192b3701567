/* harness/sweep/launch_files.h -- the files of one launch (one mpirun) in a
 * sweep's folder.
 *
 * launch-N.csv holds the samples, launch-N.json the verdicts, and rows, length
 * and SHA-256 of the csv: they count only if both exist and match. They may
 * cover some of the launch's cells. bench writes neither, but a pair
 * attempt-N-XXXXXX of its own, which begins with their content; the holder of
 * the launch's lock moves it into their place if it has more. So a launch that
 * outlived its sweep cannot corrupt the files that a later one writes, and
 * finished cells are kept until there is something better. Files that do not
 * belong to the launch are set aside, never deleted.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_FILES_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_FILES_H

#include "harness/results/launch_record.h"
#include "harness/sweep/sweep.h"

/* qdr_launch_path writes FOLDER/launch-NNNNN.suffix to path[QDR_PATH_LENGTH].
 */
void qdr_launch_path(const qdr_sweep *sweep, int64_t launch, const char *suffix,
                     char *path);

/* qdr_launch_remove_file removes that file, if it is there. */
void qdr_launch_remove_file(const qdr_sweep *sweep, int64_t launch,
                            const char *suffix);

/* qdr_launch_lock locks a launch until the returned file is closed, here and in
 * every process that inherited it, or returns -1: errno is EWOULDBLOCK if
 * another process has it. qdr_launch_unlock closes it and leaves no trace of a
 * lock that no other process has inherited. */
int qdr_launch_lock(const qdr_sweep *sweep, int64_t launch);
void qdr_launch_unlock(const qdr_sweep *sweep, int64_t launch, int lock);

/* The state of a launch's cells, from its files. */
typedef struct qdr_verdicts {
    int64_t valid, invalid;
    int64_t missing;       /* not finished yet */
    int64_t first_invalid; /* cell; -1 if there is none */
    char reason[512];      /* of that cell */
    char problem[256];     /* why damaged or foreign files do not count */
} qdr_verdicts;

/* qdr_launch_verdicts reads the verdicts of a launch; if files are missing, do
 * not match, or do not belong to the sweep, all cells are missing. */
qdr_launch_state qdr_launch_verdicts(const qdr_sweep *sweep, int64_t launch,
                                     qdr_verdicts *out_verdicts);

/* qdr_launch_adopt moves the best finished attempt into place, removes the
 * files of attempts, and returns whether one had all cells. The caller holds
 * the launch's lock. */
bool qdr_launch_adopt(const qdr_sweep *sweep, int64_t launch);

/* What to do about files that do not count. */
#define QDR_LAUNCH_REMEDY "remove it, or measure again with --restart"

/* qdr_launch_set_aside renames the files of a launch that do not count, because
 * of `problem`, to names that end in .foreign, and prints so. The caller holds
 * the launch's lock. */
void qdr_launch_set_aside(const qdr_sweep *sweep, int64_t launch,
                          const char *problem);

/* qdr_launch_running returns the current cell of a launch when it ended early,
 * or -1. */
int64_t qdr_launch_running(const qdr_sweep *sweep, int64_t launch);

#endif
