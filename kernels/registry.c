/* kernels/registry.c -- makes the table of kernels.def; see kernel.h. */
#include <stddef.h>

#include "kernels/core/base/name_lookup.h"
#include "kernels/kernel.h"

#define QDR_KERNEL(file)        extern const qdr_kernel qdr_##file;
#define QDR_ENGINE_KERNEL(file) QDR_KERNEL(file)
#include "kernels/kernels.def"
#undef QDR_KERNEL

static const qdr_kernel *const kernels[] = {
#define QDR_KERNEL(file) &qdr_##file,
#include "kernels/kernels.def"
#undef QDR_KERNEL
#undef QDR_ENGINE_KERNEL
};

static const char *const kind_names[QDR_NUM_KINDS] = {
    [QDR_DIRECT] = "direct",   [QDR_COMBINING] = "combining",
    [QDR_SHARED] = "shared",   [QDR_DYNAMIC] = "dynamic",
    [QDR_LIBRARY] = "library",
};

int qdr_kernel_count(void)
{
    return (int)(sizeof kernels / sizeof *kernels);
}

const qdr_kernel *qdr_kernel_at(int index)
{
    return kernels[index];
}

/* Every name, then every alias. */
static const char *name_at(int index)
{
    const qdr_kernel *kernel = kernels[index % qdr_kernel_count()];

    return index < qdr_kernel_count() || kernel->alias == NULL ? kernel->name
                                                               : kernel->alias;
}

qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error)
{
    int index;
    qdr_status status =
        qdr_names_find("algorithm", "./quadrille list algorithms", name,
                       2 * qdr_kernel_count(), name_at, &index, error);

    if (status == QDR_OK)
        *out_kernel = kernels[index % qdr_kernel_count()];
    return status;
}

/* Messages of a complete exchange are messages. */
const qdr_kernel *qdr_kernel_find_auto(qdr_collective collective)
{
    qdr_collective own =
        collective == QDR_ALLTOALL ? QDR_ALLTOALLV : collective;

    for (int k = 0; k < qdr_kernel_count(); k++)
        if (kernels[k]->candidates != NULL && kernels[k]->collective == own)
            return kernels[k];
    return NULL;
}

const qdr_kernel *qdr_kernel_find_library(qdr_collective collective)
{
    for (int k = 0; k < qdr_kernel_count(); k++)
        if (kernels[k]->calls != NULL && kernels[k]->collective == collective)
            return kernels[k];
    return NULL;
}

bool qdr_kernel_has_schedule(const qdr_kernel *kernel)
{
    return qdr_kernel_has_mode(kernel) || kernel->kind == QDR_SHARED;
}

bool qdr_kernel_has_mode(const qdr_kernel *kernel)
{
    return kernel->kind == QDR_DIRECT || kernel->kind == QDR_COMBINING;
}

bool qdr_kernel_is_simulated(const qdr_kernel *kernel)
{
    return kernel->kind != QDR_LIBRARY && kernel->kind != QDR_SHARED &&
           (kernel->flags & QDR_REAL_MPI) == 0;
}

qdr_layout_kind qdr_kernel_layout(const qdr_kernel *kernel)
{
    return (kernel->flags & QDR_COMPLETE) != 0 ? QDR_SLOTS : QDR_PACKED;
}

const char *qdr_kind_string(qdr_kind kind)
{
    return kind_names[kind];
}
