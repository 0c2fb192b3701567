/* harness/sweep/folder.h -- the folder that holds a sweep's results.
 *
 * It begins with copies of the files that define the sweep and the digest of
 * the programs; results that are added later must be made with the same.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_FOLDER_H
#define QUADRILLE_HARNESS_SWEEP_FOLDER_H

#include "harness/sweep/sweep.h"

/* A run of the whole sweep excludes others; tasks of jobs share the folder. */
typedef enum qdr_folder_lock {
    QDR_EXCLUSIVE_LOCK,
    QDR_SHARED_LOCK,
    QDR_SUBMIT_LOCK /* one submits at a time, whatever runs */
} qdr_folder_use;

/* qdr_folder_lock creates the folder, if need be, and locks it in one way until
 * this process ends, however it ends. */
qdr_status qdr_folder_lock(const qdr_sweep *sweep, qdr_folder_use kind,
                           qdr_error *error);

/* qdr_folder_open writes into the folder, which is locked in the way `kind`,
 * what the sweep is, or makes sure that what it holds belongs to this sweep and
 * these programs. `digests` identifies the programs. With `restart`,
 * results may first be moved aside; the new folder is locked in the same way. A
 * folder of another sweep fails with QDR_ERROR_INPUT and the name of what
 * differs. */
qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_folder_use kind, qdr_restart restart,
                           qdr_error *error);

/* qdr_folder_compare fails in the same way if what the folder holds belongs to
 * another configuration or, unless `digests` is NULL, to other programs. Writes
 * nothing. */
qdr_status qdr_folder_compare(const qdr_sweep *sweep, const char *digests,
                              qdr_error *error);

/* qdr_folder_link makes FOLDER/name a link to `target`, whatever it was. */
qdr_status qdr_folder_link(const qdr_sweep *sweep, const char *name,
                           const char *target, qdr_error *error);

/* qdr_folder_write writes `text` to FOLDER/name, whole or not at all. */
qdr_status qdr_folder_write(const qdr_sweep *sweep, const char *name,
                            const char *text, qdr_error *error);

/* qdr_folder_remove_links removes links that have the names of jobs' logs,
 * which SLURM would follow. */
void qdr_folder_remove_links(const qdr_sweep *sweep);

enum { QDR_BEAT_S = 5 /* from one beat of a task to the next */ };

/* qdr_folder_beat gives a sign of life of a task: a number that is another one
 * each time. qdr_folder_last_beat returns it; -1: none. */
void qdr_folder_beat(const qdr_sweep *sweep, int64_t task);
int64_t qdr_folder_last_beat(const qdr_sweep *sweep, int64_t task);

#endif
