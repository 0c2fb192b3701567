/* workloads/workload.c -- makes the table of workloads.def; see workload.h. */
#include "workloads/workload.h"

#include "kernels/core/names.h"

#define QDR_WORKLOAD(name) extern const qdr_workload qdr_workload_##name;
#include "workloads/workloads.def"
#undef QDR_WORKLOAD

static const qdr_workload *const workloads[] = {
#define QDR_WORKLOAD(name) &qdr_workload_##name,
#include "workloads/workloads.def"
#undef QDR_WORKLOAD
};

int qdr_workload_count(void)
{
    return (int)(sizeof workloads / sizeof *workloads);
}

const qdr_workload *qdr_workload_at(int index)
{
    return workloads[index];
}

static const char *name_at(int index)
{
    return workloads[index]->name;
}

qdr_status qdr_workload_find(const char *name,
                             const qdr_workload **out_workload,
                             qdr_error *error)
{
    int index;
    qdr_status status = qdr_names_find("workload", name, qdr_workload_count(),
                                       name_at, &index, error);

    if (status == QDR_OK)
        *out_workload = workloads[index];
    return status;
}
