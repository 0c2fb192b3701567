/* harness/experiment/experiment.h -- the structure of an experiment: factors,
 * cells, launches.
 *
 * An experiment is a YAML file (configs/sweeps/). Its cells are the product of
 * its factors, numbered from 0. A factor multiplies only the algorithms or
 * workloads that have it. A launch (one mpirun or one simulation) runs
 * cells_per_launch cells of one process layout. If a factor is set when ranks
 * start, a launch also has one value of it; algorithms without it run with the
 * first. Cells and launches are computed from their number, never stored. So
 * sweep and bench agree without a file between them, and an experiment of any
 * size takes no memory.
 */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_H
#define QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_H

#include <stdint.h>

#include "harness/clock/start.h"
#include "harness/files/yaml_tree.h"
#include "kernels/core/base/name_lookup.h"
#include "kernels/kernel.h"
#include "kernels/network_file/network_file.h"
#include "workloads/workload.h"

/* Seeds of traffic, one after another. */
typedef struct qdr_seed_range {
    uint64_t first;
    uint64_t count;
} qdr_seed_range;

/* The state of the caches when a sample begins. */
typedef enum qdr_cache {
    QDR_CACHE_WARM, /* as the sample before left it */
    QDR_CACHE_COLD, /* overwritten before every sample */
    QDR_NUM_CACHES
} qdr_cache;

/* Which samples are verified. */
typedef enum qdr_verify {
    QDR_VERIFY_FITTING, /* as many as the cell's time allows */
    QDR_VERIFY_ALL,
    QDR_NUM_VERIFIES
} qdr_verify;

/* How ranks are distributed to nodes. */
typedef enum qdr_mapping {
    QDR_MAPPING_DEFAULT, /* as the launcher does */
    QDR_MAPPING_BLOCK,   /* neighbours on one node */
    QDR_MAPPING_CYCLIC,  /* neighbours on neighbouring nodes */
    QDR_NUM_MAPPINGS
} qdr_mapping;

/* The hardware that a rank is bound to. */
typedef enum qdr_binding {
    QDR_BINDING_DEFAULT, /* as the launcher does */
    QDR_BINDING_NONE,
    QDR_BINDING_CORE,
    QDR_BINDING_SOCKET,
    QDR_NUM_BINDINGS
} qdr_binding;

/* A whole process that is timed instead of the exchange. */
typedef enum qdr_process {
    QDR_PROCESS_NONE,     /* the exchange itself */
    QDR_PROCESS_SCHEDULE, /* `quadrille`: reads, builds and prints a schedule */
    QDR_PROCESS_START_UP, /* starts the ranks, which synchronise and end */
    QDR_PROCESS_EXCHANGE, /* starts the ranks, plans, exchanges, verifies */
    QDR_NUM_PROCESSES
} qdr_process;

/* The content of a sample if the workload has an application. */
typedef enum qdr_timed {
    QDR_TIMED_APPLICATION, /* one run of it; of other workloads the exchange */
    QDR_TIMED_EXCHANGE,    /* one exchange of its messages */
    QDR_TIMED_INDEXED,     /* the same of data behind lists of indices */
    QDR_NUM_TIMED
} qdr_timed;

/* The number of ranks, and their places. */
typedef struct qdr_process_layout {
    int procs;
    int nodes, tasks_per_node; /* procs is their product; or both 0: not set */
    qdr_mapping mapping;
    qdr_binding binding;
} qdr_process_layout;

/* Max `most_warmup`, unless `warmup` is more: sampling keeps the time of each
 * execution beyond `warmup`, to see whether they still get faster. */
enum { QDR_MAX_WARMUP = 4096 };

/* The rules for measuring a cell; see docs/measuring.md. */
typedef struct qdr_measuring {
    int warmup;          /* min untimed executions before the samples */
    int max_warmup;      /* max of them; equal to warmup: exactly as many */
    int repetitions;     /* min samples */
    int max_repetitions; /* max; equal to repetitions: exactly as many */
    double precision;    /* of the median's interval, as a share of it */
    double cell_cap_s;   /* no further samples after it; 0: no cap */
    int start;           /* a qdr_start */
    double window_us;    /* between agreement and start */
    int cache;           /* a qdr_cache */
    int timed;           /* a qdr_timed */
    int batch;           /* executions a sample; 0: as the clock needs */
    int rank_times;      /* 1: every rank's own time of a sample is kept */
    int verify;          /* a qdr_verify */
    int stride;          /* samples for one that is verified; 0: not known */
    double verify_cap_s; /* of all samples with their verifying */
} qdr_measuring;

/* A parameter that the file sets, of the workload or of algorithms, and its
 * values. */
typedef struct qdr_factor {
    const char *key; /* as in the file: a parameter's name, or its word for a
                        list of values */
    qdr_yaml_place at;
    bool is_of_workload; /* else only of some algorithms */
    char **values;       /* as in the file; paths of files are resolved */
    unsigned num_values;
} qdr_factor;

