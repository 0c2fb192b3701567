/* harness/cli/options/output_path.h -- the path that a command writes to. */
#ifndef QUADRILLE_HARNESS_CLI_OPTIONS_OUTPUT_PATH_H
#define QUADRILLE_HARNESS_CLI_OPTIONS_OUTPUT_PATH_H

#include "kernels/core/base/status.h"

/* qdr_output_check refuses a path, given by `option` ("--figure"), that does
 * not end in `end` (".svg"; "": any), or whose folder is not writable, before
 * anything is computed. */
qdr_status qdr_output_check(const char *option, const char *end,
                            const char *path, qdr_error *error);

#endif
