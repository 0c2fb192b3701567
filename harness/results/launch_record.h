/* harness/results/launch_record.h -- the csv of a launch (one mpirun) and the
 * JSON that describes it. */
#ifndef QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H
#define QUADRILLE_HARNESS_RESULTS_LAUNCH_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum qdr_launch_state {
    QDR_LAUNCH_ABSENT,
    QDR_LAUNCH_DAMAGED, /* the csv does not match the JSON */
    QDR_LAUNCH_FOREIGN, /* they match, but not the sweep; qdr_launch_verdicts */
    QDR_LAUNCH_UNREADABLE, /* no memory, no descriptor, a failing disk ...: what
                              they are is not known; errno */
    QDR_LAUNCH_WHOLE
} qdr_launch_state;

/* qdr_launch_record_read returns the JSON of a file that is no link, to
 * json_decref(); NULL: there is none. */
json_t *qdr_launch_record_read(const char *path);

/* qdr_launch_record_load sets *out_document to the JSON at `json` if the csv at
 * `csv` has the length and SHA-256 that it states; else to NULL. json_decref()
 * it. Never QDR_LAUNCH_FOREIGN. */
qdr_launch_state qdr_launch_record_load(const char *json, const char *csv,
                                        json_t **out_document);

/* qdr_launch_record_is_valid returns whether an entry of the JSON's `cells` is
 * VALID. */
bool qdr_launch_record_is_valid(const json_t *cell);

/* qdr_launch_record_cut cuts the csv at `csv` to the length in the JSON: the
 * writer ended after it wrote the JSON. False: it cannot. */
bool qdr_launch_record_cut(const char *json, const char *csv);

#endif
