/* harness/packing/packed_launch.h -- restores a launch (one mpirun) of a packed
 * results folder. */
#ifndef QUADRILLE_HARNESS_PACKING_PACKED_LAUNCH_H
#define QUADRILLE_HARNESS_PACKING_PACKED_LAUNCH_H

#include "harness/packing/packed_results.h"

/* What the files of a launch hold. */
typedef struct qdr_packed_launch {
    char name[64];    /* launch-NNNNN */
    char *json, *csv; /* texts */
} qdr_packed_launch;

/* qdr_packed_launch_read restores launch number `index` in the folder, byte for
 * byte, and refuses it unless both texts have the SHA-256 that is stated.
 * Release with qdr_packed_launch_cleanup. */
qdr_status qdr_packed_launch_read(const qdr_packed_results *packed,
                                  size_t index, qdr_packed_launch *out_launch,
                                  qdr_error *error);
void qdr_packed_launch_cleanup(qdr_packed_launch *launch);

#endif
