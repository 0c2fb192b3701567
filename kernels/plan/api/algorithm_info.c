/* kernels/plan/api/algorithm_info.c -- reports the library's algorithms and its
 * version. */
#include <stdio.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/state/struct_size.h"

#define WORD(number)  #number
#define WORDS(number) WORD(number)

const char *qdr_version(void)
{
    return WORDS(QUADRILLE_VERSION_MAJOR) "." WORDS(
        QUADRILLE_VERSION_MINOR) "." WORDS(QUADRILLE_VERSION_PATCH);
}

/* Writes the texts; the zeroed `to` has room for them, which a test checks. */
static void describe(const qdr_kernel *kernel, qdr_algorithm_info *to)
{
    FILE *limits = fmemopen(to->limits, sizeof to->limits, "w");
    FILE *parameters = fmemopen(to->parameters, sizeof to->parameters, "w");

    if (limits != NULL) {
        qdr_kernel_print_limits(kernel, limits);
        fclose(limits);
    }
    if (parameters != NULL) {
        qdr_parameters_print(kernel->parameters, parameters);
        fclose(parameters);
    }
    if (qdr_kernel_has_mode(kernel))
        qdr_mode_print(&kernel->mode, to->mode, sizeof to->mode);
}

int qdr_algorithm_next(int *position, qdr_algorithm_info *out_info)
{
    const qdr_kernel *kernel;
    qdr_algorithm_info made;

    if (position == NULL || out_info == NULL || *position < 0 ||
        *position >= qdr_kernel_count() ||
        qdr_struct_check("qdr_algorithm_info", out_info->size,
                         QDR_FIRST_ALGORITHM, sizeof made, NULL) != QDR_OK)
        return 0;
    kernel = qdr_kernel_at((*position)++);
    made = (qdr_algorithm_info){
        .size = out_info->size,
        .name = kernel->name,
        .alias = kernel->alias,
        .label = kernel->label,
        .collective = qdr_collective_string(kernel->collective),
        .kind = qdr_kind_string(kernel->kind),
        .paper = kernel->paper == NULL ? "none" : kernel->paper,
        .section = kernel->section == NULL ? "-" : kernel->section,
    };
    describe(kernel, &made);
    memcpy(out_info, &made, made.size);
    return 1;
}
