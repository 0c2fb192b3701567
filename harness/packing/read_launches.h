/* harness/packing/read_launches.h -- the launches (one mpirun each) of a
 * results folder, to pack them. */
#ifndef QUADRILLE_HARNESS_PACKING_READ_LAUNCHES_H
#define QUADRILLE_HARNESS_PACKING_READ_LAUNCHES_H

#include <jansson.h>
#include <stddef.h>

#include "harness/files/digest.h"
#include "harness/packing/definition_texts.h"
#include "kernels/core/status.h"

typedef struct qdr_read_launch {
    char name[64];    /* launch-NNNNN */
    json_t *document; /* its JSON, with cells as columns and without the texts
                         that are in the folder */
    char json_sha256[QDR_DIGEST_LENGTH + 1];
    size_t first_row, last_row; /* of all rows, from 1 */
} qdr_read_launch;

typedef struct qdr_read_launches {
    qdr_read_launch *launches;
    size_t count;
    char *rows; /* a header, then the samples of all launches */
    size_t length, num_rows;
    int64_t num_absent; /* launches of the sweep that have not run */
    qdr_definition_texts definition;
} qdr_read_launches;

/* qdr_launches_read reads those of `folder` that have ended. It refuses a
 * folder without one, with one that does not count, or in which a sweep runs.
 * Release with qdr_launches_cleanup. */
qdr_status qdr_launches_read(qdr_read_launches *read, const char *folder,
                             qdr_error *error);
void qdr_launches_cleanup(qdr_read_launches *read);

/* qdr_launch_shorten, a part of it, sets the document of a launch from the JSON
 * at `path`, without the texts of `definition`, and names those that it has. */
qdr_status qdr_launch_shorten(qdr_read_launch *launch, const char *path,
                              qdr_definition_texts *definition,
                              qdr_error *error);

#endif
