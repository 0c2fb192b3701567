/* harness/experiment/experiment.h -- what is measured: factors, cells,
 * launches.
 *
 * An experiment is a YAML file (configs/sweeps/). Its cells are the product of
 * its factors, numbered from 0; a launch (one mpirun or one simulation) runs
 * cells_per_launch of them that have one process count. Both are computed from
 * their number, never stored, so sweep and bench agree without a file between
 * them and a plan of any size takes no memory.
 */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_H
#define QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_H

#include <stdint.h>

#include "kernels/kernel.h"
#include "workloads/workload.h"

typedef struct qdr_seed_range {
    uint64_t first;
    uint64_t count;
} qdr_seed_range;

typedef struct qdr_experiment {
    char *name;      /* also the folder of its results */
    char *paper;     /* bib key, or NULL */
    char *table;     /* the printed number alone, or NULL */
    int workload;    /* index of its row */
    int *algorithms; /* indices of their rows */
    unsigned num_algorithms;
    int *procs;
    unsigned num_procs;
    double *densities; /* or NULL: 1 */
    unsigned num_densities;
    int64_t *bytes; /* of a message */
    unsigned num_bytes;
    int root;             /* of a broadcast */
    double cutoff;        /* of rs_nh, in means; 0: its own */
    qdr_seed_range seeds; /* of the pattern */
    int warmup;           /* untimed executions before the samples */
    int repetitions;      /* samples of a cell on a real machine */
    char **modes;         /* of execution, or NULL: each row's own */
    unsigned num_modes;
    uint64_t order_seed; /* of the order of cells within a launch */
    int64_t cells_per_launch;
    double launch_cap_s; /* a launch that takes longer is ended */
} qdr_experiment;

typedef struct qdr_cell {
    int64_t number;
    const qdr_kernel *kernel;
    const qdr_workload *workload;
    qdr_workload_params params;
    qdr_mode mode;
    double cutoff; /* of rs_nh; 0: its own */
} qdr_cell;

typedef struct qdr_launch {
    int64_t number;
    int procs;
    int64_t first_cell;
    int64_t num_cells;
} qdr_launch;

/* qdr_experiment_load reads the file at `path` into a new object, to release
 * with qdr_experiment_free. Bad input fails with `path:line: what; accepted:
 * ...`. */
qdr_status qdr_experiment_load(const char *path,
                               qdr_experiment **out_experiment,
                               qdr_error *error);
void qdr_experiment_free(qdr_experiment *experiment);

int64_t qdr_experiment_num_cells(const qdr_experiment *experiment);
int64_t qdr_experiment_num_launches(const qdr_experiment *experiment);

/* qdr_experiment_cell returns cell `number`, 0 <= number < num_cells. Innermost
 * the algorithm, then mode, bytes, density, seed; outermost the process count.
 */
qdr_cell qdr_experiment_cell(const qdr_experiment *experiment, int64_t number);

/* qdr_experiment_launch returns launch `number`, 0 <= number < num_launches. */
qdr_launch qdr_experiment_launch(const qdr_experiment *experiment,
                                 int64_t number);

/* qdr_experiment_order writes the numbers of the launch's cells to
 * order[num_cells], shuffled by the experiment's order_seed. */
void qdr_experiment_order(const qdr_experiment *experiment,
                          const qdr_launch *launch, int64_t *order);

#endif
