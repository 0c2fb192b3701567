/* workloads/mesh/partitioned_mesh.h -- a mesh whose points have owners. */
#ifndef QUADRILLE_WORKLOADS_MESH_PARTITIONED_MESH_H
#define QUADRILLE_WORKLOADS_MESH_PARTITIONED_MESH_H

#include "workloads/graph/partitioner.h"
#include "workloads/mesh/mesh.h"

typedef struct qdr_partitioned_mesh {
    qdr_mesh mesh;
    qdr_graph graph; /* of its points */
    int *part;       /* [num_points], the owner of each */
} qdr_partitioned_mesh;

/* qdr_mesh_partition partitions the points of partitioned->mesh, which the
 * caller has made, as `how` specifies; the graph is the mesh's. Release with
 * qdr_partitioned_mesh_cleanup, after a failure too. */
qdr_status qdr_mesh_partition(qdr_partitioned_mesh *partitioned,
                              const qdr_partitioner *partitioner,
                              qdr_partition_task how, qdr_error *error);

/* qdr_partitioned_mesh_cleanup releases all of it; a zeroed one is legal. */
void qdr_partitioned_mesh_cleanup(qdr_partitioned_mesh *partitioned);

#endif
