/* workloads/sparse_matrix/csr.h -- a sparse matrix by rows. */
#ifndef QUADRILLE_WORKLOADS_SPARSE_MATRIX_CSR_H
#define QUADRILLE_WORKLOADS_SPARSE_MATRIX_CSR_H

#include "workloads/graph/graph.h"

/* A square matrix in compressed rows. A stored entry counts as an entry, even
 * if its value is 0. */
typedef struct qdr_sparse_matrix {
    int64_t num_rows;  /* and columns */
    int64_t *begin;    /* [num_rows + 1] */
    int32_t *columns;  /* of row i: begin[i] .. begin[i + 1] - 1, ascending,
                          none twice */
    double *values;    /* of each column */
    bool is_symmetric; /* set by the caller that made it symmetric: a(i, j) =
                          a(j, i) */
} qdr_sparse_matrix;

/* An entry, as matrices are made of. */
typedef struct qdr_matrix_entry {
    int32_t row, column;
    double value;
} qdr_matrix_entry;

/* qdr_sparse_matrix_init makes a matrix of entries in any order, in nearly
 * linear time. All are within 0..num_rows-1, num_rows at most QDR_MAX_VERTICES.
 * Refuses a repeated entry. Release with qdr_sparse_matrix_cleanup. */
qdr_status qdr_sparse_matrix_init(qdr_sparse_matrix *matrix, int64_t num_rows,
                                  const qdr_matrix_entry *entries,
                                  int64_t num_entries, qdr_error *error);

/* qdr_sparse_matrix_cleanup releases a matrix; a zeroed one is legal. */
void qdr_sparse_matrix_cleanup(qdr_sparse_matrix *matrix);

/* qdr_sparse_matrix_graph makes the graph of y = A x: row i needs x_j for each
 * of its columns j. Release with qdr_graph_cleanup. */
qdr_status qdr_sparse_matrix_graph(const qdr_sparse_matrix *matrix,
                                   qdr_graph *graph, qdr_error *error);

/* qdr_sparse_matrix_read reads a square matrix of [boisvert1996]: coordinate,
 * real, integer or pattern (whose values are 1), general, symmetric or
 * skew-symmetric, where the upper triangle is made from the lower. The file may
 * be packed by xz. On bad input returns QDR_ERROR_INPUT and an error of the
 * form `path:line: found; accepted`. Release with qdr_sparse_matrix_cleanup. */
qdr_status qdr_sparse_matrix_read(qdr_sparse_matrix *matrix, const char *path,
                                  qdr_error *error);

#endif
