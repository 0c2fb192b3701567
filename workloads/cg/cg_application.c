/* workloads/cg/cg_application.c -- a rank's part of a system.
 *
 * b is A times a vector that is drawn, so the solution is known.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/rng.h"
#include "workloads/cg/cg_solve.h"

static void free_vectors(qdr_cg_vectors *v)
{
    free(v->x);
    free(v->b);
    free(v->r);
    free(v->q);
    free(v->p);
}

void qdr_cg_free_state(void *context)
{
    qdr_cg_state *s = context;

    if (s == NULL)
        return;
    qdr_cg_system_cleanup(&s->system);
    qdr_halo_cleanup(&s->halo);
    free(s->own.begin);
    free(s->own.columns);
    free(s->own.values);
    free_vectors(&s->v);
    free_vectors(&s->serial);
    free(s->serial_solution);
    free(s);
}

static bool make_vectors(qdr_cg_vectors *v, int64_t num_rows,
                         int64_t num_ghosts)
{
    const size_t n = (size_t)num_rows + 1, all = n + (size_t)num_ghosts;

    *v = (qdr_cg_vectors){calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                          calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                          calloc(all, sizeof(double))};
    return v->x != NULL && v->b != NULL && v->r != NULL && v->q != NULL &&
           v->p != NULL;
}

/* Between 1 and 2. */
double qdr_cg_solution(int64_t row)
{
    return 1 + (double)(qdr_mix64((uint64_t)row + 1) >> 11) * 0x1p-53;
}

double qdr_cg_right_side(const qdr_sparse_matrix *a, int64_t row)
{
    double sum = 0;

    for (int64_t i = a->begin[row]; i < a->begin[row + 1]; i++)
        sum += a->values[i] * qdr_cg_solution(a->columns[i]);
    return sum;
}

/* The owned rows, columns by local number. */
static bool make_rows(qdr_cg_state *s)
{
    const qdr_sparse_matrix *a = &s->system.matrix;
    const int64_t n = s->halo.num_owned;
    int64_t count = 0;

    for (int64_t i = 0; i < n; i++) {
        int64_t row = s->halo.vertices[i];
        count += a->begin[row + 1] - a->begin[row];
    }
    s->own = (qdr_cg_rows){n, malloc(((size_t)n + 1) * sizeof(int64_t)),
                           malloc(((size_t)count + 1) * sizeof(int32_t)),
                           malloc(((size_t)count + 1) * sizeof(double))};
    if (s->own.begin == NULL || s->own.columns == NULL ||
        s->own.values == NULL || !make_vectors(&s->v, n, s->halo.num_ghosts))
        return false;
    count = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t row = s->halo.vertices[i];
        s->own.begin[i] = count;
        s->v.b[i] = qdr_cg_right_side(a, row);
        for (int64_t k = a->begin[row]; k < a->begin[row + 1]; k++) {
            s->own.columns[count] =
                (int32_t)qdr_halo_local(&s->halo, a->columns[k]);
            s->own.values[count++] = a->values[k];
        }
    }
    s->own.begin[n] = count;
    return true;
}

/* Room for the serial solution, which rank 0 solves and all must know. */
static bool make_serial(qdr_cg_state *s)
{
    const int64_t n = s->system.matrix.num_rows;

    s->serial_solution = calloc((size_t)n + 1, sizeof(double));
    if (s->serial_solution == NULL)
        return false;
    if (s->host->rank > 0)
        return true;
    if (!make_vectors(&s->serial, n, 0))
        return false;
    for (int64_t i = 0; i < n; i++)
        s->serial.b[i] = qdr_cg_right_side(&s->system.matrix, i);
    return true;
}

qdr_status qdr_cg_new_state(void **out_state, qdr_cg_make *make,
                            const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    qdr_cg_state *s = calloc(1, sizeof *s);
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "conjugate gradients");
    s->host = host;
    status = make(&s->system, input, error);
    if (status == QDR_OK)
        status = qdr_halo_init(&s->halo, &s->system.graph, s->system.part,
                               input->procs, host->rank, error);
    s->serial_iterations = -1;
    if (status == QDR_OK && !(make_rows(s) && make_serial(s)))
        status = qdr_fail_memory(error, "conjugate gradients");
    if (status == QDR_OK)
        *out_state = s;
    else
        qdr_cg_free_state(s);
    return status;
}

qdr_status qdr_cg_run(void *context, qdr_error *error)
{
    qdr_cg_state *s = context;

    return qdr_cg_solve(&s->own, &s->v, &s->system, s, &s->iterations, error);
}

int qdr_cg_count(const void *context, qdr_count *counts)
{
    const qdr_cg_state *s = context;

    counts[0] =
        (qdr_count){"answer", qdr_answer_digest(s->v.x, s->halo.num_owned * 8)};
    counts[1] =
        (qdr_count){"iterations", s->host->rank == 0 ? s->iterations : 0};
    counts[2] = (qdr_count){"serial_iterations",
                            s->host->rank == 0 ? s->serial_iterations : 0};
    return 3;
}
