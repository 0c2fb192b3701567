/* workloads/cg/cg_matrix.c -- conjugate gradients on any matrix.
 *
 * Source: [ponnusamy1992, Table 12]; matrices as the SuiteSparse collection
 *         [davis2011] has them. It must be symmetric and positive definite; the
 *         former is seen in the file, the latter while solving.
 */
#include "workloads/cg/cg_system.h"

enum { FILE_, MAX_ITERATIONS, PARTITION, TOLERANCE };
static const qdr_parameter parameters[] = {
    [FILE_] = {.name = "file",
               .plural = "patterns",
               .summary = "a symmetric positive definite matrix, of Matrix "
                          "Market: coordinate real symmetric",
               .type = QDR_FILE},
    [MAX_ITERATIONS] = QDR_CG_MAX_ITERATIONS_PARAMETER,
    [PARTITION] = QDR_PARTITION_PARAMETER("how rows are distributed to ranks",
                                          "kway", qdr_partition_methods),
    [TOLERANCE] = QDR_CG_TOLERANCE_PARAMETER,
    {0}};

/* What a positive definite matrix has at least. */
static qdr_status check_diagonal(const qdr_sparse_matrix *a, const char *path,
                                 qdr_error *error)
{
    for (int64_t row = 0; row < a->num_rows; row++) {
        bool is_positive = false;
        for (int64_t k = a->begin[row]; k < a->begin[row + 1]; k++)
            is_positive |= a->columns[k] == row && a->values[k] > 0;
        if (!is_positive)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "file: %.300s: row %lld has no entry above 0 on "
                            "the diagonal; accepted: positive definite "
                            "matrices",
                            path, (long long)row + 1);
    }
    return QDR_OK;
}

static qdr_status make(qdr_cg_system *system, const qdr_workload_input *input,
                       qdr_error *error)
{
    const char *path = qdr_values_text(input->values, FILE_);
    qdr_error reason = {""};
    qdr_status status = qdr_sparse_matrix_read(&system->matrix, path, &reason);

    system->rules.tolerance = qdr_values_real(input->values, TOLERANCE);
    system->rules.max_iterations =
        qdr_values_integer(input->values, MAX_ITERATIONS);
    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    if (!system->matrix.is_symmetric)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "file: %.300s:1: the matrix is not symmetric; "
                        "accepted: coordinate real symmetric",
                        path);
    status = check_diagonal(&system->matrix, path, error);
    return status == QDR_OK
               ? qdr_cg_system_part(system, input,
                                    qdr_values_text(input->values, PARTITION),
                                    error)
               : status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    return qdr_cg_generate(make, input, traffic, error);
}

static qdr_status new_state(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    return qdr_cg_new_state(out_state, make, input, host, error);
}

const qdr_workload qdr_workload_cg_matrix = {
    .name = "cg_matrix",
    .summary = "conjugate gradients on a matrix that a file holds",
    .is_partitioned = true,
    .parameters = parameters,
    .generate = generate,
    .application = QDR_CG_APPLICATION(new_state),
};
