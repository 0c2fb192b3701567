/* workloads/cg/cg_solve.h -- a system being solved, and checked. */
#ifndef QUADRILLE_WORKLOADS_CG_CG_SOLVE_H
#define QUADRILLE_WORKLOADS_CG_CG_SOLVE_H

#include "workloads/cg/cg_system.h"

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

typedef struct qdr_cg_state {
    const qdr_host *host;
    qdr_cg_system system;
    qdr_halo halo;
    qdr_cg_rows own;
    qdr_cg_vectors v;
    int64_t iterations;        /* of the last run */
    qdr_cg_vectors serial;     /* of rank 0: the whole system's */
    double *serial_solution;   /* [num_rows of the whole], of every rank */
    int64_t serial_iterations; /* -1: not known yet */
} qdr_cg_state;

/* qdr_cg_right_side returns row `row` of A times a solution that is drawn. */
double qdr_cg_right_side(const qdr_sparse_matrix *matrix, int64_t row);

/* qdr_cg_solution returns the element of that solution. */
double qdr_cg_solution(int64_t row);

/* qdr_cg_multiply makes q = A p. */
void qdr_cg_multiply(const qdr_cg_rows *rows, const double *p, double *q);

/* qdr_cg_solve solves from v->b to v->x; `exchanging` is the state whose host
 * brings ghosts and sums, NULL: there are no other ranks. */
qdr_status qdr_cg_solve(const qdr_cg_rows *rows, const qdr_cg_vectors *v,
                        const qdr_cg_system *until,
                        const qdr_cg_state *exchanging, int64_t *iterations,
                        qdr_error *error);

#endif
