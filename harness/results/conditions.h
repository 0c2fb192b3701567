/* harness/results/conditions.h -- what may change a time and is no factor of a
 * sweep: MPI library, processor, kernel, launcher, libraries that are loaded
 * first, and the environment of MPI and the launcher. No MPI.
 * docs/result-format.md has the parts.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_CONDITIONS_H
#define QUADRILLE_HARNESS_RESULTS_CONDITIONS_H

#include <jansson.h>

/* qdr_conditions_hand_on notes in the environment, for the launch that this
 * process becomes, the launcher's path and those variables that the launch's
 * command, or the launcher for it, sets on its ranks. */
void qdr_conditions_hand_on(const char *launcher);

/* qdr_conditions_here returns what this process sees, as a new object. `mpi` is
 * the library's version; NULL: none. */
json_t *qdr_conditions_here(const char *mpi);

/* qdr_conditions_unite returns a new object with `conditions`, those of the
 * ranks in the array `seen` and of the launch, and `conditions_sha256`. NULL:
 * out of memory. */
json_t *qdr_conditions_unite(const json_t *seen);

#endif
