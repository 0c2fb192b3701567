/* workloads/euler/euler_flow.h -- a flow around a body, and a rank's
 * part of it.
 *
 * Solves the Euler equations of a compressible gas in the cells of a mesh's
 * points: the change of a cell's state is the flow through its faces. First
 * order in space; three stages per step, each cell with its own time step, as
 * only the steady flow is needed [vanleer1989].
 *
 * A face between two ranks' cells is computed by both, from the same numbers,
 * and each cell adds up its faces in an order that does not depend on the
 * partition. So every number of ranks gives the same bits.
 */
#ifndef QUADRILLE_WORKLOADS_EULER_EULER_FLOW_H
#define QUADRILLE_WORKLOADS_EULER_EULER_FLOW_H

#include "workloads/application/application.h"
#include "workloads/euler/dual.h"

/* A state is 5 numbers per unit of volume: density, momentum in x y z, and
 * total energy, of a perfect gas whose ratio of specific heats is 1.4. Lengths
 * are the mesh's; speeds are relative to the speed of sound in the free stream,
 * densities to its density. */
enum { QDR_EULER_WIDTH = 5 };
#define QDR_EULER_GAMMA 1.4

/* qdr_euler_free_stream sets a state of density 1 and speed of sound 1, which
 * flows at `mach` in the plane of x and z, `alpha` degrees up from x. */
void qdr_euler_free_stream(double mach, double alpha, double *state);

/* qdr_euler_pressure returns the pressure of a state. */
double qdr_euler_pressure(const double *state);

/* qdr_euler_flux sets flux[5] to the flow from one state to another through a
 * face whose area vector points there, and returns the speed of the fastest
 * wave times the area. */
double qdr_euler_flux(const double *from, const double *to, const double *area,
                      double *flux);

/* qdr_euler_slip is the same for a wall, where only pressure acts. */
double qdr_euler_slip(const double *state, const double *area, double *flux);

/* What is computed. */
typedef struct qdr_euler_rules {
    double mach, alpha; /* of the free stream, as qdr_euler_free_stream */
    double cfl;         /* of a step: number of cells that a wave may cross */
    int64_t steps;
} qdr_euler_rules;

/* A rank's part of the flow. */
typedef struct qdr_euler_flow {
    qdr_euler_rules rules;
    const qdr_host *host;
    qdr_halo halo;
    int64_t num_edges, num_sides;
    qdr_edge *edges;      /* [num_edges], of an owned point at least, in local
                             numbers, oriented as the mesh's */
    double *areas;        /* [3 * num_edges] */
    double *volumes;      /* [owned] */
    qdr_dual_side *sides; /* [num_sides], of owned points, local numbers */
    double free_stream[QDR_EULER_WIDTH];
    double *values;   /* [5 * (owned + ghosts)], the states */
    double *start;    /* likewise, before the step */
    double *residual; /* likewise, the flow out of each cell; incomplete for
                         ghosts */
    double *rates; /* [owned + ghosts], half of the volume that waves sweep */
    double *steps; /* [owned], time steps per unit of volume */
    double first_norm, last_norm; /* of the change of density, in the first
                                     and the last step */
} qdr_euler_flow;

/* qdr_euler_flow_init makes host->rank's part of the flow in a mesh, whose
 * graph is partitioned by `part`. The host must outlive it; the rest need not.
 * Release with qdr_euler_flow_cleanup. */
qdr_status qdr_euler_flow_init(qdr_euler_flow *flow, const qdr_mesh *mesh,
                               const qdr_graph *graph, const int *part,
                               qdr_euler_rules rules, const qdr_host *host,
                               qdr_error *error);

/* qdr_euler_flow_cleanup releases a flow; a zeroed one is legal. */
void qdr_euler_flow_cleanup(qdr_euler_flow *flow);

/* qdr_euler_flow_run computes rules.steps steps from the free stream. Fails, on
 * every rank alike, if density or pressure is not above 0, naming step and
 * point. Collective. */
qdr_status qdr_euler_flow_run(qdr_euler_flow *flow, qdr_error *error);

/* qdr_euler_clear makes the residual and the rates 0. qdr_euler_add_edges adds
 * the flow through the faces between cells to both, and qdr_euler_add_sides
 * that through the boundary; `is_open` makes all of the boundary a far field.
 * Ghosts must be up to date. */
void qdr_euler_clear(qdr_euler_flow *flow);
void qdr_euler_add_edges(qdr_euler_flow *flow, const double *values);
void qdr_euler_add_sides(qdr_euler_flow *flow, const double *values,
                         bool is_open);

/* qdr_euler_flow_check checks a flow after a run: the free stream does not
 * change where nothing is in its way, flow out of a cell enters another one,
 * and states are finite and positive. Collective. */
qdr_status qdr_euler_flow_check(qdr_euler_flow *flow, qdr_error *error);

/* qdr_euler_flow_alone makes all of the flow in a mesh, to run and release like
 * any other flow. */
qdr_status qdr_euler_flow_alone(qdr_euler_flow *flow, const qdr_mesh *mesh,
                                qdr_euler_rules rules, qdr_error *error);

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

/* A mesh whose points have owners. */
typedef struct qdr_partitioned_mesh {
    qdr_mesh mesh;
    qdr_graph graph; /* of its points */
    int *part;       /* [num_points], the owner of each */
} qdr_partitioned_mesh;

/* qdr_euler_partition makes the mesh of an input, and partitions it. Release
 * with qdr_partitioned_mesh_cleanup, after a failure too. */
qdr_status qdr_euler_partition(qdr_partitioned_mesh *partitioned,
                               const qdr_workload_input *input,
                               qdr_error *error);

/* qdr_partitioned_mesh_cleanup releases all of it; a zeroed one is legal. */
void qdr_partitioned_mesh_cleanup(qdr_partitioned_mesh *partitioned);

/* The flow, of both workloads. */
extern const qdr_application qdr_euler_application;

#endif
