/* workloads/graph/partitioner.h -- partitions the vertices of a graph among
 * ranks.
 *
 * The program `quadrille` computes partitions, with libraries that no launch
 * (one mpirun) links; it writes them as files, which launches read. To a
 * workload both look the same.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_PARTITIONER_H
#define QUADRILLE_WORKLOADS_GRAPH_PARTITIONER_H

#include "workloads/graph/graph.h"

/* The partition to compute. */
typedef struct qdr_partition_task {
    const qdr_graph *graph;
    const char *method; /* one of qdr_partition_methods */
    int procs;
    uint64_t seed; /* of methods that draw numbers */
} qdr_partition_task;

/* The words for methods, ended by NULL: the `words` of a parameter. */
extern const char *const qdr_partition_methods[];

typedef struct qdr_partitioner {
    /* Sets part[v] to the owner of v, 0..procs-1. Refuses, with the reason, a
     * graph that the method cannot partition. */
    qdr_status (*part)(const struct qdr_partitioner *self,
                       const qdr_partition_task *task, int *part,
                       qdr_error *error);
    const char *folder; /* the folder of the files; when computing: where they
                           are written, or NULL: nowhere */
} qdr_partitioner;

/* qdr_graph_part sets *out_part to a new partition[num_vertices] by
 * `partitioner`, the caller's to free; refuses one that is NULL. */
qdr_status qdr_graph_part(const qdr_partitioner *partitioner,
                          const qdr_partition_task *task, int **out_part,
                          qdr_error *error);

/* qdr_halo_pattern_partitioned is qdr_halo_pattern of the parts that
 * `partitioner` makes. */
qdr_status qdr_halo_pattern_partitioned(const qdr_partitioner *partitioner,
                                        const qdr_partition_task *task,
                                        int64_t unit, qdr_pattern *pattern,
                                        qdr_error *error);

/* qdr_partitioner_stored returns a partitioner that reads the files of
 * `folder`. That of qdr_partitioner_computing computes those that are missing
 * there, and writes them; without a folder, NULL, it only computes. `folder`
 * must outlive them. The second is in //workloads/partition, which only
 * `quadrille` links. */
qdr_partitioner qdr_partitioner_stored(const char *folder);
qdr_partitioner qdr_partitioner_computing(const char *folder);

#endif