/* Whose network the experiment wants: the machine's, if it has one, or what a
 * program has, which knows no machine. */
typedef enum qdr_network_use {
    QDR_NETWORK_MACHINE,
    QDR_NETWORK_PROGRAM,
    QDR_NUM_NETWORK_USES
} qdr_network_use;

/* Whose network an experiment's algorithms count with. */
typedef enum qdr_network_source {
    QDR_NETWORK_OF_TODAY, /* qdr_network_of_today_on_nodes */
    QDR_NETWORK_OF_MACHINE,
    QDR_NETWORK_OF_FILE, /* the folder's QDR_NETWORK_COPY */
    QDR_NUM_NETWORK_SOURCES
} qdr_network_source;

/* A file of configs/experiments, with its defaults. */
typedef struct qdr_experiment {
    qdr_yaml *file;   /* the file's text as a tree */
    char *name;       /* also the folder of its results */
    char *paper;      /* bib key, or NULL */
    char *table;      /* the printed number alone, or NULL */
    char **case_keys; /* parameters that distinguish published numbers */
    unsigned num_case_keys;
    int workload;    /* its index in the table */
    int *algorithms; /* their indices in the table */
    unsigned num_algorithms;
    int *procs; /* or NULL: nodes x tasks_per_node */
    unsigned num_procs;
    int *nodes, *tasks_per_node; /* or NULL */
    unsigned num_nodes, num_tasks_per_node;
    int *mappings, *bindings; /* qdr_mapping, qdr_binding; NULL: default */
    unsigned num_mappings, num_bindings;
    qdr_seed_range
        seeds; /* of the traffic; an algorithm's are drawn from them */
    qdr_measuring measuring;
    int launches; /* how often a cell is measured, each time in another launch
                   */
    char **modes; /* of schedules, or NULL: each algorithm's own */
    unsigned num_modes;
    int *processes; /* qdr_process, for hyperfine; or NULL: none */
    unsigned num_processes;
    uint64_t order_seed; /* of the order of cells within a launch */
    int64_t cells_per_launch;
    double launch_cap_s; /* a longer launch is ended; if it has finished cells,
                            another launch runs the rest */
    double cell_limit_s; /* a cell that takes longer is INVALID */
    int network_use;     /* a qdr_network_use */

    /* Made from the keys of parameters. */
    qdr_factor *factors;
    int num_factors;
    const qdr_factor
        *of_launch; /* the one parameter that is set per launch, or NULL */
    unsigned value_without; /* the value with which algorithms run that lack it:
                               its default, or num_values if that is none of its
                               values */
    int64_t num_inputs;     /* of one process layout */
    qdr_partitioner partitioner;  /* of workloads on a graph; set by the caller
                                     of qdr_experiment_load */
    const qdr_network *network;   /* or NULL; qdr_experiment_set_network */
    qdr_network network_of_today; /* which `network` may point to */
    qdr_network_source network_source;
    const qdr_library_ranges *library; /* of a network file, or NULL; set by the
                                          caller of qdr_experiment_load */
    int64_t *variant_begin; /* [num_algorithms + 1]: algorithm i runs each
                               traffic in variants variant_begin[i] ..
                               variant_begin[i + 1] - 1 */
} qdr_experiment;

/* One combination of all that is varied: what samples are taken of. */
typedef struct qdr_cell {
    int64_t number;
    qdr_process_layout layout;
    int replicate; /* which of its launches, from 1 */
    const qdr_kernel *kernel;
    const qdr_workload *workload;
    const qdr_partitioner *partitioner;        /* or NULL */
    qdr_values kernel_values, workload_values; /* live with the experiment */
    uint64_t seed;                             /* of the traffic */
    uint64_t kernel_seed; /* of the algorithm: drawn from it, and another one */
    uint64_t start_seed;  /* of when ranks start, on a simulated machine with a
                             skew: drawn from it and the replicate */
    qdr_mode mode;        /* of an algorithm with a schedule */
    bool has_mode;        /* the file names it; else it is the algorithm's own,
                             and `auto` chooses one */
    qdr_process process;
    bool has_network;
    qdr_network network; /* of the machine, as the cell's ranks fill it */
    const qdr_library_ranges *library; /* the experiment's */
} qdr_cell;

/* The cells that one start of the ranks measures. */
typedef struct qdr_launch {
    int64_t number;
    qdr_process_layout layout; /* of all its cells */
    unsigned
        value; /* of the factor that is set per launch, num_values for its
                  default if that is none of its values; 0 without a factor */
    int64_t num_cells;
    int64_t num_variants; /* its cells per traffic */
    int64_t layout_begin; /* the first cell of the layout, in any launch */
    int64_t begin;        /* its own first, counted among those of the value */
} qdr_launch;

