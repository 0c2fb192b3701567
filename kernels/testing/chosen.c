/* kernels/testing/chosen.c -- the algorithm that ALGORITHM names. */
#include "kernels/testing/chosen.h"

#include <stdio.h>
#include <stdlib.h>

bool qdr_is_chosen(const qdr_kernel *kernel)
{
    const char *name = getenv("ALGORITHM");
    const qdr_kernel *chosen = kernel;
    qdr_error error = {""};

    if (name != NULL && qdr_kernel_find(name, &chosen, &error) != QDR_OK) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    return chosen == kernel;
}
