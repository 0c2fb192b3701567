/* harness/sweep/definition.h -- the files of a results folder that define its
 * sweep: copies of the configuration and inputs, the list of launches, and
 * digests. Results that are added later must be made with the same.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_DEFINITION_H
#define QUADRILLE_HARNESS_SWEEP_DEFINITION_H

#include "harness/sweep/sweep.h"

/* qdr_definition_keep writes the files that the folder does not have yet, and
 * compares the others with the sweep and with `digests`, which identifies the
 * programs. If one differs, it fails with QDR_ERROR_INPUT and the name of the
 * difference. */
qdr_status qdr_definition_keep(const qdr_sweep *sweep, const char *digests,
                               qdr_error *error);

/* qdr_definition_compare compares likewise the files that the folder has, and
 * its programs unless `digests` is NULL. It writes nothing. */
qdr_status qdr_definition_compare(const qdr_sweep *sweep, const char *digests,
                                  qdr_error *error);

/* qdr_definition_check_programs fails with QDR_ERROR_INPUT if the folder's
 * results were made with other programs than those of `digests`, also if their
 * digests are in the launches only. */
qdr_status qdr_definition_check_programs(const char *folder,
                                         const char *digests, qdr_error *error);

/* qdr_definition_exists returns whether the folder has any of them. */
bool qdr_definition_exists(const qdr_sweep *sweep);

#endif
