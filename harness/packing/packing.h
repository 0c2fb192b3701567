/* harness/packing/packing.h -- packs the launches (one mpirun each) of a
 * results folder into two files, and restores them byte for byte.
 *
 * Both write a folder under a temporary name, then rename it. Equal results are
 * packed into equal bytes. */
#ifndef QUADRILLE_HARNESS_PACKING_PACKING_H
#define QUADRILLE_HARNESS_PACKING_PACKING_H

#include <stddef.h>

#include "kernels/core/status.h"

/* qdr_results_pack packs the results in `from` into the new folder `to`, and
 * sets *out_launches to their number. It refuses a folder with a launch that
 * does not count. */
qdr_status qdr_results_pack(const char *from, const char *to,
                            size_t *out_launches, qdr_error *error);

/* qdr_results_unpack restores the launches of the packed folder `from` in the
 * new folder `to`, and refuses them unless all digests match. */
qdr_status qdr_results_unpack(const char *from, const char *to,
                              size_t *out_launches, qdr_error *error);

#endif