/* qdr_experiment_load reads the file at `path`, edited (or NULL), into a new
 * object; release it with qdr_experiment_free. Bad input fails with `path:line:
 * what; accepted: ...`. It does not generate traffic: sweep_check.h does. */
qdr_status qdr_experiment_load(const char *path, const qdr_yaml_edits *edits,
                               qdr_experiment **out_experiment,
                               qdr_error *error);
void qdr_experiment_free(qdr_experiment *experiment);

/* qdr_experiment_set_network sets the network: that of the machine, else that
 * of the network file (each may be NULL), else that of today with so many ranks
 * a node. The first two must outlive the experiment. */
void qdr_experiment_set_network(qdr_experiment *experiment,
                                const qdr_network *of_machine,
                                const qdr_network *of_file, int node_ranks);
/* qdr_experiment_network_of returns the machine's network (NULL: it has none)
 * if the experiment counts with it, else NULL. */
const qdr_network *qdr_experiment_network_of(const qdr_experiment *experiment,
                                             const qdr_network *of_machine);

/* qdr_network_source_string returns the source's words, as in a launch's
 * JSON. */
const char *qdr_network_source_string(qdr_network_source source);

/* qdr_experiment_keys adds the keys of a file that are no parameters. Release
 * with qdr_names_cleanup. */
void qdr_experiment_keys(qdr_names *keys);

/* qdr_experiment_num_cells and qdr_experiment_num_launches return the number of
 * cells and of launches, replicates included. */
int64_t qdr_experiment_num_cells(const qdr_experiment *experiment);
int64_t qdr_experiment_num_launches(const qdr_experiment *experiment);

/* qdr_experiment_num_variants returns n, the number of cells per traffic: those
 * with numbers k n .. k n + n - 1. */
int64_t qdr_experiment_num_variants(const qdr_experiment *experiment);

/* qdr_experiment_num_layouts returns the number of process layouts;
 * qdr_experiment_layout returns layout `index`, 0 <= index < num_layouts:
 * innermost the binding, then mapping, tasks per node, nodes or procs. */
int qdr_experiment_num_layouts(const qdr_experiment *experiment);
qdr_process_layout qdr_experiment_layout(const qdr_experiment *experiment,
                                         int index);

/* qdr_mapping_string, qdr_binding_string and qdr_process_string return the word
 * for a value, as in the file: "cyclic", "core", "start_up". */
const char *qdr_mapping_string(qdr_mapping mapping);
const char *qdr_binding_string(qdr_binding binding);
const char *qdr_process_string(qdr_process process);

/* qdr_experiment_cell returns cell `number`, 0 <= number < num_cells. Innermost
 * is the variant: the algorithm's own factors, processes and modes, then the
 * algorithm. Then come the workload's factors, seed and process layout;
 * outermost is the replicate. */
qdr_cell qdr_experiment_cell(const qdr_experiment *experiment, int64_t number);

/* qdr_cell_input returns the input of the cell's workload; it lives as long as
 * the cell. */
qdr_workload_input qdr_cell_input(const qdr_cell *cell);

/* qdr_cell_traffic generates the cell's traffic. Release with
 * qdr_traffic_cleanup. */
qdr_status qdr_cell_traffic(const qdr_cell *cell, qdr_traffic *traffic,
                            qdr_error *error);

/* qdr_cell_problem returns the problem of the cell's algorithm; it lives as
 * long as the cell and the traffic. */
qdr_problem qdr_cell_problem(const qdr_cell *cell, const qdr_traffic *traffic);

/* qdr_experiment_launch returns launch `number`, 0 <= number < num_launches. */
qdr_launch qdr_experiment_launch(const qdr_experiment *experiment,
                                 int64_t number);

/* qdr_launch_cell returns the number of the launch's cell `index`, 0 <= index <
 * num_cells; they ascend. */
int64_t qdr_launch_cell(const qdr_experiment *experiment,
                        const qdr_launch *launch, int64_t index);

/* qdr_launch_find_cell returns the index of cell `number`; -1: the launch does
 * not have it. */
int64_t qdr_launch_find_cell(const qdr_experiment *experiment,
                             const qdr_launch *launch, int64_t number);

/* qdr_launch_value returns the value with which the launch is started, as in
 * the file or the default, of a parameter that is set per launch. */
const char *qdr_launch_value(const qdr_experiment *experiment,
                             const qdr_launch *launch,
                             const qdr_parameter *parameter);

/* qdr_experiment_find_launch does the same for a number from a user: on failure
 * it states the accepted numbers. */
qdr_status qdr_experiment_find_launch(const qdr_experiment *experiment,
                                      int64_t number, qdr_launch *out_launch,
                                      qdr_error *error);

/* qdr_experiment_order writes the numbers of the launch's cells to
 * order[num_cells], shuffled by the experiment's order_seed. */
void qdr_experiment_order(const qdr_experiment *experiment,
                          const qdr_launch *launch, int64_t *order);

#endif
