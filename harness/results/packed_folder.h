/* harness/results/packed_folder.h -- a packed results folder: all launches of a
 * sweep in two files. docs/result-format.md has the format. */
#ifndef QUADRILLE_HARNESS_RESULTS_PACKED_FOLDER_H
#define QUADRILLE_HARNESS_RESULTS_PACKED_FOLDER_H

#include "kernels/core/status.h"

#define QDR_PACKED_SAMPLES    "samples.csv.xz"
#define QDR_PACKED_PROVENANCE "provenance.json"

/* qdr_folder_refuse_packed fails, naming the command that unpacks, if `folder`
 * is packed. */
qdr_status qdr_folder_refuse_packed(const char *folder, qdr_error *error);

#endif
