/* harness/sweep/folder/folder.h -- the folder that holds a sweep's results.
 *
 * definition.h describes the files that say which sweep it is. Several commands
 * may work in a folder at once: at worst they measure something twice, and the
 * judge counts it once.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_FOLDER_FOLDER_H
#define QUADRILLE_HARNESS_SWEEP_FOLDER_FOLDER_H

#include "harness/sweep/loading/sweep.h"

/* qdr_folder_open makes the folder, if need be, and writes the sweep's
 * definition into it (qdr_sweep_define). With `restart`, it may first move the
 * results aside. */
qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_restart restart, qdr_error *error);

/* qdr_folder_lock_submissions makes the folder and excludes others who submit
 * from it, until this process ends. */
qdr_status qdr_folder_lock_submissions(const qdr_sweep *sweep,
                                       qdr_error *error);

/* qdr_folder_link makes FOLDER/name a link to `target`, whatever it was. */
qdr_status qdr_folder_link(const qdr_sweep *sweep, const char *name,
                           const char *target, qdr_error *error);

/* qdr_folder_write writes `text` to FOLDER/name, whole or not at all. */
qdr_status qdr_folder_write(const qdr_sweep *sweep, const char *name,
                            const char *text, qdr_error *error);

#endif
