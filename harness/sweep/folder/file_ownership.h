/* harness/sweep/folder/file_ownership.h -- whose a results folder is. */
#ifndef QUADRILLE_HARNESS_SWEEP_FOLDER_FILE_OWNERSHIP_H
#define QUADRILLE_HARNESS_SWEEP_FOLDER_FILE_OWNERSHIP_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

/* qdr_folder_require_own fails with the owner's name if the folder at `path`,
 * or what a sweep would execute or believe in it (configuration, inputs,
 * programs, logs), belongs to another user, and if such a file is a link. The
 * path itself may be a link. A folder that does not exist yet is accepted. What
 * others could write, and other files of ours there, is taken from them if
 * `mends`, and a line says so. */
qdr_status qdr_folder_require_own(const char *path, bool mends,
                                  qdr_error *error);

#endif
