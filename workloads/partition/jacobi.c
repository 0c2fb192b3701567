/* workloads/partition/jacobi.c -- see method.h.
 *
 * Source: the cyclic method of Jacobi (1846), as in Golub and Van Loan, Matrix
 *         Computations, 8.5.
 * Idea:   rotate two axes at a time so that one entry off the diagonal
 *         vanishes, until all are negligible compared with the diagonal.
 * Cost:   O(n^3) a sweep, some ten sweeps.
 */
#include "workloads/partition/method.h"

#include <math.h>
#include <stdbool.h>

enum { MAX_SWEEPS = 60 };

static void rotate(double *first, double *second, double c, double s)
{
    double a = *first, b = *second;

    *first = c * a - s * b;
    *second = s * a + c * b;
}

/* Makes entry (p, q) vanish. */
static void annihilate(int n, double *matrix, double *vectors, int p, int q)
{
    double theta =
        (matrix[n * q + q] - matrix[n * p + p]) / (2 * matrix[n * p + q]);
    double t = copysign(1, theta) / (fabs(theta) + sqrt(1 + theta * theta));
    double c = 1 / sqrt(1 + t * t), s = t * c;

    for (int k = 0; k < n; k++)
        rotate(&matrix[n * k + p], &matrix[n * k + q], c, s);
    for (int k = 0; k < n; k++)
        rotate(&matrix[n * p + k], &matrix[n * q + k], c, s);
    for (int k = 0; k < n; k++)
        rotate(&vectors[n * k + p], &vectors[n * k + q], c, s);
}

static double norm(int n, const double *matrix, bool with_diagonal)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (with_diagonal || i != j)
                sum += matrix[n * i + j] * matrix[n * i + j];
    return sqrt(sum);
}

void qdr_jacobi(int n, double *matrix, double *vectors)
{
    double small = 1e-15 * norm(n, matrix, true);

    for (int i = 0; i < n * n; i++)
        vectors[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        if (norm(n, matrix, false) <= small)
            return;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (matrix[n * p + q] != 0)
                    annihilate(n, matrix, vectors, p, q);
    }
}
