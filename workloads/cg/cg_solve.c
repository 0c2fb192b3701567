/* workloads/cg/cg_solve.c -- the method of conjugate gradients.
 *
 * Source: Hestenes and Stiefel [hestenes1952]. No preconditioner: the papers'
 *         time without one, and what is measured is the exchange of p.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "workloads/cg/cg_system.h"

/* q = A p */
static void multiply(const qdr_cg_rows *a, const double *p, double *q)
{
    for (int64_t i = 0; i < a->num_rows; i++) {
        double sum = 0;
        for (int64_t k = a->begin[i]; k < a->begin[i + 1]; k++)
            sum += a->values[k] * p[a->columns[k]];
        q[i] = sum;
    }
}

static double dot(int64_t n, const double *x, const double *y)
{
    double sum = 0;

    for (int64_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static qdr_status sum_up(const qdr_cg_part *part, double *value,
                         qdr_error *error)
{
    return part->host->reduce(part->host->context, QDR_SUM, 1, value, error);
}

static qdr_status fail(int64_t iteration, const char *what, double number,
                       const char *accepted, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "cg: iteration %lld: %s %g; accepted: %s",
                    (long long)iteration, what, number, accepted);
}

/* What p A p should be instead, or NULL. Below the least normal number it has
 * lost digits, or all. */
static const char *fault_of(double curvature)
{
    if (fabs(curvature) < DBL_MIN)
        return "2.3e-308 or more: the matrix has numbers too small for a "
               "double, or it is not positive definite";
    if (!isfinite(curvature))
        return "below 1.8e308: the matrix has numbers too large for a double";
    return curvature > 0 ? NULL : "above 0, as of a positive definite matrix";
}

/* One iteration; *square is the square of the residual, before and after. */
static qdr_status iterate(const qdr_cg_part *part, int64_t iteration,
                          double *square, qdr_error *error)
{
    const qdr_cg_vectors *v = &part->v;
    const int64_t n = part->rows.num_rows;
    double curvature, length, before = *square;
    qdr_status status =
        qdr_halo_exchange(&part->halo, part->host, 1, v->p, error);

    if (status != QDR_OK)
        return status;
    multiply(&part->rows, v->p, v->q);
    curvature = dot(n, v->p, v->q);
    status = sum_up(part, &curvature, error);
    if (status != QDR_OK)
        return status;
    if (fault_of(curvature) != NULL)
        return fail(iteration, "p A p is", curvature, fault_of(curvature),
                    error);
    length = before / curvature;
    for (int64_t i = 0; i < n; i++) {
        v->x[i] += length * v->p[i];
        v->r[i] -= length * v->q[i];
    }
    *square = dot(n, v->r, v->r);
    status = sum_up(part, square, error);
    if (status == QDR_OK && !isfinite(*square))
        return fail(iteration, "the square of the residual is", *square,
                    "what a double holds", error);
    for (int64_t i = 0; i < n; i++)
        v->p[i] = v->r[i] + *square / before * v->p[i];
    return status;
}

qdr_status qdr_cg_solve(qdr_cg_part *part, const qdr_cg_rules *until,
                        qdr_error *error)
{
    const qdr_cg_vectors *v = &part->v;
    const size_t bytes = (size_t)part->rows.num_rows * sizeof(double);
    int64_t *iterations = &part->iterations;
    double square, enough;
    qdr_status status;

    memset(v->x, 0, bytes);
    memcpy(v->r, v->b, bytes);
    memcpy(v->p, v->b, bytes);
    square = dot(part->rows.num_rows, v->b, v->b);
    status = sum_up(part, &square, error);
    if (status == QDR_OK && !(square > 0 && isfinite(square)))
        return fail(0, "the square of the right side is", square,
                    "above 0, and what a double holds", error);
    enough = square * until->tolerance * until->tolerance;
    for (*iterations = 0; status == QDR_OK && square > enough;
         (*iterations)++) {
        if (*iterations == until->max_iterations)
            return fail(*iterations, "it has not converged, the residual is",
                        sqrt(square), "more for most_iterations", error);
        status = iterate(part, *iterations + 1, &square, error);
    }
    return status;
}
