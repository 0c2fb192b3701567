/* harness/machine/machine.h -- where an experiment runs.
 *
 * A machine = hardware x message software x size. The YAML of a machine,
 * configs/machines/NAME.yaml, names the other two, which are in hardware/ and
 * software/ next to it. The files themselves explain their keys.
 */
#ifndef QUADRILLE_HARNESS_MACHINE_MACHINE_H
#define QUADRILLE_HARNESS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/files/yaml_tree.h"
#include "kernels/core/base/status.h"
#include "kernels/core/problem/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What runs the ranks. */
typedef enum qdr_machine_kind {
    QDR_MACHINE_LOCAL,     /* mpirun on this machine */
    QDR_MACHINE_SIMULATED, /* SimGrid, deterministic */
    QDR_MACHINE_SLURM,     /* jobs on a cluster */
    QDR_NUM_MACHINE_KINDS
} qdr_machine_kind;

/* The program that starts the ranks of a launch (one mpirun) that is not
 * simulated. */
typedef enum qdr_launcher {
    QDR_LAUNCHER_MPIRUN, /* Open MPI's */
    QDR_LAUNCHER_SRUN,   /* within a job */
    QDR_LAUNCHER_HYDRA,  /* mpiexec.hydra of MPICH and its kin */
    QDR_NUM_LAUNCHERS
} qdr_launcher;

/* How jobs are requested; strings may be NULL.
 * configs/machines/slurm_example.yaml explains each key. */
typedef struct qdr_slurm {
    char *slurm_conf;
    char *partition, *account, *qos, *constraint, *memory, *reservation, *gres,
        *hint;
    int cpus_per_task;       /* 0: not set */
    char **launcher_options; /* words for it */
    unsigned num_launcher_options;
    int exclusive; /* 0 or 1 */
    int nodes, tasks_per_node;
    int launcher; /* a qdr_launcher */
    char **setup; /* lines of shell */
    unsigned num_setup;
    double task_minutes; /* of work packed into one array task */
    int time_limit_minutes;
    int array_limit; /* array tasks at once */
    int max_tasks;   /* in all */
    double poll_s;
    double silent_s; /* a task without a heartbeat for that long is dead */
} qdr_slurm;

/* Overheads that SimGrid's own MPI charges, its collectives included. The
 * message layer never sees those messages; see docs/machines.md. */
typedef struct qdr_smpi {
    double send_overhead_us, receive_overhead_us;
} qdr_smpi;

/* A file of configs/machines, with its defaults. */
typedef struct qdr_machine {
    qdr_yaml *file; /* the file's text, or NULL */
    int kind;       /* a qdr_machine_kind */
    char *title;
    int max_procs;
    int launcher;   /* of a local machine: a qdr_launcher */
    char *hardware; /* names; NULL for a local machine */
    char *software;
    qdr_slurm *slurm; /* NULL but for kind slurm */
    char *cluster;    /* folder of the cluster on this machine whose nodes these
                         are; NULL: none */
    /* Simulated: so far apart ranks begin a sample, and leave an operation of
     * the control network; 0: at the same instant. */
    int start_skew_ns;
    /* The constants with which an algorithm is chosen; NULL if the file has
     * none. In a mesh every one of max_procs nodes has its place. */
    qdr_network *network;
    qdr_smpi *smpi; /* NULL: none; else kind simulated */
} qdr_machine;

/* How the nodes are connected; see harness/simulator. */
typedef enum qdr_topology {
    QDR_TOPOLOGY_TREE, /* a fat tree */
    QDR_TOPOLOGY_MESH, /* rows and columns, as the machine's network has them */
    QDR_NUM_TOPOLOGIES
} qdr_topology;

/* In a fat tree every group of `nodes` nodes is connected to the next level by
 * one link up and one down, of bandwidth_per_node_mb_s times the nodes. */
typedef struct qdr_tree_level {
    int nodes;
    double bandwidth_per_node_mb_s;
} qdr_tree_level;

/* A second network next to that of messages, which connects all nodes of a
 * partition and runs their collective operations. */
typedef struct qdr_control_network {
    double latency_us;
    double sum_us;           /* an element of the vector that is summed */
    double concatenation_us; /* an element of a concatenation */
    double broadcast_ns;     /* a byte of a broadcast */
} qdr_control_network;

