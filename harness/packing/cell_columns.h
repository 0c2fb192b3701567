/* harness/packing/cell_columns.h -- the cells in a launch's JSON (one mpirun),
 * as columns, which are shorter than records. */
#ifndef QUADRILLE_HARNESS_PACKING_CELL_COLUMNS_H
#define QUADRILLE_HARNESS_PACKING_CELL_COLUMNS_H

#include <jansson.h>

/* qdr_cells_as_columns returns an object with an array for each key of the
 * cells, or, except for `cell`, the one value that all cells have. Cells that
 * do not all have the same keys in the same order are returned as they are. To
 * json_decref(); NULL: out of memory. */
json_t *qdr_cells_as_columns(json_t *cells);

/* qdr_cells_from_columns returns the array again, to json_decref(); NULL: out
 * of memory, or the columns have not the same length. */
json_t *qdr_cells_from_columns(json_t *columns);

#endif
