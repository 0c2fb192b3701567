/* workloads/cg/cg_system.h -- a system of equations: its workloads, the
 * matrix of a grid, and its solution by all ranks. */
#ifndef QUADRILLE_WORKLOADS_CG_CG_SYSTEM_H
#define QUADRILLE_WORKLOADS_CG_CG_SYSTEM_H

#include "workloads/application/application.h"
#include "workloads/sparse_matrix/csr.h"

/* Bytes of an element of a vector. */
enum { QDR_CG_UNIT = 8 };

/* When to stop. */
typedef struct qdr_cg_rules {
    double tolerance; /* of the residual, as a share of the right side */
    int64_t max_iterations;
    bool is_benign; /* the order of a sum does not change the number of
                       iterations */
} qdr_cg_rules;

/* A matrix, symmetric, with the owner of each of its rows. */
typedef struct qdr_cg_system {
    qdr_sparse_matrix matrix;
    qdr_graph graph;
    int *part; /* [num_rows] */
    qdr_cg_rules rules;
} qdr_cg_system;

/* Makes the system of an input. Release with qdr_cg_system_cleanup. */
typedef qdr_status qdr_cg_make(qdr_cg_system *system,
                               const qdr_workload_input *input,
                               qdr_error *error);

/* qdr_cg_system_part completes a system that has a matrix: its graph and, by a
 * method of qdr_partition_methods, the owners. */
qdr_status qdr_cg_system_part(qdr_cg_system *system,
                              const qdr_workload_input *input,
                              const char *method, qdr_error *error);

/* qdr_cg_system_cleanup frees matrix, graph and owners, and zeroes the system;
 * a zeroed one is legal. */
void qdr_cg_system_cleanup(qdr_cg_system *system);

/* qdr_cg_generate makes the messages of a system's halos. */
qdr_status qdr_cg_generate(qdr_cg_make *make, const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error);

/* qdr_cg_new_state makes a rank's state of the application. */
qdr_status qdr_cg_new_state(void **out_state, qdr_cg_make *make,
                            const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error);

/* qdr_cg_free_state, qdr_cg_run, qdr_cg_check and qdr_cg_count are the other
 * members of an application whose new_state calls qdr_cg_new_state with its own
 * make. */
void qdr_cg_free_state(void *state);
qdr_status qdr_cg_run(void *state, qdr_error *error);
qdr_status qdr_cg_check(void *state, qdr_error *error);
int qdr_cg_count(const void *state, qdr_counter *counts);
#define QDR_CG_APPLICATION(own_new_state)                                      \
    &(const qdr_application)                                                   \
    {                                                                          \
        .new_state = (own_new_state), .free_state = qdr_cg_free_state,         \
        .run = qdr_cg_run, .check = qdr_cg_check, .count = qdr_cg_count        \
    }

/* The parameters of both workloads about stopping. */
#define QDR_CG_MAX_ITERATIONS_PARAMETER                                        \
    {                                                                          \
        .name = "most_iterations",                                             \
        .summary = "after which it is said not to converge",                   \
        .type = QDR_INTEGER, .default_value = "10000", .min = 1, .max = 1e9    \
    }
#define QDR_CG_TOLERANCE_PARAMETER                                             \
    {                                                                          \
        .name = "tolerance", .plural = "tolerances",                           \
        .summary = "of the residual, as a share of the right side",            \
        .type = QDR_REAL, .default_value = "1e-8", .min = 1e-14, .max = 1      \
    }

/* Rows of one matrix, columns by place in a vector. */
typedef struct qdr_cg_rows {
    int64_t num_rows;
    int64_t *begin;
    int32_t *columns;
    double *values;
} qdr_cg_rows;

/* Vectors of one solution. */
typedef struct qdr_cg_vectors {
    double *x, *b, *r, *q; /* [num_rows] */
    double *p;             /* [num_rows + ghosts] */
} qdr_cg_vectors;

/* A rank's part of a system; or all of it, on a rank alone. */
typedef struct qdr_cg_part {
    const qdr_host *host;
    qdr_halo halo;
    qdr_cg_rows rows;
    qdr_cg_vectors v;
    int64_t iterations; /* of the last solution */
} qdr_cg_part;

/* A rank's state. */
typedef struct qdr_cg_state {
    qdr_cg_rules rules;
    qdr_cg_part own;
    qdr_cg_part serial;        /* of rank 0: all; empty on the others */
    int64_t num_rows;          /* of the whole system */
    double *serial_solution;   /* [num_rows], of every rank */
    int64_t serial_iterations; /* -1: not known yet */
} qdr_cg_state;

/* qdr_cg_part_init takes host->rank's part of a system, as system->part assigns
 * it. The host must outlive it, the system need not. Release with
 * qdr_cg_part_cleanup. */
qdr_status qdr_cg_part_init(qdr_cg_part *part, const qdr_cg_system *system,
                            const qdr_host *host, qdr_error *error);

/* qdr_cg_part_cleanup releases a part; a zeroed one is legal. */
void qdr_cg_part_cleanup(qdr_cg_part *part);

/* qdr_cg_solution returns an element of the solution, which is random; b is A
 * times it. */
double qdr_cg_solution(int64_t row);

/* qdr_cg_solve solves for v.x from v.b, by the host's exchanges and sums.
 * Collective. */
qdr_status qdr_cg_solve(qdr_cg_part *part, const qdr_cg_rules *until,
                        qdr_error *error);

/* A grid has points along each of its dimensions, the first varying fastest:
 * point (x, y, z) is number x + size[0] (y + size[1] z). */
typedef struct qdr_grid {
    int num_dimensions; /* 1 to 3 */
    int64_t size[3];    /* 1 where there is no such dimension */
    int64_t num_points;
} qdr_grid;

/* qdr_laplacian makes the matrix with 2 d on the diagonal and -1 for each of
 * the up to 2 d neighbours, in d dimensions: symmetric, positive definite.
 * Release with qdr_sparse_matrix_cleanup. */
qdr_status qdr_laplacian(qdr_sparse_matrix *matrix, const qdr_grid *grid,
                         qdr_error *error);

/* qdr_grid_locate sets the coordinates of a graph's vertices on the grid. */
qdr_status qdr_grid_locate(const qdr_grid *grid, qdr_graph *graph,
                           qdr_error *error);

/* qdr_grid_blocks sets part[num_points] to blocks[0] x blocks[1] x blocks[2]
 * blocks of nearly equal size, the first dimension fastest. */
void qdr_grid_blocks(const qdr_grid *grid, const int64_t blocks[3], int *part);

#endif
