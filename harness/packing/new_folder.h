/* harness/packing/new_folder.h -- a folder that appears with all of its files,
 * or not at all. */
#ifndef QUADRILLE_HARNESS_PACKING_NEW_FOLDER_H
#define QUADRILLE_HARNESS_PACKING_NEW_FOLDER_H

#include <stddef.h>

#include "harness/sweep/sweep.h"

/* A folder that is being written. */
typedef struct qdr_new_folder {
    char path[QDR_PATH_LENGTH];      /* where it will be */
    char temporary[QDR_PATH_LENGTH]; /* where it is */
} qdr_new_folder;

/* qdr_new_folder_begin makes the temporary folder next to `path`, at which
 * there must be nothing. End it with qdr_new_folder_end. */
qdr_status qdr_new_folder_begin(qdr_new_folder *folder, const char *path,
                                qdr_error *error);

/* qdr_new_folder_write writes a file of any bytes into it. */
qdr_status qdr_new_folder_write(const qdr_new_folder *folder, const char *name,
                                const void *data, size_t length,
                                qdr_error *error);

/* qdr_new_folder_end renames it to its path if `status`, of what was written,
 * is QDR_OK and there is still nothing; else removes it. */
qdr_status qdr_new_folder_end(const qdr_new_folder *folder, qdr_status status,
                              qdr_error *error);

#endif
