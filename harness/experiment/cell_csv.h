/* harness/experiment/cell_csv.h -- the factors of a cell as columns of a csv.
 */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_CELL_CSV_H
#define QUADRILLE_HARNESS_EXPERIMENT_CELL_CSV_H

#include "harness/experiment/experiment.h"

/* The columns: those that every cell has, and those that came later and stand
 * at the end of a row. */
#define QDR_CELL_COLUMNS                                                       \
    "algorithm,workload,procs,density,message_bytes,seed,mode"
#define QDR_CELL_MORE_COLUMNS                                                  \
    "replicate,nodes,tasks_per_node,mapping,binding,pattern,degree,fan_out,"   \
    "non_uniformity,traffic,delay_us,improvements,"                            \
    "shuffle,stage_exchange"

/* A factor that the cell's workload or shape does not have is empty. */
typedef struct qdr_cell_csv {
    char columns[256], more_columns[512];
} qdr_cell_csv;

/* qdr_cell_csv_of returns the values of both, joined by commas. */
qdr_cell_csv qdr_cell_csv_of(const qdr_cell *cell);

/* qdr_cell_mode writes how the cell runs to text[size]: its mode, "library", or
 * "process:" and which. */
void qdr_cell_mode(const qdr_cell *cell, char *text, size_t size);

#endif
