/* harness/files/r_script.h -- runs a script of R of this project. */
#ifndef QUADRILLE_HARNESS_FILES_R_SCRIPT_H
#define QUADRILLE_HARNESS_FILES_R_SCRIPT_H

#include "harness/files/command.h"

/* qdr_r_script_add adds `Rscript --vanilla`, which reads no .Rprofile or
 * .Renviron, the script at `path` below the project's folder, and its first
 * word, the folder analysis/R; more words may follow. */
void qdr_r_script_add(qdr_command *command, const char *path);

/* qdr_r_script_run runs it. Its output becomes *out_text, which the caller
 * frees. Fails, *out_text untouched, with the last line that R printed. */
qdr_status qdr_r_script_run(const qdr_command *command, char **out_text,
                            qdr_error *error);

#endif
