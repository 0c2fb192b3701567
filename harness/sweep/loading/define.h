/* harness/sweep/loading/define.h -- a sweep's definition in its results folder:
 * definition.json, and the copies of configuration and inputs that launches
 * read. harness/results/definition.h says what it is.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_DEFINE_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_DEFINE_H

#include <jansson.h>

#include "harness/sweep/loading/sweep.h"

/* qdr_sweep_define writes what the folder does not have yet. What is damaged it
 * writes anew from the sweep, and prints so. If results there were made with
 * another definition, it fails with QDR_ERROR_INPUT and the difference.
 * `digests` identifies the programs. */
qdr_status qdr_sweep_define(const qdr_sweep *sweep, const char *digests,
                            qdr_error *error);

/* qdr_sweep_compare_definition compares only, programs unless `digests` is
 * NULL. */
qdr_status qdr_sweep_compare_definition(const qdr_sweep *sweep,
                                        const char *digests, qdr_error *error);

/* qdr_folder_is_defined returns whether a folder has results of a sweep. */
bool qdr_folder_is_defined(const char *folder);

/* qdr_folder_repair writes configurations that are damaged anew, as the
 * folder's definition has them, and prints so. */
qdr_status qdr_folder_repair(const char *folder, qdr_error *error);

#endif
