/* harness/results/launch_record.h -- the csv of an attempt at a launch (one
 * mpirun) and the JSON that describes it. */
#ifndef QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H
#define QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/results/attempts.h"

/* qdr_launch_record_seal sets `json_sha256` of a document, the SHA-256 of all
 * else in it. False: out of memory. */
bool qdr_launch_record_seal(json_t *document);

/* qdr_launch_record_document returns the JSON of an attempt, to json_decref();
 * NULL: there is none in a plain file, or it is not whole. */
json_t *qdr_launch_record_document(const char *folder,
                                   const qdr_attempt *attempt);

/* qdr_launch_record_load reads both files: *out_csv is the part of the csv that
 * the JSON describes, to free(). It fails with the reason if the JSON is not
 * whole, or such a part is not there; the csv may go on. */
qdr_status qdr_launch_record_load(const char *folder,
                                  const qdr_attempt *attempt,
                                  json_t **out_document, char **out_csv,
                                  qdr_error *reason);

/* qdr_launch_record_is_valid returns whether an entry of the JSON's `cells` is
 * VALID. */
bool qdr_launch_record_is_valid(const json_t *cell);

#endif
