/* workloads/cg/cg_part.c -- a rank's part of a system.
 *
 * b is A times a vector that is drawn, so the solution is known.
 */
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "workloads/cg/cg_system.h"

void qdr_cg_part_cleanup(qdr_cg_part *part)
{
    qdr_halo_cleanup(&part->halo);
    free(part->rows.begin);
    free(part->rows.columns);
    free(part->rows.values);
    free(part->v.x);
    free(part->v.b);
    free(part->v.r);
    free(part->v.q);
    free(part->v.p);
    *part = (qdr_cg_part){0};
}

/* Between 1 and 2. */
double qdr_cg_solution(int64_t row)
{
    return 1 + (double)(qdr_mix64((uint64_t)row + 1) >> 11) * 0x1p-53;
}

/* Row `row` of A times the solution. */
static double right_side(const qdr_sparse_matrix *a, int64_t row)
{
    double sum = 0;

    for (int64_t i = a->begin[row]; i < a->begin[row + 1]; i++)
        sum += a->values[i] * qdr_cg_solution(a->columns[i]);
    return sum;
}

static bool allocate(qdr_cg_part *part, const qdr_sparse_matrix *a)
{
    const size_t n = (size_t)part->halo.num_owned + 1;
    const size_t all = n + (size_t)part->halo.num_ghosts;
    size_t count = 1;

    for (int64_t i = 0; i < part->halo.num_owned; i++) {
        int64_t row = part->halo.vertices[i];
        count += (size_t)(a->begin[row + 1] - a->begin[row]);
    }
    part->rows = (qdr_cg_rows){
        part->halo.num_owned, malloc(n * sizeof(int64_t)),
        malloc(count * sizeof(int32_t)), malloc(count * sizeof(double))};
    part->v =
        (qdr_cg_vectors){calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                         calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                         calloc(all, sizeof(double))};
    return part->rows.begin != NULL && part->rows.columns != NULL &&
           part->rows.values != NULL && part->v.x != NULL &&
           part->v.b != NULL && part->v.r != NULL && part->v.q != NULL &&
           part->v.p != NULL;
}

/* The owned rows, columns by local number, and their right side. */
static void take_rows(qdr_cg_part *part, const qdr_sparse_matrix *a)
{
    qdr_cg_rows *rows = &part->rows;
    int64_t count = 0;

    for (int64_t i = 0; i < rows->num_rows; i++) {
        int64_t row = part->halo.vertices[i];
        rows->begin[i] = count;
        part->v.b[i] = right_side(a, row);
        for (int64_t k = a->begin[row]; k < a->begin[row + 1]; k++) {
            rows->columns[count] =
                (int32_t)qdr_halo_local(&part->halo, a->columns[k]);
            rows->values[count++] = a->values[k];
        }
    }
    rows->begin[rows->num_rows] = count;
}

qdr_status qdr_cg_part_init(qdr_cg_part *part, const qdr_cg_system *system,
                            const qdr_host *host, qdr_error *error)
{
    qdr_cg_part made = {.host = host};
    qdr_status status = qdr_halo_init(&made.halo, &system->graph, system->part,
                                      host->procs, host->rank, error);

    if (status == QDR_OK && !allocate(&made, &system->matrix))
        status = qdr_fail_memory(error, "conjugate gradients");
    if (status != QDR_OK) {
        qdr_cg_part_cleanup(&made);
        return status;
    }
    take_rows(&made, &system->matrix);
    *part = made;
    return QDR_OK;
}
