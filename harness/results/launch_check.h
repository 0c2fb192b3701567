/* harness/results/launch_check.h -- whether the files of a launch (one
 * mpirun) belong to the sweep in whose folder they are. */
#ifndef QUADRILLE_HARNESS_RESULTS_LAUNCH_CHECK_H
#define QUADRILLE_HARNESS_RESULTS_LAUNCH_CHECK_H

#include <jansson.h>

#include "harness/experiment/experiment.h"

/* The format that launches are written in; launch_check.c lists all that are
 * read. */
enum { QDR_LAUNCH_FORMAT = 7 };

/* What a launch of a sweep must state. */
typedef struct qdr_launch_owner {
    const qdr_experiment *experiment;
    qdr_launch launch;
    bool is_simulated;
    const json_t *definition; /* of the sweep; or NULL: any */
} qdr_launch_owner;

/* qdr_launch_check fails with the reason unless the JSON `document` and its
 * csv belong to the owner's launch. It compares format, experiment, launch
 * number, ranks and definition; the cells, which must be the launch's own and
 * appear once; and the samples of each. Cells may be missing. `csv` is the
 * csv's text. Reads no files. */
qdr_status qdr_launch_check(const qdr_launch_owner *owner,
                            const json_t *document, const char *csv,
                            qdr_error *reason);

/* qdr_launch_check_format fails unless the JSON has a format that is read. */
qdr_status qdr_launch_check_format(const json_t *document, qdr_error *reason);

#endif