/* 1 MB/s is 10^6 bytes/s. */
typedef struct qdr_hardware {
    qdr_yaml *file;             /* the file's text, or NULL */
    int topology;               /* a qdr_topology */
    int duplex;                 /* a qdr_duplex */
    double node_bandwidth_mb_s; /* of user data */
    double network_latency_us;
    /* With more than one rank a node, rank r is on node r / node_ranks. So many
     * ranks as adapter_ranks share a node's bandwidth to others, and each has
     * inside_... in each direction to those of its node. 0: one rank a node;
     * and all ranks of a node share one adapter. */
    int node_ranks, adapter_ranks;
    double inside_bandwidth_mb_s, inside_latency_us;
    /* If k messages of contention_bytes or more to a node are in progress or
     * wait, it is slower by the factor 1 + contention lg k; with eager sends,
     * k messages of any length whose data move. */
    double contention;
    int contention_bytes;
    qdr_control_network *control_network; /* NULL: there is none */
    double copy_ns; /* of the processor, a byte copied within its memory */
    double indexed_copy_ns; /* a byte copied through a list of indices */
    double instruction_ns;  /* of the processor, in a counted loop */
    double scheduling_ns; /* of the processor, a probe of a pattern entry, or a
                             comparison in a heap, to make a schedule */
    double flop_ns;       /* of the processor, a floating-point operation of an
                             application */
    /* Of a tree's packets: the rates of its levels include their overhead; 0
     * and 0 if they are rates of user data. */
    int packet_bytes, packet_data_bytes;
    qdr_tree_level *levels; /* of a tree */
    unsigned num_levels;
    double link_bandwidth_mb_s; /* of a mesh, in each direction; user data */
    struct qdr_declaration *inputs, *fitted;
    unsigned num_inputs, num_fitted;
    char **structure; /* choices that are not numbers */
    unsigned num_structure;
    char **looked_at; /* printed tables that these were made with, or NULL */
    unsigned num_looked_at;
} qdr_hardware;

/* The source of a number: printed in a paper, or fitted to named cells. */
typedef struct qdr_declaration {
    char *key;
    char *source;
    char **cells;
    unsigned num_cells;
} qdr_declaration;

/* The protocol of a standard-mode send. */
typedef enum qdr_sends {
    QDR_SENDS_RENDEZVOUS, /* it ends when its receiver has the data */
    QDR_SENDS_EAGER, /* below 64 kB it ends at once, as SimGrid's own sends do
                      */
    QDR_NUM_SENDS
} qdr_sends;

/* A file of configs/software: what MPI costs on a simulated machine. */
typedef struct qdr_software {
    qdr_yaml *file;          /* the file's text, or NULL */
    int sends;               /* a qdr_sends */
    double send_overhead_us; /* of the sender, before the rendezvous */
    double handshake_us;     /* between the rendezvous and the data */
    int packets_in_network;  /* of a blocking send, when it ends; 0: none, and
                                a receiver takes one after another */
    double receive_overhead_us; /* of the receiver, after the data */
    double receive_latency_us;  /* until the receiver has them; it may receive
                                   others meanwhile */
    double posted_us;           /* extra for a receive that was posted */
    double pending_ns;     /* and per byte, for each other posted receive */
    double block_us;       /* of the processor, a block packed or unpacked */
    double active_send_us; /* of an active message, on either side */
    double active_receive_us;
    double interrupt_us; /* extra for one that interrupts */
    double gamma_ns;     /* of the processor, a byte combined with another */
    struct qdr_declaration *inputs, *fitted;
    unsigned num_inputs, num_fitted;
    char **structure, **looked_at;
    unsigned num_structure, num_looked_at;
} qdr_software;

/* qdr_machine_load, qdr_hardware_load and qdr_software_load read one file,
 * edited (or NULL), into a new object; release it with qdr_machine_free,
 * qdr_hardware_free or qdr_software_free, which accept NULL. Bad input fails
 * with `path:line: what; accepted: ...`. */
qdr_status qdr_machine_load(const char *path, const qdr_yaml_edits *edits,
                            qdr_machine **out_machine, qdr_error *error);
qdr_status qdr_hardware_load(const char *path, const qdr_yaml_edits *edits,
                             qdr_hardware **out_hardware, qdr_error *error);
qdr_status qdr_software_load(const char *path, const qdr_yaml_edits *edits,
                             qdr_software **out_software, qdr_error *error);
void qdr_machine_free(qdr_machine *machine);
void qdr_hardware_free(qdr_hardware *hardware);
void qdr_software_free(qdr_software *software);

/* qdr_machine_launcher returns the program that starts ranks on a machine that
 * is not simulated. */
qdr_launcher qdr_machine_launcher(const qdr_machine *machine);

/* qdr_machine_cluster returns the folder of the cluster on this machine, which
 * QUADRILLE_CLUSTER_DIR changes; NULL: it is another machine. */
const char *qdr_machine_cluster(const qdr_machine *machine);

/* qdr_machine_node_ranks returns how many ranks share a node if the machine is
 * simulated; of others it is not known: QDR_NODE_RANKS_UNKNOWN. */
int qdr_machine_node_ranks(const qdr_machine *machine);

/* qdr_hardware_fit fails unless `machine`, read from a file, has the values
 * that `hardware` needs: a mesh its rows and columns, levels its ranks a node.
 */
qdr_status qdr_hardware_fit(const qdr_hardware *hardware,
                            const qdr_machine *machine, qdr_error *error);

/* qdr_machine_retitled returns the text of a machine's file with another title
 * and without the section `network`, to free(); NULL: out of memory. */
char *qdr_machine_retitled(const qdr_machine *machine, const char *title);

/* qdr_network_write writes the section `network` of a machine's file, with six
 * digits per number; fails if `to` cannot be written. */
qdr_status qdr_network_write(const qdr_network *network, FILE *to,
                             qdr_error *error);

#ifdef __cplusplus
}
#endif

#endif
