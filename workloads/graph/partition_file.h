/* workloads/graph/partition_file.h -- a partition as a file.
 *
 * A line `# graph HASH, METHOD, P parts, seed S`, then the part of each vertex,
 * a number a line, as METIS writes it. The file's name tells deals apart:
 * `partition-<16 hex digits>.txt`, a hash of that first line.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_PARTITION_FILE_H
#define QUADRILLE_WORKLOADS_GRAPH_PARTITION_FILE_H

#include "workloads/graph/partitioner.h"

/* qdr_partition_file_write writes a partition into `folder`, under a name of
 * its own first, so that nobody reads half a file. */
qdr_status qdr_partition_file_write(const qdr_partition_task *task,
                                    const char *folder, const int *part,
                                    qdr_error *error);

/* qdr_partition_file_read reads it. Refuses a file of another deal, of fewer or
 * more vertices, and parts that are none. */
qdr_status qdr_partition_file_read(const qdr_partition_task *task,
                                   const char *folder, int *part,
                                   qdr_error *error);

#endif
