/* kernels/building_blocks/radix.c -- see radix.h. */
#include "kernels/building_blocks/radix.h"

int qdr_max_radix(int num_procs)
{
    return num_procs > 2 ? num_procs : 2;
}

qdr_status qdr_radix_check(int64_t radix, int num_procs, qdr_error *error)
{
    int max = qdr_max_radix(num_procs);

    if (radix == 0 || (radix >= 2 && radix <= max))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "radix: %lld; accepted: 2 to %d for %d processes, or 0",
                    (long long)radix, max, num_procs);
}
