/* harness/bench/spare.h -- cells that ended an earlier attempt of a launch.
 *
 * A file of lines `cell<TAB>reason`; they are not run again but reported
 * INVALID with that reason.
 */
#ifndef QUADRILLE_HARNESS_BENCH_SPARE_H
#define QUADRILLE_HARNESS_BENCH_SPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/status.h"

/* qdr_is_spared tells whether `cell` is in the file at `path`, which may be
 * NULL; its reason goes to `reason`. */
bool qdr_is_spared(const char *path, int64_t cell, qdr_error *reason);

#endif
