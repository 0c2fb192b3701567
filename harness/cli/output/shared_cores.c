/* harness/cli/output/shared_cores.c -- see shared_cores.h. */
#include "harness/cli/output/shared_cores.h"

#include "harness/machine/cores.h"

void qdr_shared_cores_print(const qdr_sweep *sweep, FILE *to)
{
    int max_procs = 0, num_cores;

    if (sweep->machine->kind != QDR_MACHINE_LOCAL)
        return;
    for (int i = 0; i < qdr_experiment_num_layouts(sweep->experiment); i++) {
        int procs = qdr_experiment_layout(sweep->experiment, i).procs;
        max_procs = procs > max_procs ? procs : max_procs;
    }
    num_cores = qdr_num_cores();
    if (max_procs > num_cores)
        fprintf(to,
                "cores         %d for up to %d ranks: ranks that share a core "
                "wait for it, so times vary\n",
                num_cores, max_procs);
}
