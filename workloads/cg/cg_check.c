/* workloads/cg/cg_check.c -- whether a solution is one.
 *
 * The residual b - A x itself, which the method only carries along, must be as
 * small as requested. A serial solution by the same recurrence must take as
 * many iterations where the system says so; where it is ill-conditioned, the
 * order of a sum can change their number.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "workloads/cg/cg_system.h"

/* Rank 0 solves, and sends the result to the others; -2 iterations: it failed.
 */
static qdr_status get_serial(qdr_cg_state *s, qdr_error *error)
{
    const qdr_host *host = s->own.host;
    double iterations = 0;
    qdr_error why = {""};
    qdr_status status = QDR_OK;

    if (host->rank == 0) {
        status = qdr_cg_solve(&s->serial, &s->rules, &why);
        iterations = status == QDR_OK ? (double)s->serial.iterations : -2;
        memcpy(s->serial_solution, s->serial.v.x,
               (size_t)s->num_rows * sizeof(double));
    }
    status = qdr_host_report(host, 1, &iterations, error);
    if (status == QDR_OK)
        status = qdr_host_report(host, s->num_rows, s->serial_solution, error);
    s->serial_iterations = (int64_t)iterations;
    if (status == QDR_OK && iterations < 0)
        status = qdr_fail(error, QDR_ERROR_CHECK, "the serial solution: %s",
                          host->rank == 0 ? why.text : "it failed");
    return status;
}

/* The residual, and the bound for its rounding, as squares of this rank. */
static void add_squares(const qdr_cg_part *part, double squares[3])
{
    const double *x = part->v.p;

    memset(squares, 0, 3 * sizeof *squares);
    for (int64_t i = 0; i < part->rows.num_rows; i++) {
        double sum = 0, size = fabs(part->v.b[i]), left;
        for (int64_t k = part->rows.begin[i]; k < part->rows.begin[i + 1];
             k++) {
            double product = part->rows.values[k] * x[part->rows.columns[k]];
            sum += product;
            size += fabs(product);
        }
        left = part->v.b[i] - sum;
        squares[0] += left * left;
        squares[1] += size * size;
        squares[2] += part->v.b[i] * part->v.b[i];
    }
}

static qdr_status check_residual(const qdr_cg_state *s, qdr_error *error)
{
    const qdr_cg_part *own = &s->own;
    double squares[3], allowed;
    qdr_status status;

    memcpy(own->v.p, own->v.x, (size_t)own->rows.num_rows * sizeof(double));
    status = qdr_halo_exchange(&own->halo, own->host, 1, own->v.p, error);
    if (status != QDR_OK)
        return status;
    add_squares(own, squares);
    status = own->host->reduce(own->host->context, QDR_SUM, 3, squares, error);
    if (status != QDR_OK)
        return status;
    allowed = 10 * s->rules.tolerance * sqrt(squares[2]) +
              DBL_EPSILON * (double)(own->iterations + 10) * sqrt(squares[1]);
    if (sqrt(squares[0]) <= allowed)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "cg: after %lld iterations b - A x is %g; accepted: %g",
                    (long long)own->iterations, sqrt(squares[0]), allowed);
}

static qdr_status check_serial(const qdr_cg_state *s, qdr_error *error)
{
    double distance = 0, length = 0;

    if (s->own.iterations != s->serial_iterations)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "cg: %lld iterations; accepted: %lld, as the serial "
                        "solution takes",
                        (long long)s->own.iterations,
                        (long long)s->serial_iterations);
    for (int64_t i = 0; i < s->own.halo.num_owned; i++) {
        double is = s->serial_solution[s->own.halo.vertices[i]];
        distance += (s->own.v.x[i] - is) * (s->own.v.x[i] - is);
        length += is * is;
    }
    if (sqrt(distance) <= 1e-9 * sqrt(length))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "cg: the solution differs from the serial one by %g of it",
                    sqrt(distance / length));
}

qdr_status qdr_cg_check(void *context, qdr_error *error)
{
    qdr_cg_state *s = context;
    qdr_status status = check_residual(s, error);

    if (status == QDR_OK && s->serial_iterations == -1)
        status = get_serial(s, error);
    if (status == QDR_OK && s->rules.is_benign)
        status = check_serial(s, error);
    return status;
}
