/* kernels/core/network/memory_groups.c -- see memory_groups.h. */
#include "kernels/core/network/memory_groups.h"

/* Returns how many groups there are. */
static int divide(int num_procs, const int *domains, int *out_groups)
{
    int num_groups = 0;

    for (int r = 0; r < num_procs; r++) {
        int size = 0, place = 0, before = -1, parts;
        for (int i = 0; i < num_procs; i++) {
            if (domains[i] != domains[r])
                continue;
            size++;
            place += i < r;
            before = i < r ? i : before;
        }
        parts = (size - 1) / QDR_GROUP_RANKS + 1;
        /* The first rank of a part, or in that of the rank before it. */
        if (place == 0 || place * parts / size != (place - 1) * parts / size)
            before = -1;
        out_groups[r] = before < 0 ? r : out_groups[before];
        num_groups += before < 0;
    }
    return num_groups;
}

void qdr_memory_groups(int num_procs, int *domains, int *out_groups)
{
    if (2 * divide(num_procs, domains, out_groups) <= num_procs)
        return;
    for (int r = 0; r < num_procs; r++)
        domains[r] = 0;
    divide(num_procs, domains, out_groups);
}
