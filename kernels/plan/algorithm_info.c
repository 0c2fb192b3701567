/* kernels/plan/algorithm_info.c -- reports the library's algorithms and its
 * version. */
#include <stdio.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"

#define WORD(number)  #number
#define WORDS(number) WORD(number)

const char *qdr_version(void)
{
    return WORDS(QUADRILLE_VERSION_MAJOR) "." WORDS(
        QUADRILLE_VERSION_MINOR) "." WORDS(QUADRILLE_VERSION_PATCH);
}

int qdr_algorithm_count(void)
{
    return qdr_kernel_count();
}

/* Writes the texts; the zeroed `to` has room for them, which a test checks. */
static qdr_status describe(const qdr_kernel *kernel, qdr_algorithm_info *to,
                           qdr_error *error)
{
    FILE *limits = fmemopen(to->limits, sizeof to->limits, "w");
    FILE *parameters = fmemopen(to->parameters, sizeof to->parameters, "w");
    qdr_status status = QDR_OK;

    if (limits == NULL || parameters == NULL) {
        status = qdr_fail_memory(error, "the description of an algorithm");
    } else {
        qdr_kernel_print_limits(kernel, limits);
        qdr_parameters_print(kernel->parameters, parameters);
    }
    if (limits != NULL)
        fclose(limits);
    if (parameters != NULL)
        fclose(parameters);
    if (qdr_kernel_has_schedule(kernel))
        qdr_mode_print(&kernel->mode, to->mode, sizeof to->mode);
    return status;
}

qdr_status qdr_algorithm_at(int index, qdr_algorithm_info *out_info,
                            qdr_error *error)
{
    const qdr_kernel *kernel;
    qdr_algorithm_info made;
    qdr_status status;

    if (index < 0 || index >= qdr_kernel_count())
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "algorithm %d; accepted: 0 to %d", index,
                        qdr_kernel_count() - 1);
    if (out_info == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for out_info; accepted: a qdr_algorithm_info to "
                        "fill");
    kernel = qdr_kernel_at(index);
    made = (qdr_algorithm_info){
        .name = kernel->name,
        .alias = kernel->alias,
        .label = kernel->label,
        .collective = qdr_collective_string(kernel->collective),
        .kind = qdr_kind_string(kernel->kind),
        .paper = kernel->paper,
        .section = kernel->section,
    };
    status = describe(kernel, &made, error);
    if (status == QDR_OK)
        *out_info = made;
    return status;
}
