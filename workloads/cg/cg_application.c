/* workloads/cg/cg_application.c -- solves A x = b.
 *
 * Source: Hestenes and Stiefel [hestenes1952]. No preconditioner: the papers'
 *         time without one, and what is measured is the exchange of p.
 *
 * b is A times a vector that is drawn, so that the solution is known to every
 * rank; and a serial solution by the same steps must take as many iterations.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/rng.h"
#include "workloads/cg/cg_system.h"
#include "workloads/graph/halo_exchange.h"

/* Rows of one matrix, columns by place in a vector. */
typedef struct rows {
    int64_t num_rows;
    int64_t *begin;
    int32_t *columns;
    double *values;
} rows;

/* Vectors of one solution. */
typedef struct vectors {
    double *x, *b, *r, *q; /* [num_rows] */
    double *p;             /* [num_rows + ghosts] */
} vectors;

typedef struct state {
    const qdr_host *host;
    qdr_cg_system system;
    qdr_halo halo;
    rows own;
    vectors v;
    int64_t iterations; /* of the last run */
    double *serial;     /* the serial solution, once it is known */
    int64_t serial_iterations;
} state;

static void free_vectors(vectors *v)
{
    free(v->x);
    free(v->b);
    free(v->r);
    free(v->q);
    free(v->p);
}

void qdr_cg_free_state(void *context)
{
    state *s = context;

    if (s == NULL)
        return;
    qdr_cg_system_cleanup(&s->system);
    qdr_halo_cleanup(&s->halo);
    free(s->own.begin);
    free(s->own.columns);
    free(s->own.values);
    free_vectors(&s->v);
    free(s->serial);
    free(s);
}

static bool make_vectors(vectors *v, int64_t num_rows, int64_t num_ghosts)
{
    const size_t n = (size_t)num_rows + 1, all = n + (size_t)num_ghosts;

    *v = (vectors){calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                   calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                   calloc(all, sizeof(double))};
    return v->x != NULL && v->b != NULL && v->r != NULL && v->q != NULL &&
           v->p != NULL;
}

/* The solution: between 1 and 2. */
static double solution(int64_t row)
{
    return 1 + (double)(qdr_mix64((uint64_t)row + 1) >> 11) * 0x1p-53;
}

/* Row `row` of A times the solution. */
static double right_side(const qdr_sparse_matrix *a, int64_t row)
{
    double sum = 0;

    for (int64_t i = a->begin[row]; i < a->begin[row + 1]; i++)
        sum += a->values[i] * solution(a->columns[i]);
    return sum;
}

/* The owned rows, columns by local number. */
static bool make_rows(state *s)
{
    const qdr_sparse_matrix *a = &s->system.matrix;
    const int64_t n = s->halo.num_owned;
    int64_t count = 0;

    for (int64_t i = 0; i < n; i++) {
        int64_t row = s->halo.vertices[i];
        count += a->begin[row + 1] - a->begin[row];
    }
    s->own = (rows){n, malloc(((size_t)n + 1) * sizeof(int64_t)),
                    malloc(((size_t)count + 1) * sizeof(int32_t)),
                    malloc(((size_t)count + 1) * sizeof(double))};
    if (s->own.begin == NULL || s->own.columns == NULL ||
        s->own.values == NULL || !make_vectors(&s->v, n, s->halo.num_ghosts))
        return false;
    count = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t row = s->halo.vertices[i];
        s->own.begin[i] = count;
        s->v.b[i] = right_side(a, row);
        for (int64_t k = a->begin[row]; k < a->begin[row + 1]; k++) {
            s->own.columns[count] =
                (int32_t)qdr_halo_local(&s->halo, a->columns[k]);
            s->own.values[count++] = a->values[k];
        }
    }
    s->own.begin[n] = count;
    return true;
}

qdr_status qdr_cg_new_state(void **out_state, qdr_cg_make *make,
                            const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    state *s = calloc(1, sizeof *s);
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "conjugate gradients");
    s->host = host;
    status = make(&s->system, input, error);
    if (status == QDR_OK)
        status = qdr_halo_init(&s->halo, &s->system.graph, s->system.part,
                               input->procs, host->rank, error);
    if (status == QDR_OK && !make_rows(s))
        status = qdr_fail_memory(error, "conjugate gradients");
    if (status == QDR_OK)
        *out_state = s;
    else
        qdr_cg_free_state(s);
    return status;
}

/* q = A p */
static void multiply(const rows *a, const double *p, double *q)
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

/* What the steps below need of other ranks; NULL members: there are none. */
typedef struct others {
    const state *exchanging;
} others;

static qdr_status sum_up(const others *with, double *value, qdr_error *error)
{
    const state *s = with->exchanging;

    return s == NULL
               ? QDR_OK
               : s->host->reduce(s->host->context, QDR_SUM, 1, value, error);
}

static qdr_status fail(int64_t iteration, const char *what, double number,
                       const char *accepted, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "cg: iteration %lld: %s %g; accepted: %s",
                    (long long)iteration, what, number, accepted);
}

