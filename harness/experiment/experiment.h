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

/* How the ranks start a sample together. */
typedef enum qdr_start {
    QDR_START_BARRIER, /* our own */
    QDR_START_WINDOW,  /* at a time agreed upon before */
    QDR_NUM_STARTS
} qdr_start;

typedef enum qdr_cache {
    QDR_CACHE_WARM, /* as the sample before left it */
    QDR_CACHE_COLD, /* overwritten before every sample */
    QDR_NUM_CACHES
} qdr_cache;

/* The rules by which a cell is measured; see docs/measuring.md. */
typedef struct qdr_measuring {
    int warmup;           /* least untimed executions before the samples */
    int most_warmup;      /* at which it counts as warm; least: no more */
    int repetitions;      /* least samples */
    int most_repetitions; /* least: exactly as many */
    double precision;     /* of the median's interval, as a share of it */
    double cell_cap_s;    /* no further samples after it; 0: no cap */
    int start;            /* a qdr_start, as libcyaml stores it */
    double window_us;     /* between agreement and start */
    int cache;            /* a qdr_cache */
} qdr_measuring;

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
    qdr_measuring measuring;
    int launches; /* of every cell: times it is measured, in other launches */
    char **modes; /* of execution, or NULL: each row's own */
    unsigned num_modes;
    uint64_t order_seed; /* of the order of cells within a launch */
    int64_t cells_per_launch;
    double launch_cap_s; /* a launch that takes longer is ended */
} qdr_experiment;

typedef struct qdr_cell {
    int64_t number;
    int replicate; /* which of its launches, from 1 */
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
 * the algorithm, then mode, bytes, density, seed, process count; outermost the
 * replicate.
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
