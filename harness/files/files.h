/* harness/files/files.h -- files and folders, written whole or not at all. */
#ifndef QUADRILLE_HARNESS_FILES_FILES_H
#define QUADRILLE_HARNESS_FILES_FILES_H

#include <sys/types.h>

#include "kernels/core/base/status.h"

/* qdr_files_begin is what a program calls first: descriptors 0 to 2 are open,
 * so that no file becomes one of them, and what it makes nobody else can
 * write. */
void qdr_files_begin(void);

/* qdr_file_write writes `text` to `path`, under a temporary name of its own
 * first. */
qdr_status qdr_file_write(const char *path, const char *text, qdr_error *error);

/* qdr_file_copy does so with the bytes of `from`, and gives it `mode`. A file
 * in its place is replaced, not written to: a running program keeps its own. */
qdr_status qdr_file_copy(const char *from, const char *path, mode_t mode,
                         qdr_error *error);

/* qdr_file_require_trust fails unless only root and this user can have written
 * the file at `path`, or can replace it. */
qdr_status qdr_file_require_trust(const char *path, qdr_error *error);

/* qdr_folder_make makes a folder and its missing parents; an existing one is
 * accepted. */
qdr_status qdr_folder_make(const char *path, qdr_error *error);

/* qdr_folder_copy copies a folder and all in it. */
qdr_status qdr_folder_copy(const char *from, const char *path,
                           qdr_error *error);

/* qdr_folder_remove removes a folder and its contents; it follows no link. */
qdr_status qdr_folder_remove(const char *path, qdr_error *error);

/* qdr_folder_try_remove does so, and only prints a failure. */
void qdr_folder_try_remove(const char *path);

/* qdr_folder_make_temporary makes a new folder for this user alone in TMPDIR,
 * and writes its path to path[size]. Those of the same `purpose` that killed
 * processes of this user have left more than an hour ago, it removes. */
qdr_status qdr_folder_make_temporary(const char *purpose, char *path,
                                     size_t size, qdr_error *error);

/* qdr_folder_remove_abandoned removes folders whose path is `prefix`, the
 * number of a process that has ended, and anything behind a "-", if they are
 * this user's, nobody else's, and older than so many seconds. */
void qdr_folder_remove_abandoned(const char *prefix, double age_s);

/* qdr_folder_tidy removes temporary files that killed processes have left in a
 * folder more than an hour ago. */
void qdr_folder_tidy(const char *folder);

#endif
