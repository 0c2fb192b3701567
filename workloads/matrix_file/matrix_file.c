/* workloads/matrix_file/matrix_file.c -- the traffic that a file holds.
 *
 * The entries of the matrix count units of `bytes`: with 1 they are bytes. What
 * formats there are says pattern_file.h.
 */
#include "workloads/matrix_file/pattern_file.h"
#include "workloads/workload.h"

enum { BYTES, FILE_, FILE_FORMAT };
static const qdr_parameter parameters[] = {
    [BYTES] =
        QDR_BYTES_PARAMETER("of a unit, which the file's entries count", "1"),
    [FILE_] = {.name = "file",
               .plural = "patterns",
               .summary = "a matrix of messages",
               .type = QDR_FILE},
    [FILE_FORMAT] = {.name = "file_format",
                     .summary = "its writer; only nccl_tests is not detected",
                     .type = QDR_WORD,
                     .default_value = "auto",
                     .words = qdr_pattern_read_format_names},
    {0}};

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const char *path = qdr_values_text(input->values, FILE_);
    const qdr_pattern_choice choice = {
        .format = qdr_values_text(input->values, FILE_FORMAT),
        .unit = qdr_values_integer(input->values, BYTES),
        .procs = input->procs};
    qdr_pattern found = {0};
    qdr_error reason = {""};
    qdr_status status = qdr_pattern_read_as(&found, path, &choice, &reason);

    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    if (found.num_procs == input->procs) {
        traffic->pattern = found;
        return QDR_OK;
    }
    status =
        qdr_fail(error, QDR_ERROR_INPUT,
                 "file: %.300s is of %d ranks; accepted: %d, as procs says",
                 path, found.num_procs, input->procs);
    qdr_pattern_cleanup(&found);
    return status;
}

const qdr_workload qdr_workload_matrix_file = {
    .name = "matrix_file",
    .summary = "the pattern that a file holds, in units of some bytes",
    .parameters = parameters,
    .generate = generate,
};
