/* harness/sweep/folder.h -- the folder that holds a sweep's results.
 *
 * definition.h describes the files that say which sweep it is.
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

/* qdr_folder_require_idle fails if a sweep is running in the folder, or a
 * launch that has outlived its sweep. It creates nothing. */
qdr_status qdr_folder_require_idle(const qdr_sweep *sweep, qdr_error *error);

/* qdr_folder_open writes the sweep's definition into the folder, which is
 * locked in the way `kind`, or compares the one there with it
 * (qdr_definition_keep). With `restart`, it may first move the results aside;
 * it locks the new folder in the same way. */
qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_folder_use kind, qdr_restart restart,
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

#endif
