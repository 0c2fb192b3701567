/* harness/sweep/folder.h -- the folder that holds a sweep's results.
 *
 * It begins with copies of the files that define the sweep and the digest of
 * the programs; what is added later must have been made with the same.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_FOLDER_H
#define QUADRILLE_HARNESS_SWEEP_FOLDER_H

#include "harness/sweep/sweep.h"

/* A run of the whole sweep excludes others; tasks of jobs share the folder. */
typedef enum qdr_folder_lock {
    QDR_EXCLUSIVE_LOCK,
    QDR_SHARED_LOCK,
    QDR_NO_LOCK /* submits only */
} qdr_folder_lock;

/* qdr_folder_open creates the folder, or makes sure that what it holds belongs
 * to this sweep and these programs, and locks it against other runs until this
 * process ends. `digests` identifies the programs. With `restart`, older
 * results are first moved to FOLDER.1, FOLDER.2, ... A folder of another sweep
 * fails with QDR_ERROR_INPUT and the name of what differs. */
qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_folder_lock lock, bool restart,
                           qdr_error *error);

/* qdr_folder_link makes FOLDER/name a link to `target`, whatever it was. */
qdr_status qdr_folder_link(const qdr_sweep *sweep, const char *name,
                           const char *target, qdr_error *error);

/* qdr_folder_write writes `text` to FOLDER/name, whole or not at all. */
qdr_status qdr_folder_write(const qdr_sweep *sweep, const char *name,
                            const char *text, qdr_error *error);

/* A task beats that often; one that has not for QDR_DEAD_S seconds is dead. */
enum { QDR_BEAT_S = 5, QDR_DEAD_S = 30 };

/* qdr_folder_beat gives a sign of life of a task; qdr_folder_beat_age_s returns
 * how old the last one is; -1: none. */
void qdr_folder_beat(const qdr_sweep *sweep, int64_t task);
double qdr_folder_beat_age_s(const qdr_sweep *sweep, int64_t task);

#endif
