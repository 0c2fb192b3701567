/* workloads/cg/cg_solve.h -- solves and checks a system. */
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

/* A rank's part of a system; or all of it, on a rank alone. */
typedef struct qdr_cg_part {
    const qdr_host *host;
    qdr_halo halo;
    qdr_cg_rows rows;
    qdr_cg_vectors v;
    int64_t iterations; /* of the last solution */
} qdr_cg_part;

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

#endif
