/* workloads/euler/euler_mesh.c -- a flow in any mesh.
 *
 * Source: as euler. Groups of the boundary: 1 the wall, 2 the plane of
 *         symmetry, 3 the far field, as wing.geo has them.
 */
#include "workloads/euler/euler_system.h"

static const qdr_parameter parameters[] = {
    [QDR_EULER_MESH] = {.name = "file",
                        .plural = "patterns",
                        .summary = "a mesh of gmsh, MSH 2.2: groups 1 wall, 2 "
                                   "symmetry, 3 far field",
                        .type = QDR_FILE},
    [QDR_EULER_ALPHA] = QDR_EULER_ALPHA_PARAMETER,
    [QDR_EULER_CFL] = QDR_EULER_CFL_PARAMETER,
    [QDR_EULER_MACH] = QDR_EULER_MACH_PARAMETER,
    [QDR_EULER_PARTITION] = QDR_EULER_PARTITION_PARAMETER,
    [QDR_EULER_STEPS] = QDR_EULER_STEPS_PARAMETER,
    {0}};

const qdr_workload qdr_workload_euler_mesh = {
    .name = "euler_mesh",
    .summary = "a flow in a mesh that a file holds",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = qdr_euler_generate,
    .application = &qdr_euler_application,
};
