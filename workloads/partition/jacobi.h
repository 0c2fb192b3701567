/* workloads/partition/jacobi.h -- eigenvectors of small symmetric matrices. */
#ifndef QUADRILLE_WORKLOADS_PARTITION_JACOBI_H
#define QUADRILLE_WORKLOADS_PARTITION_JACOBI_H

/* qdr_jacobi finds the eigenvalues and eigenvectors of a symmetric matrix of
 * `n` rows, matrix[n * i + j]. On return eigenvalue k is matrix[n * k + k], in
 * no order, and its vector, of length 1, vectors[n * i + k], i = 0..n-1; the
 * rest of the matrix is overwritten. */
void qdr_jacobi(int n, double *matrix, double *vectors);

#endif
