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

/* qdr_conditions_merge returns a new object with `conditions`, those of the
 * ranks in the array `seen` and of the launch, and `conditions_sha256`. NULL:
 * out of memory. */
json_t *qdr_conditions_merge(const json_t *seen);

/* qdr_conditions_differ returns a new array with the names of what is not the
 * same in all of `conditions`, an object of them: "environment: UCX_TLS". */
json_t *qdr_conditions_differ(const json_t *conditions);

/* qdr_conditions_print_differences writes these names to text[size], joined by
 * commas; "" if nothing differs. */
void qdr_conditions_print_differences(const json_t *conditions, char *text,
                                      size_t size);

#endif
