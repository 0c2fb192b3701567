/* harness/results/packed_folder.h -- the results of a sweep that is kept: its
 * files launch-* in one archive, results.tar.xz, which tar and xz make and
 * read. */
#ifndef QUADRILLE_HARNESS_RESULTS_PACKED_FOLDER_H
#define QUADRILLE_HARNESS_RESULTS_PACKED_FOLDER_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

#define QDR_PACKED_FILE "results.tar.xz"

/* qdr_folder_is_packed returns whether a folder has such an archive. */
bool qdr_folder_is_packed(const char *folder);

/* qdr_folder_unpack unpacks the archive of `folder` into a new folder below
 * TMPDIR, which the caller removes, and returns its path, to free(). It unpacks
 * at most 2 GiB. */
qdr_status qdr_folder_unpack(const char *folder, char **out_path,
                             qdr_error *error);

#endif
