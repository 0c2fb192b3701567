/* workloads/sparse_matrix/sparse_matrix_read.h -- sparse matrices out of files.
 */
#ifndef QUADRILLE_WORKLOADS_SPARSE_MATRIX_SPARSE_MATRIX_READ_H
#define QUADRILLE_WORKLOADS_SPARSE_MATRIX_SPARSE_MATRIX_READ_H

#include "workloads/sparse_matrix/csr.h"

/* qdr_sparse_matrix_read reads a square matrix of [boisvert1996]: coordinate,
 * real, integer or pattern (whose values are 1), general, symmetric or
 * skew-symmetric, where the upper triangle is made from the lower. The file may
 * be packed by xz. On bad input returns QDR_ERROR_INPUT and an error of the
 * form `path:line: found; accepted`. Release with qdr_sparse_matrix_cleanup. */
qdr_status qdr_sparse_matrix_read(qdr_sparse_matrix *matrix, const char *path,
                                  qdr_error *error);

#endif
