/* workloads/graph/partitioner.h -- partitions the vertices of a graph among
 * ranks.
 *
 * The program `quadrille` computes partitions, with libraries that no launch
 * (one mpirun) links; it writes them as files, which launches read. To a
 * workload both look the same.
 *
 * A file has a line `# graph HASH, METHOD, P parts, seed S`, then the part of
 * each vertex, one number per line, as METIS writes it. Its name,
 * `partition-<16 hex digits>.txt`, is a hash of that first line, so it
 * distinguishes partitions.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_PARTITIONER_H
#define QUADRILLE_WORKLOADS_GRAPH_PARTITIONER_H

#include "kernels/core/problem/problem.h"
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

/* That parameter: its summary, its default, and the methods. */
#define QDR_PARTITION_PARAMETER(what, otherwise, methods)                      \
    {                                                                          \
        .name = "partition", .plural = "partitions", .summary = (what),        \
        .type = QDR_WORD, .default_value = (otherwise), .words = (methods)     \
    }

/* Means of assigning vertices to ranks. */
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

/* qdr_partition_check refuses, with QDR_ERROR_INPUT, a partition that leaves a
 * rank without a vertex: it would wait for nothing. */
qdr_status qdr_partition_check(const qdr_graph *graph, int procs,
                               const int *part, qdr_error *error);

/* qdr_partition_file_write writes a partition into `folder`, under a temporary
 * name first, so that no process reads half a file. */
qdr_status qdr_partition_file_write(const qdr_partition_task *task,
                                    const char *folder, const int *part,
                                    qdr_error *error);

/* qdr_partition_file_read reads it. Refuses a file of another partition, of
 * fewer or more vertices, and invalid or empty parts. */
qdr_status qdr_partition_file_read(const qdr_partition_task *task,
                                   const char *folder, int *part,
                                   qdr_error *error);

/* A partitioner numbers its parts: bisection gives neighbours close numbers.
 * Schedules that go by the numbers, such as ls and ps, depend on it, and no
 * paper says how it numbered its parts. So the numbering is a parameter. */
#define QDR_NUMBERING_PARAMETER                                                \
    {                                                                          \
        .name = "numbering", .plural = "numberings",                           \
        .summary =                                                             \
            "of the parts: 0 the partitioner's, else drawn from it and "       \
            "the seed",                                                        \
        .type = QDR_INTEGER, .default_value = "0", .min = 0, .max = 0x1p53     \
    }

/* A numbering of `procs` parts: a permutation drawn from `number` and the
 * traffic's seed, each equally likely; of number 0 the identity. */
typedef struct qdr_numbering {
    int procs;
    uint64_t seed;
    int64_t number;
} qdr_numbering;

/* qdr_numbering_parts renumbers the owners part[count] of vertices. */
qdr_status qdr_numbering_parts(const qdr_numbering *of, int64_t count,
                               int *part, qdr_error *error);

/* qdr_numbering_pattern renumbers the ranks of a pattern. */
qdr_status qdr_numbering_pattern(const qdr_numbering *of, qdr_pattern *pattern,
                                 qdr_error *error);

#endif