/* One step; *square is the square of the residual, before and after. */
static qdr_status iterate(const rows *a, const vectors *v, const others *with,
                          int64_t iteration, double *square, qdr_error *error)
{
    double curvature, step, before = *square;
    qdr_status status =
        with->exchanging == NULL
            ? QDR_OK
            : qdr_halo_exchange(&with->exchanging->halo, with->exchanging->host,
                                1, v->p, error);

    if (status != QDR_OK)
        return status;
    multiply(a, v->p, v->q);
    curvature = dot(a->num_rows, v->p, v->q);
    status = sum_up(with, &curvature, error);
    if (status != QDR_OK)
        return status;
    if (!(curvature > 0))
        return fail(iteration, "p A p is", curvature,
                    "above 0, as of a positive definite matrix", error);
    step = before / curvature;
    for (int64_t i = 0; i < a->num_rows; i++) {
        v->x[i] += step * v->p[i];
        v->r[i] -= step * v->q[i];
    }
    *square = dot(a->num_rows, v->r, v->r);
    status = sum_up(with, square, error);
    for (int64_t i = 0; i < a->num_rows; i++)
        v->p[i] = v->r[i] + *square / before * v->p[i];
    return status;
}

static qdr_status solve(const rows *a, const vectors *v,
                        const qdr_cg_system *until, const others *with,
                        int64_t *iterations, qdr_error *error)
{
    const size_t bytes = (size_t)a->num_rows * sizeof(double);
    double square, enough;
    qdr_status status;

    memset(v->x, 0, bytes);
    memcpy(v->r, v->b, bytes);
    memcpy(v->p, v->b, bytes);
    square = dot(a->num_rows, v->b, v->b);
    status = sum_up(with, &square, error);
    enough = square * until->tolerance * until->tolerance;
    for (*iterations = 0; status == QDR_OK && square > enough;
         (*iterations)++) {
        if (*iterations == until->most_iterations)
            return fail(*iterations, "it has not converged, the residual is",
                        sqrt(square), "more for most_iterations", error);
        status = iterate(a, v, with, *iterations + 1, &square, error);
    }
    return status;
}

qdr_status qdr_cg_run(void *context, qdr_error *error)
{
    state *s = context;
    const others with = {s};

    return solve(&s->own, &s->v, &s->system, &with, &s->iterations, error);
}

/* Solves on this rank alone. */
static qdr_status solve_serially(state *s, qdr_error *error)
{
    const qdr_sparse_matrix *a = &s->system.matrix;
    const rows all = {a->num_rows, a->begin, a->columns, a->values};
    const others nobody = {NULL};
    vectors v;
    qdr_status status = QDR_OK;

    if (!make_vectors(&v, a->num_rows, 0))
        status = qdr_fail_memory(error, "the serial solution");
    for (int64_t i = 0; status == QDR_OK && i < a->num_rows; i++)
        v.b[i] = right_side(a, i);
    if (status == QDR_OK)
        status =
            solve(&all, &v, &s->system, &nobody, &s->serial_iterations, error);
    if (status == QDR_OK)
        memcpy(s->serial, v.x, (size_t)a->num_rows * sizeof(double));
    free_vectors(&v);
    return status;
}

/* Rank 0 solves, and tells the others. */
static qdr_status get_serial(state *s, qdr_error *error)
{
    const int64_t n = s->system.matrix.num_rows;
    enum { AT_ONCE = 1 << 20 };
    double iterations;
    qdr_status status = QDR_OK;

    if (s->serial != NULL)
        return QDR_OK;
    s->serial = calloc((size_t)n + 1, sizeof(double));
    if (s->serial == NULL)
        return qdr_fail_memory(error, "the serial solution");
    if (s->host->rank == 0 && solve_serially(s, error) != QDR_OK)
        s->serial_iterations = -1;
    iterations = s->host->rank == 0 ? (double)s->serial_iterations : 0;
    status = s->host->reduce(s->host->context, QDR_SUM, 1, &iterations, error);
    s->serial_iterations = (int64_t)iterations;
    for (int64_t i = 0; i < n && status == QDR_OK; i += AT_ONCE)
        status = s->host->reduce(s->host->context, QDR_SUM,
                                 (int)(n - i < AT_ONCE ? n - i : AT_ONCE),
                                 s->serial + i, error);
    return status;
}

qdr_status qdr_cg_check(void *context, qdr_error *error)
{
    state *s = context;
    double distance = 0, length = 0;
    qdr_status status = get_serial(s, error);

    if (status != QDR_OK)
        return status;
    if (s->iterations != s->serial_iterations)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "cg: %lld iterations; accepted: %lld, as the serial "
                        "solution takes",
                        (long long)s->iterations,
                        (long long)s->serial_iterations);
    for (int64_t i = 0; i < s->halo.num_owned; i++) {
        double is = s->serial[s->halo.vertices[i]], d = s->v.x[i] - is;
        distance += d * d;
        length += is * is;
    }
    /* Rounding differs, as sums have another order; both are off by as much as
     * the condition of the matrix makes of the tolerance, alike. */
    if (sqrt(distance) <= 1e-6 * sqrt(length) + 1e-300)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "cg: the solution differs from the serial one by %g of it",
                    sqrt(distance / length));
}

int qdr_cg_count(const void *context, qdr_count *counts)
{
    const state *s = context;

    counts[0] =
        (qdr_count){"answer", qdr_answer_digest(s->v.x, s->halo.num_owned * 8)};
    counts[1] =
        (qdr_count){"iterations", s->host->rank == 0 ? s->iterations : 0};
    return 2;
}
