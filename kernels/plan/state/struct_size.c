/* kernels/plan/state/struct_size.c -- see struct_size.h. */
#include "kernels/plan/state/struct_size.h"

#include <string.h>

qdr_status qdr_struct_check(const char *name, size_t size, size_t first,
                            size_t known, qdr_error *error)
{
    return size >= first && size <= known
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: size %zu; accepted: sizeof(%s), %zu to %zu",
                          name, size, name, first, known);
}

qdr_status qdr_options_check(const qdr_plan_options *given, qdr_error *error)
{
    return given == NULL
               ? QDR_OK
               : qdr_struct_check("qdr_plan_options", given->size,
                                  QDR_FIRST_OPTIONS, sizeof *given, error);
}

qdr_plan_options qdr_options_of(const qdr_plan_options *given)
{
    qdr_plan_options known = {.size = sizeof known};

    if (given != NULL && qdr_options_check(given, NULL) == QDR_OK)
        memcpy(&known, given, given->size);
    known.size = sizeof known;
    return known;
}
