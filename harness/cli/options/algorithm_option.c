/* harness/cli/options/algorithm_option.c -- see algorithm_option.h. */
#include "harness/cli/options/algorithm_option.h"

#include <string.h>

#include "kernels/core/base/name_lookup.h"

static const char *collective_name(int index)
{
    return qdr_collective_string((qdr_collective)index);
}

static qdr_status find_auto(const qdr_options *options,
                            const qdr_workload *workload,
                            const qdr_kernel **out_kernel, qdr_error *error)
{
    const char *name = qdr_options_text(options, "collective");
    qdr_collective collective;
    int index = 0;
    qdr_status status = QDR_OK;

    if (name != NULL) {
        status = qdr_names_find("collective", NULL, name, QDR_NUM_COLLECTIVES,
                                collective_name, &index, error);
        collective = (qdr_collective)index;
    } else if (workload == NULL ||
               !qdr_workload_collective(workload, &collective)) {
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--algorithm: auto of an unknown collective; "
                          "accepted: auto with --collective C");
    }
    if (status != QDR_OK)
        return status;
    *out_kernel = qdr_kernel_find_auto(collective);
    return *out_kernel != NULL
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "--collective: %s has no auto; accepted: others",
                          qdr_collective_string(collective));
}

qdr_status qdr_algorithm_option(const qdr_options *options,
                                const qdr_workload *workload,
                                const qdr_kernel **out_kernel, qdr_error *error)
{
    const char *name = qdr_options_text(options, "algorithm");

    if (strcmp(name, QDR_AUTO) == 0)
        return find_auto(options, workload, out_kernel, error);
    if (qdr_options_given(options, "collective"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--collective is given with %s, which has its own; "
                        "accepted: --collective with --algorithm auto",
                        name);
    return qdr_kernel_find(name, out_kernel, error);
}
