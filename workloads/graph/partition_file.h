/* workloads/graph/partition_file.h -- a partition as a file.
 *
 * A line `# graph HASH, METHOD, P parts, seed S`, then the part of each vertex,
 * one number per line, as METIS writes it. The file's name, `partition-<16 hex
 * digits>.txt`, is a hash of that first line, so it distinguishes partitions.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_PARTITION_FILE_H
#define QUADRILLE_WORKLOADS_GRAPH_PARTITION_FILE_H

#include "workloads/graph/partitioner.h"

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

#endif
