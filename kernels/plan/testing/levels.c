/* kernels/plan/testing/levels.c -- see levels.h. */
#include "kernels/plan/testing/levels.h"

#include "kernels/testing/networks.h"

bool qdr_test_add_levels(const qdr_kernel *kernel, int p,
                         qdr_plan_options *options)
{
    static int nodes[64];

    if ((kernel->flags & QDR_LEVELS) == 0)
        return true;
    for (int r = 0; r < p; r++)
        nodes[r] = r / qdr_test_levels.node_ranks;
    options->network = qdr_test_levels_line;
    options->nodes = nodes;
    return p > 1;
}
