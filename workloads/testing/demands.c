/* workloads/testing/demands.c -- see demands.h. */
#include "workloads/testing/demands.h"

#include <stdarg.h>
#include <stdio.h>

qdr_status qdr_demand_make(const char *name, qdr_workload_input input,
                           qdr_demand *demand, qdr_error *error,
                           const char *format, ...)
{
    const qdr_workload *workload;
    qdr_status status = qdr_workload_find(name, &workload, error);
    char parameters[256];
    va_list arguments;

    if (status != QDR_OK)
        return status;
    va_start(arguments, format);
    vsnprintf(parameters, sizeof parameters, format, arguments);
    va_end(arguments);
    return qdr_workload_make(workload, input, parameters, demand, error);
}
