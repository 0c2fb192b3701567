/* harness/results/launch_record.h -- the csv of a launch and the JSON that
 * describes it.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H
#define QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum qdr_launch_state {
    QDR_LAUNCH_ABSENT,
    QDR_LAUNCH_DAMAGED, /* the csv is not what the JSON says */
    QDR_LAUNCH_WHOLE
} qdr_launch_state;

/* qdr_launch_record_load sets *out_document to the JSON at `json` if the csv at
 * `csv` has the length and SHA-256 that it names; else to NULL. json_decref()
 * it. */
qdr_launch_state qdr_launch_record_load(const char *json, const char *csv,
                                        json_t **out_document);

/* qdr_launch_record_is_valid tells whether an entry of the JSON's `cells` is
 * VALID. */
bool qdr_launch_record_is_valid(const json_t *cell);

/* qdr_launch_record_cut makes the csv at `csv` as long as the JSON says:
 * whoever wrote them ended after the JSON was written. False: it cannot. */
bool qdr_launch_record_cut(const char *json, const char *csv);

#endif
