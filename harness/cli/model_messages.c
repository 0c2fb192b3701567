/* harness/cli/model_messages.c -- see model_messages.h. */
#include "harness/cli/model_messages.h"

#include "harness/cli/parameter_options.h"
#include "kernels/building_blocks/direct_model.h"
#include "workloads/workload.h"

qdr_status qdr_model_load(const qdr_options *options, qdr_load *out_load,
                          qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_ordinary(QDR_ALLTOALLV);
    qdr_values values;
    const qdr_workload_input input = {
        .procs = (int)qdr_options_integer(options, "procs"),
        .seed = 1,
        .values = &values};
    qdr_traffic traffic = {0};
    qdr_status status;

    /* The pattern of all pairs of many ranks would need much memory. */
    if (qdr_options_real(options, "density") >= 1) {
        *out_load = qdr_load_complete(
            input.procs,
            (input.procs - 1) * qdr_options_integer(options, "bytes"));
        return QDR_OK;
    }
    status = qdr_parameter_options_values(options, workload->parameters,
                                          &values, error);
    if (status == QDR_OK)
        status = qdr_workload_generate(workload, &input, &traffic, error);
    if (status == QDR_OK)
        status = qdr_load_of(&traffic.pattern, out_load, error);
    qdr_traffic_cleanup(&traffic);
    return status;
}
