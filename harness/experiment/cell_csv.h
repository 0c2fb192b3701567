/* harness/experiment/cell_csv.h -- the factors of a cell as columns of a csv.
 */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_CELL_CSV_H
#define QUADRILLE_HARNESS_EXPERIMENT_CELL_CSV_H

#include <stdio.h>

#include "harness/experiment/experiment.h"

#define QDR_CELL_COLUMNS                                                       \
    "case,algorithm,workload,procs,nodes,tasks_per_node,mapping,binding,"      \
    "seed,mode,parameters,replicate"

/* The columns next to them in a row of samples. */
#define QDR_SAMPLE_COLUMNS                                                     \
    "hosts,ranks_per_host,cores_per_rank,messages,max_degree,total_bytes,"     \
    "rounds,gather_ns,build_ns,bind_ns,batch,verified,counts,chosen,"          \
    "chosen_mode,chosen_parameters,drops,retransmissions,softirq_ns,"          \
    "repetition,time_ns,local_max_ns,window_us,late_ns,compute_ns,pack_ns,"    \
    "exchange_ns,reduce_ns,rank_ns"

/* qdr_cell_csv_print writes the values of QDR_CELL_COLUMNS, joined by commas;
 * none needs quotes. A value that is not set (nodes) is empty. */
void qdr_cell_csv_print(const qdr_experiment *experiment, const qdr_cell *cell,
                        FILE *to);

#endif
