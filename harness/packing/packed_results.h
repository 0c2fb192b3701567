/* harness/packing/packed_results.h -- reads a packed results folder. */
#ifndef QUADRILLE_HARNESS_PACKING_PACKED_RESULTS_H
#define QUADRILLE_HARNESS_PACKING_PACKED_RESULTS_H

#include <jansson.h>

#include "harness/packing/definition_texts.h"
#include "kernels/core/status.h"
#include "workloads/text/packed.h"

/* The format that folders are packed in. */
enum { QDR_PACKED_FORMAT = 1 };

/* provenance.json and the JSON of a launch are smaller than this. Parsed JSON
 * takes many times the memory of its text. */
#define QDR_MAX_PACKED_JSON ((size_t)1 << 25)

/* The launches (one mpirun each) of a packed folder. */
typedef struct qdr_packed_results {
    const char *folder; /* the caller's */
    json_t *document;   /* provenance.json */
    qdr_definition_texts definition;
    qdr_bytes samples; /* samples.csv, unpacked */
    const char **rows; /* where the rows of launch i begin; a last one for the
                          end */
    size_t num_launches;
} qdr_packed_results;

/* qdr_packed_load reads the files of `folder`, and refuses them if they do not
 * fit together. Release with qdr_packed_cleanup. */
qdr_status qdr_packed_load(qdr_packed_results *packed, const char *folder,
                           qdr_error *error);
void qdr_packed_cleanup(qdr_packed_results *packed);

/* qdr_packed_find_rows, a part of qdr_packed_load, sets `rows`, and refuses the
 * folder unless every launch is there once, and every row is of one launch, in
 * the order of the launches. */
qdr_status qdr_packed_find_rows(qdr_packed_results *packed, qdr_error *error);

/* qdr_packed_refuse fails with what is wrong in a file of the folder. */
qdr_status qdr_packed_refuse(const qdr_packed_results *packed, const char *file,
                             const char *what, qdr_error *error);

#endif
