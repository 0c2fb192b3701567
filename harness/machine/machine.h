/* harness/machine/machine.h -- where an experiment runs.
 *
 * A machine = hardware x message software x size. The YAML of a machine,
 * configs/machines/NAME.yaml, names the other two, which stand in hardware/
 * and software/ beside it. Keys are explained in the files themselves.
 */
#ifndef QUADRILLE_HARNESS_MACHINE_MACHINE_H
#define QUADRILLE_HARNESS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/network.h"
#include "kernels/core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum qdr_machine_kind {
    QDR_MACHINE_LOCAL,     /* mpirun on this machine */
    QDR_MACHINE_SIMULATED, /* SimGrid, deterministic */
    QDR_MACHINE_SLURM,     /* jobs on a cluster */
    QDR_NUM_MACHINE_KINDS
} qdr_machine_kind;

/* What starts the ranks of a launch within a job. */
typedef enum qdr_job_launcher {
    QDR_LAUNCHER_MPIRUN,
    QDR_LAUNCHER_SRUN,
    QDR_NUM_JOB_LAUNCHERS
} qdr_job_launcher;

/* How jobs are asked for; strings may be NULL. Each key is explained in
 * configs/machines/slurm_example.yaml. */
typedef struct qdr_slurm {
    char *slurm_conf;
    char *partition, *account, *qos, *constraint, *memory;
    int exclusive; /* 0 or 1 */
    int nodes, tasks_per_node;
    int launcher; /* a qdr_job_launcher */
    char **setup; /* lines of shell */
    unsigned num_setup;
    double task_minutes; /* of work packed into one array task */
    int time_limit_minutes;
    int array_limit; /* array tasks at once */
    int max_tasks;   /* in all */
    double poll_s;
} qdr_slurm;

typedef struct qdr_machine {
    int kind; /* a qdr_machine_kind, as libcyaml stores it */
    char *title;
    int max_procs;
    char *hardware; /* names; NULL for a local machine */
    char *software;
    qdr_slurm *slurm; /* NULL but for kind slurm */
    /* What the choice of an algorithm counts with; NULL if the file does not
     * say. In a mesh every one of max_procs nodes has its place. */
    qdr_network *network;
} qdr_machine;

/* A fat tree: every group of `nodes` nodes is joined to the next level by one
 * link up and one down, of bandwidth_per_node_mb_s times the nodes. */
typedef struct qdr_tree_level {
    int nodes;
    double bandwidth_per_node_mb_s;
} qdr_tree_level;

/* 1 MB/s is 10^6 bytes/s. */
typedef struct qdr_hardware {
    double node_bandwidth_mb_s; /* of user data; in and out together */
    double network_latency_us;
    int packet_bytes; /* of which packet_data_bytes carry user data */
    int packet_data_bytes;
    qdr_tree_level *levels;
    unsigned num_levels;
    struct qdr_declaration *inputs, *fitted;
    unsigned num_inputs, num_fitted;
    char **structure; /* choices that are not numbers */
    unsigned num_structure;
} qdr_hardware;

/* Where a number comes from: printed in a paper, or fitted to named cells. */
typedef struct qdr_declaration {
    char *key;
    char *source;
    char **cells;
    unsigned num_cells;
} qdr_declaration;

typedef struct qdr_software {
    double send_overhead_us;    /* of the sender, before the rendezvous */
    double receive_overhead_us; /* of the receiver, after the data */
    double active_send_us;      /* of an active message, on either side */
    double active_receive_us;
    struct qdr_declaration *inputs, *fitted;
    unsigned num_inputs, num_fitted;
    char **structure;
    unsigned num_structure;
} qdr_software;

/* Each qdr_*_load reads one file into a new object, to release with its
 * qdr_*_free. Bad input fails with `path:line: what; accepted: ...`. */
qdr_status qdr_machine_load(const char *path, qdr_machine **out_machine,
                            qdr_error *error);
qdr_status qdr_hardware_load(const char *path, qdr_hardware **out_hardware,
                             qdr_error *error);
qdr_status qdr_software_load(const char *path, qdr_software **out_software,
                             qdr_error *error);
void qdr_machine_free(qdr_machine *machine);
void qdr_hardware_free(qdr_hardware *hardware);
void qdr_software_free(qdr_software *software);

/* qdr_network_write writes the section `network` of a machine's file, of six
 * digits a number; fails if `to` does not take it. */
qdr_status qdr_network_write(const qdr_network *network, FILE *to,
                             qdr_error *error);

#ifdef __cplusplus
}
#endif

#endif
