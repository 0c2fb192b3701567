/* workloads/vector/vector.c -- a vector, with which a collective does what it
 * does: scatters, gathers, collects or combines it, or broadcasts it to all.
 *
 * Source: [barnett1994, Table 1]; the one-to-all broadcast of [ponnusamy1992,
 *         Sec. 3.6].
 */
#include "workloads/workload.h"

enum { BYTES, ROOT };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of the whole vector", "256"),
    [ROOT] = {.name = "root",
              .plural = "roots",
              .summary = "the rank that has it, or gets it",
              .type = QDR_INTEGER,
              .default_value = "0",
              .min = 0,
              .max = QDR_MAX_PROCS - 1},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t root = qdr_values_integer(input->values, ROOT);
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    if (root >= input->procs)
        return qdr_fail(error, QDR_ERROR_INPUT, "root: %lld; accepted: 0 to %d",
                        (long long)root, input->procs - 1);
    return QDR_OK;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    double messages = input->procs - 1;

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_status status = check(input, error);

    traffic->root = (int)qdr_values_integer(input->values, ROOT);
    traffic->bytes = qdr_values_integer(input->values, BYTES);
    return status;
}

const qdr_workload qdr_workload_vector = {
    .name = "vector",
    .summary = "a vector of all ranks, for the collective of the algorithm",
    .has_vector = true,
    .parameters = parameters,
    .ordinary = {[QDR_SCATTER] = "",
                 [QDR_GATHER] = "",
                 [QDR_ALLGATHER] = "",
                 [QDR_REDUCE] = "",
                 [QDR_ALLREDUCE] = "",
                 [QDR_REDUCE_SCATTER] = ""},
    .check = check,
    .amount = amount,
    .generate = generate,
};

const qdr_workload qdr_workload_broadcast = {
    .name = "broadcast",
    .summary = "a vector from a root to every other rank",
    .has_vector = true,
    .parameters = parameters,
    .ordinary = {[QDR_BCAST] = ""},
    .check = check,
    .amount = amount,
    .generate = generate,
};
