/* workloads/euler/euler_system.h -- shared by workloads and application. */
#ifndef QUADRILLE_WORKLOADS_EULER_EULER_SYSTEM_H
#define QUADRILLE_WORKLOADS_EULER_EULER_SYSTEM_H

#include "workloads/application/application.h"
#include "workloads/mesh/partitioned_mesh.h"

/* Indices of the workloads' parameters: the mesh, a file or a word of
 * qdr_stored_sizes, then those below. */
enum {
    QDR_EULER_MESH,
    QDR_EULER_ALPHA,
    QDR_EULER_CFL,
    QDR_EULER_MACH,
    QDR_EULER_PARTITION,
    QDR_EULER_STEPS
};

/* The defaults are a transonic wing's, as the ONERA M6's of most tests. */
#define QDR_EULER_ALPHA_PARAMETER                                              \
    {                                                                          \
        .name = "alpha", .plural = "alphas", .unit = "degrees",                \
        .summary = "from which the air comes, up from x", .type = QDR_REAL,    \
        .default_value = "3.06", .min = -180, .max = 180                       \
    }
#define QDR_EULER_CFL_PARAMETER                                                \
    {                                                                          \
        .name = "cfl", .summary = "time step, as cells that a wave crosses",   \
        .type = QDR_REAL, .default_value = "1.4", .min = 1e-6, .max = 1e6      \
    }
#define QDR_EULER_MACH_PARAMETER                                               \
    {                                                                          \
        .name = "mach", .plural = "machs",                                     \
        .summary = "speed of the air, in those of sound", .type = QDR_REAL,    \
        .default_value = "0.84", .min = 0.01, .max = 10                        \
    }
#define QDR_EULER_PARTITION_PARAMETER                                          \
    {                                                                          \
        .name = "partition", .plural = "partitions",                           \
        .summary = "how points are partitioned", .type = QDR_WORD,             \
        .default_value = "recursive", .words = qdr_partition_methods           \
    }
#define QDR_EULER_STEPS_PARAMETER                                              \
    {                                                                          \
        .name = "steps", .summary = "time steps, of three exchanges each",     \
        .type = QDR_INTEGER, .default_value = "10", .min = 1, .max = 1e9       \
    }

/* qdr_euler_partition makes the mesh of an input, and partitions it. Release
 * with qdr_partitioned_mesh_cleanup, after a failure too. */
qdr_status qdr_euler_partition(qdr_partitioned_mesh *partitioned,
                               const qdr_workload_input *input,
                               qdr_error *error);

/* The common members of both workloads. qdr_euler_generate makes the messages
 * of the mesh's halos; qdr_euler_application is the flow. */
qdr_status qdr_euler_generate(const qdr_workload_input *input,
                              qdr_traffic *traffic, qdr_error *error);
extern const qdr_application qdr_euler_application;

#endif
