/* harness/cli/output/model_messages.c -- see model_messages.h. */
#include "harness/cli/output/model_messages.h"

#include <inttypes.h>

#include "harness/cli/options/parameter_options.h"
#include "kernels/core/problem/problem.h"
#include "workloads/workload.h"

/* All pairs. Their pattern would need much memory with many ranks. */
static qdr_status load_all(const qdr_network *network, int procs, int64_t bytes,
                           qdr_traffic_summary *out_summary, qdr_error *error)
{
    int64_t sent_bytes, total_bytes;

    if (__builtin_mul_overflow(procs - 1, bytes, &sent_bytes) ||
        __builtin_mul_overflow(procs, sent_bytes, &total_bytes))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--bytes: %" PRId64 ": the sum of all bytes is too "
                        "large; accepted: at most 2^63 - 1",
                        bytes);
    *out_summary = qdr_traffic_summary_complete(network, procs, sent_bytes);
    return QDR_OK;
}

qdr_status qdr_model_summary(const qdr_options *options,
                             const qdr_network *network,
                             qdr_traffic_summary *out_summary, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_ordinary(QDR_ALLTOALLV);
    qdr_values values;
    const qdr_workload_input input = {
        .procs = (int)qdr_options_integer(options, "procs"),
        .seed = 1,
        .values = &values};
    qdr_traffic traffic = {0};
    qdr_status status;

    if (qdr_options_real(options, "density") >= 1)
        return load_all(network, input.procs,
                        qdr_options_integer(options, "bytes"), out_summary,
                        error);
    status = qdr_parameter_options_values(options, workload->parameters,
                                          &values, error);
    if (status == QDR_OK)
        status = qdr_workload_generate(workload, &input, &traffic, error);
    if (status == QDR_OK)
        status = qdr_problem_summary(
            &(qdr_problem){.num_procs = input.procs,
                           .messages.pattern = &traffic.pattern,
                           .network = network},
            out_summary, error);
    qdr_traffic_cleanup(&traffic);
    return status;
}
