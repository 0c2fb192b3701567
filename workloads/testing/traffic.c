/* workloads/testing/traffic.c -- see traffic.h. */
#include "workloads/testing/traffic.h"
#include "kernels/testing/unit_test.h"

#include <stdio.h>
#include <string.h>

static qdr_status make(const char *name, qdr_workload_input input,
                       const char *parameters, qdr_traffic *traffic,
                       qdr_error *error)
{
    const qdr_workload *workload;
    qdr_status status = qdr_workload_find(name, &workload, error);

    if (status != QDR_OK)
        return status;
    return qdr_workload_make(workload, input, parameters, traffic, error);
}

void qdr_traffic_make(const char *name, qdr_workload_input input,
                      qdr_traffic *traffic, const char *format, ...)
{
    char parameters[256];
    qdr_error error = {""};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(parameters, sizeof parameters, format, arguments);
    va_end(arguments);
    if (make(name, input, parameters, traffic, &error) != QDR_OK)
        fail_msg("%s, %d ranks, '%s': %s", name, input.procs, parameters,
                 error.text);
}

void qdr_traffic_refuses(const char *name, qdr_workload_input input,
                         const qdr_refusal *refusals, size_t count)
{
    for (const qdr_refusal *r = refusals; r < refusals + count; r++) {
        qdr_traffic traffic = {0};
        qdr_error error = {""};
        qdr_status status;
        input.procs = r->procs;
        status = make(name, input, r->parameters, &traffic, &error);
        if (status != QDR_ERROR_INPUT || strstr(error.text, r->words) == NULL)
            fail_msg("%s, '%s': status %d, '%s' should say '%s'", name,
                     r->parameters, (int)status, error.text, r->words);
        assert_null(traffic.pattern.messages);
    }
}
