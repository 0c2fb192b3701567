/* kernels/core/names.c -- see names.h. */
#include "kernels/core/names.h"

#include <stdio.h>
#include <string.h>

qdr_status qdr_names_find(const char *what, const char *name, int count,
                          const char *(*name_at)(int index), int *out_index,
                          qdr_error *error)
{
    char accepted[384] = "";
    size_t length = 0;

    for (int i = 0; i < count; i++) {
        if (strcmp(name_at(i), name) == 0) {
            *out_index = i;
            return QDR_OK;
        }
        if (length < sizeof accepted)
            length +=
                (size_t)snprintf(accepted + length, sizeof accepted - length,
                                 "%s%s", i > 0 ? ", " : "", name_at(i));
    }
    return qdr_fail(error, QDR_ERROR_INPUT, "%s '%.40s', accepted: %s", what,
                    name, accepted);
}
