/* harness/packing/read_launches.h -- the launches (one mpirun each) of a
 * results folder, to pack them. */
#ifndef QUADRILLE_HARNESS_PACKING_READ_LAUNCHES_H
#define QUADRILLE_HARNESS_PACKING_READ_LAUNCHES_H

#include <jansson.h>
#include <stddef.h>

#include "harness/files/digest.h"
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
} qdr_read_launches;

/* qdr_launches_read reads those of `folder` that have ended. It refuses a
 * folder without one, or with one that does not count. Release with
 * qdr_launches_cleanup. */
qdr_status qdr_launches_read(qdr_read_launches *read, const char *folder,
                             qdr_error *error);
void qdr_launches_cleanup(qdr_read_launches *read);

#endif
