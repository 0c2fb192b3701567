/* harness/results/failed_cells.h -- cells that ended an earlier attempt of a
 * launch (one mpirun).
 *
 * A file of lines `cell<TAB>reason`; these cells are not run again but reported
 * INVALID with that reason.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_FAILED_CELLS_H
#define QUADRILLE_HARNESS_RESULTS_FAILED_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* qdr_cell_has_failed returns whether `cell` is in the file at `path`, which
 * may be NULL; its reason goes to `reason`. */
bool qdr_cell_has_failed(const char *path, int64_t cell, qdr_error *reason);

#endif
